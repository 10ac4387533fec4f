@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Display width and line breaking")
struct DisplayWidthTests {
  static let widths: [(String, Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4), ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩🇪🇫", 4), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
    ("☂", 1),
    ("☔", 2), ("क्षि", 2), ("กำ", 2), ("…", 1), ("─", 1), ("\u{A0}", 1), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("a👩‍💻b", 4), ("\u{20000}", 2),
    ("𝒳", 1),
  ]

  @Test(arguments: widths) func textHasExpectedWidth(_ text: String, _ expected: Int) {
    #expect(ClusterMeasure().width(of: text) == expected)
  }

  /// However many characters of ASCII stand before, the last one carries the mark that follows.
  @Test(arguments: 0..<20) func marksBelongToWhatStandsBefore(_ count: Int) {
    let text = String(repeating: "a", count: count) + "1\u{20E3}b e\u{301} \u{1F469}"
    withUTF8(text) { bytes in
      #expect(ClusterMeasure().columns(of: bytes, in: 0..<bytes.count) == ClusterMeasure().width(of: bytes))
    }
  }

  @Test func ambiguousWidthIsAChoice() {
    #expect(ClusterMeasure(ambiguousWidth: 2).width(of: "…─§") == 6)
    #expect(ClusterMeasure(ambiguousWidth: 2).width(of: "ab日") == 4)
  }

  /// The standard library cuts by the same rules, from its own tables.
  @Test(arguments: [
    "plain", "e\u{301}\u{302}x", "👩‍👩‍👧‍👦👍🏽🏳️‍🌈", "🇩🇪🇫🇷🇬", "\u{1112}\u{1161}\u{11AB}각각", "กำนำ", "\u{600}12", "a\u{200D}b",
    "1️⃣2",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿x", "\u{1F1E6}\u{301}\u{1F1E7}", "नमस्ते", "zα̌ω̈", "\u{1F468}\u{200D}a",
  ]) func clustersEqualSwiftCharacters(_ text: String) {
    var lengths: [Int] = []
    withUTF8(text) { bytes in
      var position = 0
      while position < bytes.count {
        let cluster = ClusterMeasure().cluster(in: bytes, at: position)
        lengths.append(cluster.length)
        position += cluster.length
      }
    }
    // The library also joins Indic conjuncts, which terminals do not.
    if !text.unicodeScalars.contains(where: { (0x900...0x97F).contains($0.value) }) {
      #expect(lengths == text.map { $0.utf8.count })
    }
    #expect(lengths.reduce(0, +) == text.utf8.count)
  }

  static let wrapping: [(String, Int, [String])] = [
    ("one two three", 7, ["one two", "three"]), ("one two three", 3, ["one", "two", "thr", "ee"]),
    ("  leading  and   more ", 10, ["leading", "and more"]),
    ("well-known thing", 8, ["well-", "known", "thing"]),
    ("use --flag here", 8, ["use", "--flag", "here"]), ("日本語の文章です。次", 9, ["日本語の", "文章で", "す。次"]),
    ("中文（说明）好", 6, ["中文", "（说", "明）好"]), ("emoji 👩‍👩‍👧 end", 8, ["emoji 👩‍👩‍👧", "end"]),
    ("한국어 단어", 6, ["한국어", "단어"]),
    ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]), ("", 5, []),
  ]

  @Test(arguments: wrapping) func textWrapsAtTheWidth(_ source: String, _ width: Int, _ expected: [String]) {
    var text = TerminalText(measure: ClusterMeasure())
    text.append(source, .prose)
    text.finish()
    text.wrap(to: width)
    var lines: [String] = []
    for index in text.lines.indices {
      let line = text.lines[index]
      lines.append(String(decoding: text.bytes.buffer[line.start..<line.end], as: UTF8.self))
      #expect(line.width == ClusterMeasure().width(of: lines[index]))
    }
    #expect(lines == expected)
  }

  @Test func noWordIsBrokenInATableThatHasRoom() {
    let extents = [(30, 8), (4, 4), (60, 12)].map { TableWidths.Extent(line: $0.0, word: $0.1) }
    #expect(TableWidths.fit(extents, into: 100) == [30, 4, 60])
    #expect(TableWidths.fit(extents, into: 50) == [23, 4, 23])
    #expect(TableWidths.fit(extents, into: 24) == [8, 4, 12])
    #expect(TableWidths.fit(extents, into: 20) == nil)
  }
}
