/// Shows the changing part of a rendering (its tail) at the bottom of a terminal's screen.
///
/// ```swift
/// var tail = TerminalTail()
/// output += tail.paint(final: [], tail: lines, columns: 80, rows: 24) ?? []
/// ```
///
/// Final lines are written once, above the tail, and scroll away. The tail is never higher than the screen,
/// because lines that have scrolled off cannot be changed. A frame is the difference to the previous one:
/// unchanged lines are skipped, a line that grew gets its new end, and moved lines are moved
/// (`docs/decisions/0002-frames-as-differences.md`).
package struct TerminalTail {
  /// The lines of the tail on the screen.
  private var shown: [TerminalLine] = []
  /// The number of lines of the tail above them, for which the screen has no space.
  private var hidden = 0
  /// The last painted tail; nil if the screen may show something else.
  private var last: [UInt8]?
  private var size = Size(columns: 0, rows: 0)
  private let measure: ClusterMeasure

  private struct Size: Equatable {
    var columns: Int
    var rows: Int
  }

  /// The number of screens beyond which a frame is drawn completely, because a difference would save nothing.
  private static let screensPerPatch = 8

  /// Creates an empty tail.
  ///
  /// - Parameter ambiguousWidth: The width of characters with an ambiguous width, in columns.
  package init(ambiguousWidth: Int = 1) {
    measure = ClusterMeasure(ambiguousWidth: ambiguousWidth == 2 ? 2 : 1)
  }

  /// Returns the bytes that show `tail` below `final` on a screen of this size; nil if nothing has changed.
  ///
  /// - Parameters:
  ///   - final: New final lines.
  ///   - tail: The lines that can still change.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - isDisturbed: Whether something else has moved the lines on the screen, such as the return key.
  package mutating func paint(
    final: [UInt8], tail: [UInt8], columns: Int, rows: Int, isDisturbed: Bool = false
  ) -> [UInt8]? {
    let size = Size(columns: max(1, columns), rows: max(1, rows))
    let isSameScreen = size == self.size && !isDisturbed && last != nil
    if final.isEmpty, tail == last, isSameScreen { return nil }
    let finalLines = Self.lines(of: final)
    let tailLines = Self.lines(of: tail)
    let visible = visibleLines(of: tailLines, size)
    let nextHidden = tailLines.count - visible.count
    defer {
      (shown, hidden, last, self.size) = (visible, nextHidden, tail, size)
    }
    let isSmall = finalLines.count <= Self.screensPerPatch * size.rows
    guard isSameScreen, isSmall, size.rows > 2, shown.allSatisfy({ fits($0, size) }) else {
      return redraw(finalLines, visible, size)
    }
    let lines = finalLines.map { TerminalLine($0, measure: measure) } + visible
    guard lines.allSatisfy({ fits($0, size) }) else { return redraw(finalLines, visible, size) }
    let plan = TailPlan(
      from: shown, hidden: hidden, to: lines, final: finalLines.count, nextHidden: nextHidden)
    guard lines.count > size.rows - 1, plan.insertsAbove, plan.linesOnTop == nil else {
      return carryOut(plan, from: shown, to: lines, size)
    }
    // The screen has no space to insert lines in several places while others scroll off. First show all lines
    // as a tail, then insert only final lines above it.
    let whole = Array(lines.suffix(size.rows - 1))
    let above = lines.count + nextHidden - whole.count
    let toWhole = TailPlan(from: shown, hidden: hidden, to: whole, final: 0, nextHidden: above)
    let toLines = TailPlan(
      from: whole, hidden: above, to: lines, final: finalLines.count, nextHidden: nextHidden)
    return carryOut(toWhole, from: shown, to: whole, size) + carryOut(toLines, from: whole, to: lines, size)
  }

  private func carryOut(
    _ plan: TailPlan, from shown: [TerminalLine], to lines: [TerminalLine], _ size: Size
  ) -> [UInt8] {
    var painting = TailPainting(row: shown.count, columns: size.columns, rows: size.rows)
    painting.carryOut(plan, from: shown, to: lines)
    return painting.finish()
  }

  /// Returns the bytes that remove the tail from the screen and leave the cursor where the tail started. The
  /// next frame is drawn there.
  package mutating func erase() -> [UInt8] {
    var output: [UInt8] = []
    let height = shown.reduce(0) { $0 + Self.rows(of: $1.width, size.columns) }
    if height > 0 { output += Array("\u{1B}[\(min(height, max(1, size.rows - 1)))A".utf8) }
    output += Array("\r\u{1B}[J".utf8)
    forget()
    return output
  }

  /// Records that the screen no longer shows the tail. The next frame starts at the cursor.
  package mutating func forget() {
    shown = []
    hidden = 0
    last = nil
  }

  /// Returns the end of the tail that fits on the screen above the row of the cursor.
  private func visibleLines(of lines: [ArraySlice<UInt8>], _ size: Size) -> [TerminalLine] {
    var visible: [TerminalLine] = []
    var free = max(1, size.rows - 1)
    for line in lines.reversed() {
      let line = TerminalLine(line, measure: measure)
      free -= Self.rows(of: line.width, size.columns)
      if free < 0, !visible.isEmpty { break }
      visible.append(line)
    }
    return visible.reversed()
  }

  /// Whether a line fits into one row and all its cells are known.
  private func fits(_ line: TerminalLine, _ size: Size) -> Bool {
    line.width <= size.columns && !line.isOpaque
  }

  // MARK: Complete redraw

  /// Draws a complete frame. Only assumes how many rows the lines on the screen have.
  private func redraw(_ final: [ArraySlice<UInt8>], _ tail: [TerminalLine], _ size: Size) -> [UInt8] {
    var output = Array("\u{1B}[?2026h".utf8)
    // Terminals rewrap lines when they become narrower.
    let height = shown.reduce(0) { $0 + Self.rows(of: $1.width, size.columns) }
    if height > 0, size.rows > 1 { output += Array("\u{1B}[\(min(height, size.rows - 1))A".utf8) }
    output.append(UInt8(ascii: "\r"))
    // Clear line by line: a terminal that keeps cleared content (tmux) would keep a copy of the screen.
    for line in final { append(line, size.columns, to: &output) }
    for line in tail { append(line.bytes[...], size.columns, to: &output) }
    output += Array("\u{1B}[J\u{1B}[?2026l".utf8)
    return output
  }

  /// Returns the number of rows of a line with this width.
  private static func rows(of width: Int, _ columns: Int) -> Int {
    max(1, (width + columns - 1) / max(1, columns))
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Appends a line that replaces the content of its row.
  private func append(_ line: ArraySlice<UInt8>, _ columns: Int, to output: inout [UInt8]) {
    output += Array("\u{1B}[K".utf8)
    output += line
    // A wrapped line ends in a row that may have been longer. After a full row, clearing would erase the last
    // column.
    if line.count > columns {
      let width = DisplayWidth.columns(of: line, ambiguousWidth: measure.ambiguousWidth)
      if width > columns, width % columns > 0 { output += Array("\u{1B}[K".utf8) }
    }
    output.append(UInt8(ascii: "\n"))
  }
}
