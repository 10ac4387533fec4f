import TestSupport
import Testing
import TextMate

/// The loaders on bytes that nobody meant: they may refuse them, but must come back.
@Suite("Loading hostile files")
struct LoadingFuzzTests {
  private static let seeds: [(name: String, bytes: [UInt8])] = [
    (
      "grammar",
      Array(
        #"""
        {"scopeName": "source.x", "injections": {"L:a": {"match": "\u00e9\ud83d\ude00"}}, "fileTypes": ["x"],
         "patterns": [{"begin": "a", "end": "\\1", "captures": {"1": {"name": "b"}, "x": 4}, "patterns": [{"include": "#r"}]}],
         "repository": {"r": {"match": "(a+)+b", "applyEndPatternLast": true}}} // end
        """#.utf8)
    ),
    (
      "plist",
      Array(
        """
        <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "b">]><plist><dict><key>scopeName</key>
        <string>a&lt;&#x41;&amp;<![CDATA[<x>]]><!-- c --></string><key>patterns</key><array><dict><key>match</key>
        <string>a</string><key>disabled</key><true/></dict></array><key>n</key><integer>12</integer>
        <key>settings</key><array><dict><key>settings</key><dict/></dict></array></dict></plist>
        """.utf8)
    ),
    (
      "theme",
      Array(
        ##"""
        {"name": "T", "type": "dark", "colors": {"editor.background": "#102030"}, "ils": {"accent": "#fff"},
         "tokenColors": [{"scope": "a b, c > d", "settings": {"foreground": "#123456", "fontStyle": "bold"}},
           {"scope": ["x.y", 3], "settings": {"foreground": "red"}}, {"settings": {"background": "#000000"}}]}
        """##.utf8)
    ),
  ]

  /// Everything that reads bytes, on these.
  private func readAll(_ bytes: [UInt8]) {
    _ = try? DataTree.read(bytes)
    _ = try? JSONReader.read(bytes, skipping: ["patterns", "repository"])
    _ = try? PlistReader.read(bytes)
    _ = try? GrammarFile.read(bytes)
    if let theme = try? Theme(bytes) { _ = theme.style(for: ["a", "x.y.z", "c", "d"]) }
    _ = try? GrammarCheck.findings(in: bytes, source: NoGrammars())
  }

  private struct NoGrammars: GrammarSource {
    func rawGrammar(scope: ScopeName) -> RawGrammar? { nil }
  }

  @Test("a file cut off anywhere is an error or a whole value", arguments: seeds.indices)
  func truncatedFileIsAnErrorOrAWholeValue(seed: Int) throws {
    let bytes = Self.seeds[seed].bytes
    #expect(throws: Never.self) { try DataTree.read(bytes) }
    for length in bytes.indices {
      let part = Array(bytes[..<length])
      readAll(part)
      do throws(LoadError) {
        _ = try DataTree.read(part)
        // Only what follows the value, a comment or the closing tag of the list, may be missing.
        #expect(length > bytes.count - 10, "\(String(decoding: part.suffix(40), as: UTF8.self))")
      } catch {
        #expect([.cutOff, .syntax].contains(error.code))
        #expect(error.line != nil && error.column != nil)
      }
    }
  }

  @Test("changed bytes do no harm", arguments: seeds.indices, 0..<3)
  func mutatedFilesDoNoHarm(seed: Int, round: Int) {
    var random = SeededGenerator(seed: UInt64(seed * 100 + round))
    let pieces = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "/*", "//", "\\u", "\\ud800", "<", ">", "</", "<!",
      "<![CDATA[",
      "&", "&#", ";", "\u{0}", "\u{FEFF}", "é", "😀", "\n", "9999999999999999999999", "-", "null", "<dict>",
      "<key>",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<200 {
      var bytes = Self.seeds[seed].bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        case 1:
          if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        case 2:
          bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...20, using: &random)))
        case 3:
          let end = min(bytes.count, place + Int.random(in: 0...60, using: &random))
          bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        default:
          bytes = Array(bytes[..<place])
        }
      }
      readAll(bytes)
    }
  }

  @Test("random bytes are refused", arguments: 0..<200)
  func randomBytesAreRefused(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(throws: LoadError.self) { try DataTree.read(bytes) }
    readAll(bytes)
  }

  @Test(
    "megabytes of nonsense end in an error",
    arguments: [
      "[", "{", "\"", "a", " ", "{\"a\":", "[[],", "/*", "<", "<dict>", "<array/>", "&", "<key>a</key>",
      "<![CDATA[",
    ])
  func megabytesOfNonsenseAreAnError(piece: String) {
    // By doubling: appending piece by piece takes a debug build longer than the reading.
    var bytes = Array(piece.utf8)
    while bytes.count < 8 << 20 { bytes += bytes }
    #expect(throws: LoadError.self) { try DataTree.read(bytes) }
    let some = Array(bytes.prefix(1 << 17))
    #expect(throws: LoadError.self) { try JSONReader.read(some, skipping: ["a"]) }
    #expect(throws: LoadError.self) { try PlistReader.read(some) }
  }

  @Test("more values than are read are refused in time")
  func tooManyValuesAreRefused() {
    let bytes =
      Array("[".utf8) + Array(repeating: Array("0,".utf8), count: 2_100_000).joined() + Array("0]".utf8)
    #expect(#expect(throws: LoadError.self) { try DataTree.read(bytes) }?.code == .tooLarge)
  }

  @Test("themes with very many or very long selectors are bounded")
  func selectorsOfThemesAreBounded() throws {
    let many = (0..<30_000).map { "a\($0)" }.joined(separator: ",")
    let error = #expect(throws: LoadError.self) {
      try Theme(Array(#"{"tokenColors": [{"scope": "\#(many)", "settings": {}}]}"#.utf8))
    }
    #expect(error?.code == .tooLarge)
    let long = String(repeating: "a.", count: 100_000)
    let theme = try Theme(Array(#"{"tokenColors": [{"scope": "\#(long)", "settings": {}}]}"#.utf8))
    #expect(theme.issues.count == 1)
    #expect(theme.style(for: [long]) == theme.plain)
  }
}
