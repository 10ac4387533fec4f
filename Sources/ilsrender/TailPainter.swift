internal import RunFormatters

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Draws the part of a rendering that may still change at the bottom of a terminal, again and again in place.
///
/// Final lines are written above it once and scroll away. The tail is never higher than the screen, or else what
/// scrolled out could not be taken back; each drawing is one write between the marks of synchronized output
/// (mode 2026), so that nothing flickers, and the cursor stays visible, so that there is nothing to restore.
struct TailPainter {
  /// The widths of the lines that the tail has on the screen now.
  private var shown: [Int] = []
  private var lastTail: [UInt8] = []
  private var lastPaint = 0

  /// Nanoseconds between two drawings while input keeps coming.
  private static let interval = 33_000_000

  init() {
    TerminalInterrupt.install()
  }

  /// Whether the last drawing is long enough ago for the next one while input keeps coming.
  var isDue: Bool { Self.now() - lastPaint >= Self.interval }

  /// Writes lines that are final, and the tail below them in place of the one that is there.
  mutating func paint(final: [UInt8], tail: [UInt8]) throws {
    if final.isEmpty, tail == lastTail { return }
    lastPaint = Self.now()
    let size = Terminal.size() ?? (columns: 80, rows: 24)
    var output = Array("\u{1B}[?2026h".utf8)
    let height = shown.reduce(0) { $0 + max(1, ($1 + size.columns - 1) / size.columns) }
    if height > 0 {
      output += Array("\u{1B}[\(min(height, size.rows - 1))A".utf8)
    }
    output.append(UInt8(ascii: "\r"))
    // Line by line: a terminal that keeps what is cleared (tmux) would keep a copy of a cleared screen.
    for line in Self.lines(of: final) { Self.append(line, to: &output) }
    // No higher than the screen, with the line on which the cursor comes to stand.
    shown = []
    for line in Self.lines(of: tail).suffix(max(1, size.rows - 1)) {
      Self.append(line, to: &output)
      shown.append(DisplayWidth.columns(of: line))
    }
    output += Array("\u{1B}[J".utf8)
    output += Array("\u{1B}[?2026l".utf8)
    lastTail = tail
    try StandardOutput.write(output)
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// A line in place of what stands on its row.
  private static func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output += Array("\u{1B}[K".utf8)
    output += line
    output.append(UInt8(ascii: "\n"))
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// Leaves the terminal as it was when the user interrupts.
enum TerminalInterrupt {
  /// Ends synchronized output and styles, then the process, as a shell expects it after a signal.
  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        // Only what a signal handler may do: one write, and the end.
        let reset: StaticString = "\u{1B}[?2026l\u{1B}[m"
        _ = write(STDOUT_FILENO, reset.utf8Start, reset.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }
}
