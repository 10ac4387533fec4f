import StyledRuns

/// The attributes after the language in an info string: `{3,7-9} startLine=40 title="Parser.swift"`.
struct CodeAttributes {
  /// The way in which a line is highlighted.
  enum LineMark: UInt8 {
    case highlighted, inserted, deleted
    /// Marks that only a comment in the line can state (``CodeNotation``).
    case focused, error, warning
  }

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
    let first = CodeBlock.label(ofInfo: info)
    label = String(first)
    var rest = info[first.endIndex...].unicodeScalars
    while let next = rest.first {
      if next == " " || next == "\t" || next == "," {
        rest.removeFirst()
      } else if next == "{" {
        addMarks(Self.group(&rest), .highlighted)
      } else if next == "/" {
        addWord(&rest)
      } else {
        word(&rest)
      }
    }
  }

  /// Parses `/word/`.
  private mutating func addWord(_ rest: inout Substring.UnicodeScalarView) {
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst(), next != "/" { text.unicodeScalars.append(next) }
    if !text.isEmpty, text.utf8.count <= Self.longestWord, words.count < Self.maximumWords {
      words.append(text)
    }
  }

  /// Whether lines are marked as inserted or deleted, which a sign in front of them also shows.
  var hasSigns: Bool { marks.contains { $0.mark == .inserted || $0.mark == .deleted } }

  /// Returns the mark of a line by its displayed number. The last range that contains the number decides.
  func mark(of line: Int) -> LineMark? {
    marks.last { $0.lines.contains(line) }?.mark
  }

  private mutating func word(_ rest: inout Substring.UnicodeScalarView) {
    var key = ""
    while let next = rest.first, next != " ", next != "\t", next != "=", next != "{" {
      key.unicodeScalars.append(next)
      rest.removeFirst()
    }
    guard rest.first == "=" else {
      switch key.lowercased() {
      case "linenumbers", "showlinenumbers", "numbers": lineNumbers = true
      case "nolinenumbers": lineNumbers = false
      case "wrap": wraps = true
      case "nowrap": wraps = false
      default: break
      }
      return
    }
    rest.removeFirst()
    let value = rest.first == "{" ? Self.group(&rest) : Self.value(&rest)
    switch key.lowercased() {
    case "startline", "start", "linenumberstart":
      if let number = Int(value), (0...999_999_999).contains(number) { startLine = number }
    case "title", "filename", "file": title = value.isEmpty ? nil : value
    case "mark", "hl", "highlight", "lines": addMarks(value, .highlighted)
    case "ins", "add", "added", "inserted": addMarks(value, .inserted)
    case "del", "rem", "removed", "deleted": addMarks(value, .deleted)
    case "fold": folded = Self.ranges(value, limit: Self.maximumRanges)
    case "wrap": wraps = value != "false"
    case "linenumbers", "showlinenumbers": lineNumbers = value != "false"
    default: break
    }
  }

  private mutating func addMarks(_ list: String, _ mark: LineMark) {
    marks += Self.ranges(list, limit: Self.maximumRanges - marks.count).map { (lines: $0, mark: mark) }
  }

  /// Parses `3,7-9`.
  private static func ranges(_ list: String, limit: Int) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in list.split(separator: ",") {
      guard ranges.count < limit else { break }
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
        Int($0.filter { $0 != " " })
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
  private static func group(_ rest: inout Substring.UnicodeScalarView) -> String {
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst(), next != "}" { text.unicodeScalars.append(next) }
    return text
  }

  /// Parses a word or a text in quotation marks.
  private static func value(_ rest: inout Substring.UnicodeScalarView) -> String {
    var text = ""
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest.removeFirst()
      while let next = rest.popFirst(), next != quote { text.unicodeScalars.append(next) }
      return text
    }
    while let next = rest.first, next != " ", next != "\t" {
      text.unicodeScalars.append(next)
      rest.removeFirst()
    }
    return text
  }
}
