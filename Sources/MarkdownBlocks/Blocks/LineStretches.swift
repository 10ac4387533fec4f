internal import MarkdownSource

/// Caches the extents of long runs in a partial line, so that a longer version of the line is not scanned
/// from its start.
///
/// When `-----` becomes `-----------`, only the new hyphens are scanned. Runs are identified by their source
/// offset.
struct LineStretches {
  enum StretchKind: BitwiseCopyable {
    case blanks
    case wideBlanks
    /// The blanks after a tag.
    case blanksAfterTag
    case digits
    /// Repeated bytes.
    case run
    /// Repeated bytes with blanks between them.
    case marks
    /// The info string of a fence without backticks.
    case info
    /// The dashes of a delimiter cell.
    case dashes
    /// Text without a checked box.
    case unchecked
    /// Raw HTML without its end.
    case openHTML
  }

  private struct LineStretch: BitwiseCopyable {
    var kind: StretchKind
    var start: Int
    var end: Int
  }

  private var line = -1
  /// The start of the trailing blanks, and the end of the line that they belong to.
  private var trailing = (start: 0, end: -1)
  private var stretches: [LineStretch] = []
  /// The scan of the tag that starts at an index, before the byte at `end`.
  private var tag = (start: -1, end: 0, scan: InlineTag())

  /// The minimum length of a cached run. Shorter runs are scanned again.
  private static let shortest = 64

  /// Starts a line, or continues with a longer version of the last line.
  mutating func begin(_ source: Int) {
    guard line != source else { return }
    line = source
    trailing.end = -1
    tag.start = -1
    if !stretches.isEmpty { stretches.removeAll() }
  }

  /// Returns the end of the line without trailing blanks.
  mutating func endWithoutBlanks(_ cursor: LineCursor) -> Int {
    var end = cursor.end
    while end > cursor.offset, cursor[end - 1].isBlank {
      end = end == trailing.end ? max(trailing.start, cursor.offset) : end - 1
    }
    trailing = (start: end, end: cursor.end)
    return end
  }

  /// Returns the index after the tag of any name at `start`; nil if there is none.
  mutating func endOfTag(from start: Int, in cursor: LineCursor) -> Int? {
    let next = cursor[start + 1]
    guard cursor[start] == UInt8(ascii: "<"), next.isLetter || next == UInt8(ascii: "/") else { return nil }
    if tag.start != start || tag.end > cursor.end { tag = (start: start, end: start + 1, scan: InlineTag()) }
    while !cursor[tag.end].isLineEnd {
      var scan = tag.scan
      switch scan.take(cursor[tag.end]) {
      case .fails: return nil
      case .ends: return tag.end + 1
      case .more: break
      }
      tag.scan = scan
      tag.end += 1
    }
    return nil
  }

  /// Returns the end of a run.
  ///
  /// - Parameters:
  ///   - start: The index of the first byte of the run.
  ///   - belongs: Whether the byte at an index belongs to the run.
  @inline(__always)
  mutating func end(of kind: StretchKind, from start: Int, in cursor: LineCursor, _ belongs: (Int) -> Bool)
    -> Int
  {
    var index = start
    let known =
      stretches.isEmpty ? nil : stretches.firstIndex { $0.kind == kind && $0.start == start }
    // A construct that was cut at the end of the line, at most `</script`, is scanned again.
    if let known { index = max(start, min(stretches[known].end, cursor.end) - 8) }
    while belongs(index) { index += 1 }
    if index - start >= Self.shortest {
      if let known {
        stretches[known].end = index
      } else {
        stretches.append(LineStretch(kind: kind, start: start, end: index))
      }
    }
    return index
  }
}

extension BlockParser {
  /// Returns the end of the blanks that start at an index.
  mutating func endOfBlanks(from index: Int) -> Int {
    stretches.end(of: .blanks, from: index, in: line) { line[$0].isBlank }
  }

  /// Whether a complete start or end tag of any name is alone on the line: start condition 7 of raw HTML blocks
  /// (CommonMark 0.29, 4.6).
  mutating func hasLoneTag() -> Bool {
    guard let tagEnd = stretches.endOfTag(from: line.firstNonspace, in: line) else { return false }
    let end = stretches.end(of: .blanksAfterTag, from: tagEnd, in: line) {
      line[$0].isBlank || line[$0] == 0x0C
    }
    return line[end].isLineEnd
  }

  /// Returns the end of the run of equal bytes at the cursor.
  mutating func endOfRun() -> Int {
    let mark = line.head
    return stretches.end(of: .run, from: line.firstNonspace, in: line) { line[$0] == mark }
  }

  /// Returns the length of an ATX heading's marker with the blanks after it; 0 if there is none.
  mutating func headingMarker() -> Int {
    let start = line.firstNonspace
    var length = 0
    while length <= 6, line[start + length] == UInt8(ascii: "#") { length += 1 }
    guard length >= 1, length <= 6, line[start + length].isSpace else { return 0 }
    return endOfBlanks(from: start + length) - start
  }

  /// Returns the length of an opening fence; 0 if there is none.
  mutating func openingFence() -> Int {
    let tick = UInt8(ascii: "`")
    let end = endOfRun()
    guard end - line.firstNonspace >= 3 else { return 0 }
    if line.head == tick {
      let next = stretches.end(of: .info, from: end, in: line) { line[$0] != tick && !line[$0].isLineEnd }
      if line[next] == tick { return 0 }
    }
    return end - line.firstNonspace
  }

  /// Returns the length of a closing fence; 0 if there is none.
  mutating func closingFence() -> Int {
    let end = endOfRun()
    guard end - line.firstNonspace >= 3, line[endOfBlanks(from: end)].isLineEnd else { return 0 }
    return end - line.firstNonspace
  }

  /// Returns the heading level of a setext underline; 0 if the line is not an underline.
  mutating func setextUnderline() -> Int {
    guard line.head == UInt8(ascii: "=") || line.head == UInt8(ascii: "-") else { return 0 }
    let end = endOfRun()
    guard line[endOfBlanks(from: end)].isLineEnd else { return 0 }
    return line.head == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether the line is a thematic break. The scan also sets the index before which no thematic break can
  /// start.
  mutating func isThematicBreak() -> Bool {
    let (mark, start) = (line.head, line.firstNonspace)
    let end = stretches.end(of: .marks, from: start, in: line) { line[$0] == mark || line[$0].isBlank }
    line.thematicBreakLimit = end
    guard line[end].isLineEnd else { return false }
    let second = endOfBlanks(from: start + 1)
    return line[second] == mark && line[endOfBlanks(from: second + 1)] == mark
  }

  /// Whether the line starts with a task item as cmark-gfm 0.29 matches it: from the start of the line,
  /// including the list marker. The character after digits can be any character, even a digit.
  mutating func hasTaskMarker() -> Bool {
    let start = stretches.end(of: .wideBlanks, from: 0, in: line) { line[$0].isWideBlank }
    let first = line[start]
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      return hasTaskBox(from: start + 1)
    }
    guard first.isDigit else { return false }
    var index = stretches.end(of: .digits, from: start, in: line) { line[$0].isDigit }
    if index - start >= 2, hasTaskBox(from: index) { return true }
    guard !line[index].isLineEnd else { return false }
    // One character, which can have several bytes.
    index += 1
    while line[index] & 0xC0 == 0x80 { index += 1 }
    return hasTaskBox(from: index)
  }

  private mutating func hasTaskBox(from start: Int) -> Bool {
    let index = stretches.end(of: .wideBlanks, from: start, in: line) { line[$0].isWideBlank }
    return index > start && LineScanner.taskBox(line.bytes + index) != nil
  }

  /// Whether the line contains `[x]`.
  mutating func hasCheckedBox() -> Bool {
    let end = stretches.end(of: .unchecked, from: 0, in: line) { index in
      let isBox =
        line[index] == UInt8(ascii: "[") && line[index + 1].lowercased == UInt8(ascii: "x")
        && line[index + 2] == UInt8(ascii: "]")
      return !isBox && index < line.end
    }
    return end < line.end
  }
}
