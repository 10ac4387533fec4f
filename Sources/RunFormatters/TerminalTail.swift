/// Composes what a terminal is sent so that the part of a rendering that may still change is drawn at the bottom of the
/// screen, again and again in place.
///
/// Final lines are written above it once and scroll away. The tail is never higher than the screen, or else what
/// scrolled out could not be taken back; each drawing stands between the marks of synchronized output (mode 2026), so
/// that nothing flickers.
package struct TerminalTail {
  /// The widths of the lines that the tail has on the screen now.
  private var shown: [Int] = []
  private var last: [UInt8] = []

  package init() {}

  /// What to write so that `final` stands above `tail`, on a screen of this size; nil where nothing has changed.
  package mutating func paint(final: [UInt8], tail: [UInt8], columns: Int, rows: Int) -> [UInt8]? {
    if final.isEmpty, tail == last { return nil }
    var output = Array("\u{1B}[?2026h".utf8)
    // Terminals break lines anew when they become narrower.
    let height = shown.reduce(0) { $0 + Self.rows(of: $1, columns) }
    if height > 0, rows > 1 { output += Array("\u{1B}[\(min(height, rows - 1))A".utf8) }
    output.append(UInt8(ascii: "\r"))
    // Line by line: a terminal that keeps what is cleared (tmux) would keep a copy of a cleared screen.
    for line in Self.lines(of: final) { Self.append(line, columns, to: &output) }
    // No higher than the screen, with the line on which the cursor comes to stand.
    let lines = Self.lines(of: tail)
    var widths: [Int] = []
    var free = max(1, rows - 1)
    for line in lines.reversed() {
      let width = DisplayWidth.columns(of: line)
      free -= Self.rows(of: width, columns)
      if free < 0, !widths.isEmpty { break }
      widths.append(width)
    }
    shown = widths.reversed()
    for line in lines.suffix(widths.count) { Self.append(line, columns, to: &output) }
    output += Array("\u{1B}[J\u{1B}[?2026l".utf8)
    last = tail
    return output
  }

  /// How many rows a line of some width takes.
  private static func rows(of width: Int, _ columns: Int) -> Int {
    max(1, (width + columns - 1) / max(1, columns))
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// A line in place of what stands on its row.
  private static func append(_ line: ArraySlice<UInt8>, _ columns: Int, to output: inout [UInt8]) {
    output += Array("\u{1B}[K".utf8)
    output += line
    // A line that the terminal breaks ends on a row that may have been longer; behind a full row this would erase
    // its last column.
    if line.count > columns {
      let width = DisplayWidth.columns(of: line)
      if width > columns, width % columns > 0 { output += Array("\u{1B}[K".utf8) }
    }
    output.append(UInt8(ascii: "\n"))
  }
}
