import StyledRuns

/// The attributes after the language in an info string: `{3,7-9} startLine=40 title="Parser.swift"`.
struct CodeAttributes {
  /// The way in which a line is highlighted.
  enum LineMark: UInt8 {
    case highlighted, inserted, deleted
    /// Marks that only a comment in the line can state (``CodeNotation``).
    case focused, error, warning
  }

  /// The label's first word, up to a space or `{`.
  var label = ""
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

  /// The changed bytes of each line by displayed line number, from `changed={3:4-9,5:0-3}`, at most
  /// ``maximumChanges``.
  private(set) var changes: [Int: Range<Int>] = [:]

  static let maximumRanges = 100
  static let maximumChanges = 400
  static let maximumWords = 8
  /// The maximum length of a word in bytes. The limit bounds the search, which compares the word at each
  /// position.
  private static let longestWord = 64

  init(info: String) {
    var rest = info.unicodeScalars[...]
    while let next = rest.first, next != " ", next != "\t", next != "{" {
      label.unicodeScalars.append(next)
      rest.removeFirst()
    }
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
    case "changed": addChanges(value)
    case "wrap": wraps = value != "false"
    case "linenumbers", "showlinenumbers": lineNumbers = value != "false"
    default: break
    }
  }

  private mutating func addMarks(_ list: String, _ mark: LineMark) {
    for part in list.split(separator: ",") {
      guard marks.count < Self.maximumRanges else { return }
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
        Int($0.filter { $0 != " " })
      }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { continue }
      marks.append((first...last, mark))
    }
  }

  private mutating func addChanges(_ list: String) {
    for part in list.split(separator: ",") where changes.count < Self.maximumChanges {
      let numbers = part.split { $0 == ":" || $0 == "-" }.map { Int($0) }
      guard numbers.count == 3, let line = numbers[0], let start = numbers[1], let end = numbers[2],
        start >= 0, start < end
      else { continue }
      changes[line] = start..<end
    }
  }

  /// Whether any words are highlighted.
  var hasWords: Bool { !words.isEmpty || !changes.isEmpty }

  /// Returns the ranges of the highlighted words in a line, in order and without overlaps.
  ///
  /// - Parameter number: The displayed number of the line; nil to search only for the words of all lines.
  func wordRanges(in line: CodeLine, number: Int?) -> [Range<Int>] {
    if let range = number.flatMap({ changes[$0] }) {
      // Positions in an info string may be outside the line or inside a character.
      let text = line.text.utf8
      guard range.upperBound <= text.count else { return [] }
      let ends = [range.lowerBound, range.upperBound].map { text.index(text.startIndex, offsetBy: $0) }
      guard ends.allSatisfy({ $0.samePosition(in: line.text.unicodeScalars) != nil }) else { return [] }
      return [range]
    }
    return line.ranges(of: words)
  }

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
