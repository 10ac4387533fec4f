import StyledRuns
import TestSupport
import Testing

@testable import TextMate

/// Compiled files that are truncated, foreign or damaged are ignored, and never end the process.
@Suite("Damaged compiled data") struct CompiledDamageTests {
  private static let grammar =
    #"{"scopeName": "source.x", "fileTypes": ["x"], "injections": {"L:a": {"match": "b"}}, "patterns": [{"match": "\\b(if|else)\\b", "name": "k.x"}, {"begin": "a", "end": "\\1", "beginCaptures": {"1": {"name": "c", "patterns": [{"include": "$self"}]}}}], "repository": {"s": {"begin": "x", "while": "y"}}}"#
  private static let theme =
    ##"{"name": "T", "tokenColors": [{"scope": "a b, c > d", "settings": {"foreground": "#123456"}}, {"scope": "a.b", "settings": {"fontStyle": "bold"}}]}"##

  nonisolated(unsafe) private static let folder = try? TemporaryFolder([
    "g/x.json": grammar, "t/t.json": theme,
  ])
  private static let bytes: [UInt8] = {
    guard let folder else { return [] }
    return
      (try? CompiledFolder.compile(grammars: folder.path + "/g", themes: folder.path + "/t").bytes) ?? []
  }()

  /// Reads everything that there is, without checksums: what gets past them must not do harm either.
  private func readAll(_ bytes: [UInt8]) {
    guard let data = CompiledData(MappedBytes(copying: bytes)) else { return }
    if let languages = CompiledLanguages(data) { readAll(languages) }
    for scope in data.names(of: .grammar) {
      if let record = data.entry(.grammar, scope) { readGrammar(record.bytes) }
    }
    for id in data.names(of: .theme) {
      if let record = data.entry(.theme, id) { readTheme(record.bytes, data) }
    }
    if let patterns = CompiledPatterns(data) {
      for source in ["\\b(if|else)\\b", "a", "x", "y", ""] {
        let bytes = Array(source.utf8)
        _ = patterns.entry(of: bytes, hash: Checksum.of(bytes))?.program.contents()
      }
    }
    let library = GrammarLibrary(folders: [], base: CompiledFolder(data))
    _ = library.languages.all.count
    _ = library.rawGrammar(scope: "source.x")
    _ = try? ThemeLibrary(folders: [], base: CompiledFolder(data)).theme(named: "t")
  }

  private func readAll(_ languages: CompiledLanguages) {
    for table in CompiledLanguages.LanguageTable.allCases {
      for name in ["x", ".x", "", "source"] { _ = languages.number(table, name).flatMap(languages.language) }
    }
    _ = languages.all
  }

  private func readGrammar(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 11 else { return }
    guard
      let grammar = RawGrammar(record: UnsafeRawBufferPointer(rebasing: bytes[11...]), path: nil)
    else { return }
    _ = grammar.patternTexts
  }

  private func readTheme(_ bytes: UnsafeRawBufferPointer, _ data: CompiledData) {
    guard bytes.count > 11 else { return }
    let record = UnsafeRawBufferPointer(rebasing: bytes[11...])
    guard let theme = Theme(record: record, owner: data) else { return }
    _ = theme.style(for: ["a", "b", "d"])
    _ = theme.completeStyleSheet()
  }

  @Test func anUndamagedFileIsRead() throws {
    let data = try #require(CompiledData(MappedBytes(copying: Self.bytes)))
    #expect(CompiledFolder(data).grammar(scope: "source.x", path: "")?.injections.count == 1)
    #expect(try CompiledFolder(data).theme("t")?.name == "T")
    readAll(Self.bytes)
  }

  @Test func aTruncatedFileIsIgnored() {
    for count in 0..<Self.bytes.count {
      #expect(CompiledData(MappedBytes(copying: Array(Self.bytes[..<count]))) == nil)
    }
    #expect(CompiledData(MappedBytes(copying: Self.bytes + [0])) == nil)
  }

  @Test func aForeignFileIsIgnored() {
    #expect(CompiledData(MappedBytes(copying: Array(Self.grammar.utf8))) == nil)
    var other = Self.bytes
    other[8] &+= 1
    #expect(CompiledData(MappedBytes(copying: other)) == nil)
  }

  @Test func aDamagedByteIsFound() {
    for index in Self.bytes.indices {
      var damaged = Self.bytes
      damaged[index] ^= 0x10
      guard let data = CompiledData(MappedBytes(copying: damaged)) else { continue }
      let grammar = CompiledFolder(data).grammar(scope: "source.x", path: "")
      let theme = try? CompiledFolder(data).theme("t")
      let isWhole = grammar != nil && theme != nil && CompiledLanguages(data) != nil
      // The table of patterns has a checksum for each entry instead.
      #expect(
        !isWhole || data.entry(.patterns).map { isInside(index, $0.bytes, damaged.count, data) } ?? false)
    }
  }

  private func isInside(_ index: Int, _ part: UnsafeRawBufferPointer, _ count: Int, _ data: CompiledData)
    -> Bool
  {
    // The records are ordered by kind, so nothing but the patterns lies behind the themes.
    index >= count - part.count
  }

  /// Random damage with a checksum that was made right again, as a hostile file would have it.
  @Test func hostileFilesDoNoHarm() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      var damaged = Self.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: CompiledData.headerSize..<damaged.count, using: &random)
        damaged[index] =
          [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) { damaged.removeLast(Int.random(in: 0..<200, using: &random)) }
      readAll(Self.repaired(damaged))
    }
  }

  /// What a record says of a program, as `CompiledPatterns` reads it.
  private func readProgram(_ bytes: [UInt8], sets: [ByteSet257]) -> ProgramContents? {
    bytes.withUnsafeBytes { bytes in
      var reader = RecordReader(bytes)
      return ProgramContents(reading: &reader) { sets.indices.contains($0) ? sets[$0] : nil }
    }
  }

  private func record(_ contents: ProgramContents) -> (bytes: [UInt8], sets: [ByteSet257]) {
    var writer = RecordWriter()
    var sets: [ByteSet257] = []
    contents.append(to: &writer) { set in
      sets.append(set)
      return sets.count - 1
    }
    return (writer.bytes, sets)
  }

  private static let patterns = [
    #"(?<=\.)\b(if|else|elsewhere)\b\s*(\()?"#, #"(a|b|[^c-f\x{100}-\x{200}])*?(x{2,3})+\2"#,
    #"(?i)(?:struct|class)(?!\w)|\G[ \t]+$|(?>ab?|c|d|e|f)g"#, #"(?:^|(?<=\W)|$)(?:p0|00|P)(?!\w)"#,
    #"(<(?:a|\g<1>)*>)(b)\g<2>\g<1>?"#,
  ]

  /// A program that refers to something outside of its tables would read foreign memory.
  @Test(arguments: patterns) func aProgramStaysInsideItsTables(_ pattern: String) throws {
    let contents = try #require(ProgramContents(Array(pattern.utf8)))
    let (bytes, sets) = record(contents)
    #expect(readProgram(bytes, sets: sets) == contents)
    var refused = 0
    for index in contents.code.indices {
      for change: (inout MatchProgram.Instruction) -> Void in [
        { $0.next = 6_000 }, { $0.filter = 6_000 }, { $0.a = 100_000 }, { $0.b = 100_000 },
        { $0.c = 100_000 },
      ] {
        var damaged = contents
        change(&damaged.code[index])
        let (bytes, sets) = record(damaged)
        guard let read = readProgram(bytes, sets: sets) else {
          refused += 1
          continue
        }
        #expect(read == damaged)
        // These operands are a byte, a number of repetitions, or are not looked at.
        let instruction = read.code[index]
        #expect(instruction.next < 6_000 && instruction.filter < 6_000)
        switch instruction.operation {
        case .literal, .foldedLiteral, .peekLiteral, .dispatch, .anyHolds:
          #expect(instruction.a < 100_000 && instruction.b < 100_000)
        case .filteredChoice:
          #expect(instruction.a < 100_000 && instruction.b < 100_000 && instruction.c < 100_000)
        case .keywords, .skipIfEmpty: #expect(instruction.a < 100_000 && instruction.b < 100_000)
        case .set, .peekSet, .behindSet, .run, .greedyRun, .lazyRun, .choice, .lookAhead, .lookBehind,
          .atomic,
          .save, .mark, .backReference, .call, .endCall:
          #expect(instruction.a < 100_000)
        case .accept, .fail, .byte, .stepBack, .atOrigin, .wordBoundary, .lineStart, .lineEnd, .textStart,
          .textEnd, .textEndOrNewline, .searchStart:
          break
        }
      }
    }
    #expect(refused > contents.code.count)
  }

  @Test(arguments: patterns) func aDamagedProgramIsRefusedOrSound(_ pattern: String) throws {
    let (bytes, sets) = record(try #require(ProgramContents(Array(pattern.utf8))))
    for index in bytes.indices {
      #expect(readProgram(Array(bytes[..<index]), sets: sets) == nil)
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        guard let read = readProgram(damaged, sets: sets) else { continue }
        let (again, itsSets) = record(read)
        #expect(readProgram(again, sets: itsSets) == read)
      }
    }
  }

  /// The file with the length and the checksums of its header and directory made right.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    func put(_ value: UInt64, at offset: Int) {
      for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(index * 8)) }
    }
    put(UInt64(bytes.count), at: 16)
    let size = (0..<4).reduce(0) { $0 | Int(bytes[36 + $1]) << (8 * $1) }
    let end = min(CompiledData.headerSize + size, bytes.count)
    put(Checksum.of(Array(bytes[CompiledData.headerSize..<end])), at: 40)
    put(Checksum.of(Array(bytes[..<48])), at: 48)
    return bytes
  }
}
