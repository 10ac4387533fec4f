/// Remembers how far long stretches of alike bytes reach in a line that has no end yet, so that the line is not scanned from its
/// beginning each time it comes again, longer.
///
/// Of `-----` and later `-----------` only the new hyphens are looked at. Stretches are named by their place in the source.
struct LineStretches {
  enum Kind: BitwiseCopyable {
    case blanks
    case wideBlanks
    case digits
    /// Bytes that are the same as the first one.
    case run
    /// The same with blanks among them.
    case marks
    /// The info of a fence, without a backtick.
    case info
    /// The dashes of a cell.
    case dashes
    /// Text without a box that is checked.
    case unchecked
    /// Raw HTML without its end.
    case openHTML
  }

  private struct Stretch: BitwiseCopyable {
    var kind: Kind
    var start: Int
    var end: Int
  }

  private var line = -1
  /// The start of the blanks at the end of the line, and the end of the line that they belong to.
  private var trailing = (start: 0, end: -1)
  private var stretches: [Stretch] = []

  /// A shorter stretch is scanned again.
  private static let shortest = 64

  /// Begins a line, or goes on with the one that came last.
  mutating func begin(_ source: Int) {
    guard line != source else { return }
    line = source
    trailing.end = -1
    if !stretches.isEmpty { stretches.removeAll() }
  }

  /// Returns the end of what is left of the line without the blanks after it.
  mutating func endWithoutBlanks(_ cursor: LineCursor) -> Int {
    var end = cursor.end
    while end > cursor.offset, cursor[end - 1].isBlank {
      end = end == trailing.end ? max(trailing.start, cursor.offset) : end - 1
    }
    trailing = (start: end, end: cursor.end)
    return end
  }

  /// Returns the end of the stretch of a kind that starts at an index of the line, of which `belongs` says
  /// which indices are in it.
  @inline(__always)
  mutating func end(of kind: Kind, from start: Int, in cursor: LineCursor, _ belongs: (Int) -> Bool) -> Int {
    var index = start
    let known =
      stretches.isEmpty ? nil : stretches.firstIndex { $0.kind == kind && $0.start == start }
    // What was half of something at the end of the line, `</script` at most, is looked at again.
    if let known { index = max(start, min(stretches[known].end, cursor.end) - 8) }
    while belongs(index) { index += 1 }
    if index - start >= Self.shortest {
      if let known {
        stretches[known].end = index
      } else {
        stretches.append(Stretch(kind: kind, start: start, end: index))
      }
    }
    return index
  }
}

extension BlockParser {
  /// Returns the end of the blanks from an index of the line on.
  mutating func endOfBlanks(from index: Int) -> Int {
    stretches.end(of: .blanks, from: index, in: line) { line[$0].isBlank }
  }

  /// Returns the end of the run of the byte that what is left of the line begins with.
  mutating func endOfRun() -> Int {
    let mark = line.head
    return stretches.end(of: .run, from: line.firstNonspace, in: line) { line[$0] == mark }
  }

  /// Returns the number of `#` of an ATX heading and of the blanks after them; 0 if there is none.
  mutating func headingMarker() -> Int {
    let start = line.firstNonspace
    var length = 0
    while length <= 6, line[start + length] == UInt8(ascii: "#") { length += 1 }
    guard length >= 1, length <= 6, line[start + length].isSpace else { return 0 }
    return endOfBlanks(from: start + length) - start
  }

  /// Returns the number of marks of an opening fence; 0 if there is none.
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

  /// Returns the number of marks of a closing fence; 0 if there is none.
  mutating func closingFence() -> Int {
    let end = endOfRun()
    guard end - line.firstNonspace >= 3, line[endOfBlanks(from: end)].isLineEnd else { return 0 }
    return end - line.firstNonspace
  }

  /// Returns the level of the heading that the line, as a setext underline, makes: 0 if it is none.
  mutating func setextUnderline() -> Int {
    guard line.head == UInt8(ascii: "=") || line.head == UInt8(ascii: "-") else { return 0 }
    let end = endOfRun()
    guard line[endOfBlanks(from: end)].isLineEnd else { return 0 }
    return line.head == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether the line is a thematic break. Where it is none it is noted up to where there is none, either.
  mutating func isThematicBreak() -> Bool {
    let (mark, start) = (line.head, line.firstNonspace)
    let end = stretches.end(of: .marks, from: start, in: line) { line[$0] == mark || line[$0].isBlank }
    line.thematicBreakLimit = end
    guard line[end].isLineEnd else { return false }
    let second = endOfBlanks(from: start + 1)
    return line[second] == mark && line[endOfBlanks(from: second + 1)] == mark
  }

  /// Whether the line has a task marker as cmark-gfm 0.29 looks for it: from its very start, list marker included.
  /// After digits it accepts any one character, and a digit may be that character.
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
    // One character, not one byte.
    index += 1
    while line[index] & 0xC0 == 0x80 { index += 1 }
    return hasTaskBox(from: index)
  }

  private mutating func hasTaskBox(from start: Int) -> Bool {
    let index = stretches.end(of: .wideBlanks, from: start, in: line) { line[$0].isWideBlank }
    return index > start && LineScanner.taskBox(line.bytes + index) != nil
  }

  /// Whether `[x]` stands anywhere in the line.
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
