internal import RunFormatters

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Draws the growing part of a rendering in place, at most so often, and leaves the terminal as it was.
///
/// The cursor stays visible, so that there is nothing to restore but what ``TerminalInterrupt`` ends.
struct TailPainter {
  private var tail = TerminalTail()
  private var lastPaint = 0

  /// Nanoseconds between two drawings while input keeps coming.
  private static let interval = 33_000_000

  init() {
    TerminalInterrupt.install()
  }

  /// Whether the last drawing is long enough ago for the next one while input keeps coming.
  var isDue: Bool { Self.now() - lastPaint >= Self.interval }

  /// Writes lines that are final, and the tail below them in place of the one that is there.
  mutating func paint(final: [UInt8], tail bytes: [UInt8]) throws {
    let size = Terminal.size() ?? (columns: 80, rows: 24)
    guard let output = tail.paint(final: final, tail: bytes, columns: size.columns, rows: size.rows) else {
      return
    }
    lastPaint = Self.now()
    try StandardOutput.write(output)
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
    // Only there to wake up who waits for input, which then draws for the new size.
    signal(SIGWINCH) { _ in }
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
