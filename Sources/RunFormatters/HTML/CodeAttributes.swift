import StyledRuns

/// The attributes after the language in an info string: `{3,7-9} startLine=40 title="Parser.swift"`.
struct CodeAttributes {
  /// The way in which a line is highlighted.
  enum LineMark: UInt8 {
    case highlighted, inserted, deleted
    /// Marks that only a comment in the line can state (``CodeNotation``).
    case focused, error, warning
  }

  /// The info string.
  let info: String
  /// The label (``CodeBlock/label(ofInfo:)``).
  var label: String
  var title: String?
  /// The number of the first line.
  var startLine = 1
  /// Whether line numbers are shown, from `lineNumbers` or `noLineNumbers`; nil if neither is stated.
  var lineNumbers: Bool?
  /// Whether long lines are wrapped, from `wrap` or `nowrap`; nil if neither is stated.
  var wraps: Bool?
  /// The marks of line ranges by displayed line number, at most ``maximumRanges``.
  private(set) var marks: [(lines: ClosedRange<Int>, mark: LineMark)] = []

  /// The words to highlight in all lines, from `/word/`, at most ``maximumWords``.
  private(set) var words: [String] = []

  /// The folded lines by displayed line number, from `fold={4-20}`, at most ``maximumRanges``.
  private var folded: [ClosedRange<Int>] = []

  static let maximumRanges = 100
  static let maximumWords = 8
  /// The maximum length of a word in bytes. The limit bounds the search, which compares the word at each
  /// position.
  private static let longestWord = 64

  init(info: String) {
    self.info = info
    let first = CodeBlock.label(ofInfo: info)
    label = String(first)
    var rest = info[first.endIndex...].utf8
    while let next = rest.first {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","): rest.removeFirst()
      case UInt8(ascii: "{"): addMarks(Self.group(&rest), .highlighted)
      case UInt8(ascii: "/"): addWord(Self.delimited(&rest, by: next))
      default: addSetting(&rest)
      }
    }
  }

  /// Whether lines are marked as inserted or deleted, which a sign in front of them also shows.
  var hasSigns: Bool { marks.contains { $0.mark == .inserted || $0.mark == .deleted } }

  /// Returns the mark of a line by its displayed number. The last range that contains the number decides.
  func mark(of line: Int) -> LineMark? {
    marks.last { $0.lines.contains(line) }?.mark
  }

  /// Adds a word to highlight.
  private mutating func addWord(_ word: Substring) {
    guard !word.isEmpty, word.utf8.count <= Self.longestWord, words.count < Self.maximumWords else { return }
    words.append(String(word))
  }

  /// Parses `wrap` or `startLine=40`.
  private mutating func addSetting(_ rest: inout Substring.UTF8View) {
    let key = Self.text(&rest) { " \t={".utf8.contains($0) }.lowercased()
    guard rest.first == UInt8(ascii: "=") else {
      switch key {
      case "linenumbers", "showlinenumbers", "numbers": lineNumbers = true
      case "nolinenumbers": lineNumbers = false
      case "wrap": wraps = true
      case "nowrap": wraps = false
      default: break
      }
      return
    }
    rest.removeFirst()
    let value = rest.first == UInt8(ascii: "{") ? Self.group(&rest) : Self.value(&rest)
    switch key {
    case "startline", "start", "linenumberstart":
      if let number = Int(value), (0...999_999_999).contains(number) { startLine = number }
    case "title", "filename", "file": title = value.isEmpty ? nil : String(value)
    case "mark", "hl", "highlight", "lines": addMarks(value, .highlighted)
    case "ins", "add", "added", "inserted": addMarks(value, .inserted)
    case "del", "rem", "removed", "deleted": addMarks(value, .deleted)
    case "fold": folded = Self.ranges(value, limit: Self.maximumRanges)
    case "wrap": wraps = value != "false"
    case "linenumbers", "showlinenumbers": lineNumbers = value != "false"
    default: break
    }
  }

  private mutating func addMarks(_ list: Substring, _ mark: LineMark) {
    marks += Self.ranges(list, limit: Self.maximumRanges - marks.count).map { (lines: $0, mark: mark) }
  }

  /// Parses `3,7-9`.
  private static func ranges(_ list: Substring, limit: Int) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in list.utf8.split(separator: UInt8(ascii: ",")) {
      guard ranges.count < limit else { break }
      let ends = part.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false).map
      {
        Int(String(decoding: $0.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { continue }
      ranges.append(first...last)
    }
    return ranges
  }

  /// Returns the indices of folded lines, in order and without overlaps.
  ///
  /// Only code without a fence, such as a hunk of a diff, has folds: it is complete when it is shown. In a fence, a
  /// fold would hide lines that a reader of the stream has seen.
  func folds(of code: CodeBlock) -> [Range<Int>] {
    guard !code.isFenced, !folded.isEmpty else { return [] }
    var folds: [Range<Int>] = []
    for range in folded {
      let first = range.lowerBound - startLine
      let end = min(range.upperBound - startLine, code.lines.count - 1) + 1
      if first >= folds.last?.upperBound ?? 0, first < end { folds.append(first..<end) }
    }
    return folds
  }

  /// Whether any words are highlighted.
  var hasWords: Bool { !words.isEmpty }

  /// Parses the text between braces; without a closing brace, the rest of the text.
  private static func group(_ rest: inout Substring.UTF8View) -> Substring {
    delimited(&rest, by: UInt8(ascii: "}"))
  }

  /// Parses a word or a text in quotation marks.
  private static func value(_ rest: inout Substring.UTF8View) -> Substring {
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return delimited(&rest, by: quote)
    }
    return text(&rest) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Parses the text between an opening delimiter of one byte and the closing one, or the end.
  private static func delimited(_ rest: inout Substring.UTF8View, by closer: UInt8) -> Substring {
    rest.removeFirst()
    let text = text(&rest) { $0 == closer }
    rest = rest.dropFirst()
    return text
  }

  /// Takes the text up to a byte that ends it.
  private static func text(_ rest: inout Substring.UTF8View, upTo isEnd: (UInt8) -> Bool) -> Substring {
    let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
    defer { rest = rest[end...] }
    return Substring(rest[..<end])
  }
}
