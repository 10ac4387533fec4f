import StyledRuns

/// A comment at the end of a line of code that highlights the line, in the notation of shiki:
/// `let x = 1 // [!code ++]`. The line is shown without the comment.
///
/// The notations are `++`, `--`, `highlight` (or `hl`), `focus`, `error` and `warning`. A count applies the
/// notation to the lines that follow, too (``CodeNotations``): `[!code ++:3]` marks three lines, its own
/// included.
struct CodeNotation {
  var mark: CodeAttributes.Mark
  /// The number of lines that the notation marks, from its own on.
  var lines = 1
  /// The length of the line in bytes without the comment and the spaces before it.
  var end: Int

  /// The delimiters that open a comment with a notation.
  private static let openers: [StaticString] = ["<!--", "{/*", "/*", "//", "--", "#", ";", "%"]
  /// The delimiters that close such a comment at the end of the line.
  private static let closers: [StaticString] = ["*/}", "*/", "-->"]

  /// Finds the notation of a line; returns nil if there is none, which usually the last bytes tell.
  init?(_ line: CodeLine) {
    guard let found = withUTF8(line.text, Self.find) else { return nil }
    self = found
  }

  init(mark: CodeAttributes.Mark, lines: Int = 1, end: Int) {
    self.mark = mark
    self.lines = lines
    self.end = end
  }

  private static func find(in text: UnsafeBufferPointer<UInt8>) -> CodeNotation? {
    var end = trimmed(text, to: text.count)
    for closer in closers where ends(text, end, with: closer) {
      end = trimmed(text, to: end - closer.utf8CodeUnitCount)
      break
    }
    guard end > 8, text[end - 1] == UInt8(ascii: "]") else { return nil }
    let start = end - 1
    guard let open = text[max(0, end - 24)..<start].lastIndex(of: UInt8(ascii: "[")) else { return nil }
    let remark = text[(open + 1)..<start]
    guard remark.starts(with: "!code ".utf8) else { return nil }
    let words = remark.dropFirst(6).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count <= 2, let mark = mark(words[0]) else { return nil }
    var lines = 1
    if words.count == 2 {
      guard words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(words[1]), count > 0
      else {
        return nil
      }
      lines = min(count, CodeNotations.maximumLines)
    }
    let comment = trimmed(text, to: open)
    for opener in openers where ends(text, comment, with: opener) {
      return CodeNotation(
        mark: mark, lines: lines, end: trimmed(text, to: comment - opener.utf8CodeUnitCount))
    }
    return nil
  }

  private static func mark(_ name: String) -> CodeAttributes.Mark? {
    switch name {
    case "++": .inserted
    case "--": .deleted
    case "highlight", "hl": .highlighted
    case "focus": .focused
    case "error": .error
    case "warning": .warning
    default: nil
    }
  }

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>, to end: Int) -> Int {
    var end = end
    while end > 0, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return end
  }

  private static func ends(_ text: UnsafeBufferPointer<UInt8>, _ end: Int, with word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end >= count else { return false }
    return text[(end - count)..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
  }
}

/// Finds the notations of the lines of a code block, in order.
///
/// ```swift
/// var notations = CodeNotations(before: 10, of: code.lines)
/// for line in code.lines[10...] { show(line, notations.next(line)) }
/// ```
///
/// The appearance of a line depends on the preceding lines only, so that a block can be shown while it grows.
struct CodeNotations: Sendable {
  /// The mark of an earlier notation, and the number of lines that it still applies to.
  private var mark = CodeAttributes.Mark.highlighted
  private var remaining = 0

  /// The maximum number of lines that a notation marks, which is the number of lines to look back.
  static let maximumLines = 100

  /// Begins with the first line of a block.
  init() {}

  /// Begins with a later line of a block. O(``maximumLines``).
  init(before index: Int, of lines: [CodeLine]) {
    for line in lines[max(0, index - Self.maximumLines)..<index] { _ = next(line) }
  }

  /// Returns the notation of the next line: its own, or that of an earlier line with a count.
  mutating func next(_ line: CodeLine) -> CodeNotation? {
    if let own = CodeNotation(line) {
      (mark, remaining) = (own.mark, own.lines - 1)
      return own
    }
    guard remaining > 0 else { return nil }
    remaining -= 1
    return CodeNotation(mark: mark, end: line.text.utf8.count)
  }
}

extension CodeLine {
  /// Returns the start of the line up to `end`, which must be a character boundary.
  func prefix(bytes end: Int) -> CodeLine { part(0..<end) }

  /// Returns a part of the line between two character boundaries.
  func part(_ range: Range<Int>) -> CodeLine {
    var runs: [CodeRun] = []
    var start = 0
    for run in self.runs where start < range.upperBound {
      let end = start + Int(run.length)
      let length = min(end, range.upperBound) - max(start, range.lowerBound)
      if length > 0 { runs.append(CodeRun(length: length, scopes: run.scopes)) }
      start = end
    }
    let bytes = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
    return CodeLine(text: String(decoding: bytes, as: UTF8.self), runs: runs)
  }

  /// Returns the ranges of words in the line, in order and without overlaps. O(words * line).
  func ranges(of words: [String]) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    var ranges: [Range<Int>] = []
    withUTF8(text) { text in
      var position = 0
      while position < text.count {
        let word = words.first { word in
          text.count - position >= word.utf8.count
            && text[position..<(position + word.utf8.count)].elementsEqual(word.utf8)
        }
        if let word {
          ranges.append(position..<(position + word.utf8.count))
          position += word.utf8.count
        } else {
          position += 1
        }
      }
    }
    return ranges
  }
}
