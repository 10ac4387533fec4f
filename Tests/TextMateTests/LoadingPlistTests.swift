import Testing
import TextMate

@Suite("Reading XML property lists")
struct LoadingPlistTests {
  private func read(_ text: String) throws -> DataTree { try PlistReader.read(Array(text.utf8)) }

  @Test("a grammar as TextMate writes it is the grammar that its JSON would be")
  func plistGrammarEqualsItsJSON() throws {
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <!-- what it is for -->
        <key>scopeName</key> <string>source.x</string>
        <key>patterns</key>
        <array>
          <dict><key>match</key><string>&lt;a&amp;b&gt; &#65;&#x42; <![CDATA[<c>]]> d</string>
            <key>applyEndPatternLast</key><integer>1</integer></dict>
          <dict><key>begin</key><string></string><key>end</key><string/>
            <key>disabled</key><true/></dict>
        </array>
        <key>repository</key><dict/>
      </dict>
      </plist>
      """
    let grammar = try GrammarFile.read(Array(plist.utf8)).grammar
    #expect(grammar.scopeName == "source.x")
    #expect(grammar.patterns.map(\.match) == ["<a&b> AB <c> d", nil])
    #expect(grammar.patterns.map(\.applyEndPatternLast) == [true, false])
    #expect(grammar.patterns[1].begin == "" && grammar.patterns[1].end == "")
    #expect(grammar.patterns[1].disabled)
  }

  @Test(
    "an error has its kind and its line",
    arguments: [
      ("<plist>", LoadErrorCode.cutOff, 1), ("<plist><dict><key>a</key>\n<string>b", .cutOff, 2),
      ("<dict>\n<key>a</key></dict>", .syntax, 2), ("<dict><string>a</string></dict>", .syntax, 1),
      ("<dict>\n</array>", .syntax, 2), ("<array><dict></array>", .syntax, 1),
      ("<array>\n\n<frob/></array>", .syntax, 3), ("<string>a</key>", .syntax, 1),
      ("<string/><string/>", .syntax, 1), ("<array>text</array>", .syntax, 1),
      ("<array>\n<!-- ", .cutOff, 2), ("<arr", .cutOff, 1), ("<", .cutOff, 1), ("bplist00", .syntax, 1),
    ])
  func errorsHaveKindAndLine(xml: String, code: LoadErrorCode, line: Int) {
    let error = #expect(throws: LoadError.self) { try read(xml) }
    #expect(error?.code == code)
    #expect(error?.line == line, "\(String(describing: error))")
  }

  @Test("depth is bounded")
  func nestingDepthIsBounded() {
    let deep = String(repeating: "<array>", count: 100_000)
    #expect(#expect(throws: LoadError.self) { try read(deep) }?.code == .tooLarge)
  }

  @Test(
    "entities that are none stay as they stand", arguments: ["&foo;", "&", "&#xZZ;", "&#99999999;", "&#x"])
  func unknownEntitiesStayUnchanged(text: String) throws {
    #expect(try read("<string>\(text)</string>").root.string == text)
  }
}
