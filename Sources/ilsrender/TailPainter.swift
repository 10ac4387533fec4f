internal import RunFormatters
internal import CLibrary

/// Draws the changing part of a rendering in place, and restores the terminal at the end.
///
/// Frames are drawn when ``FrameSchedule`` allows it and the terminal has accepted the previous ones. A slow
/// terminal skips frames; the next frame contains their changes.
///
/// The cursor stays visible, below the tail, so that ``TerminalSignals`` only needs to end open sequences.
/// When the process is stopped with Ctrl-Z, the tail is removed from the screen. It is drawn again at the
/// cursor when the process continues.
struct TailPainter {
  private var tail: TerminalTail
  private var schedule = FrameSchedule()
  /// The number of unread bytes that the user typed. Each typed line moved the cursor.
  private var typedBytes = 0
  /// Whether something else can write to the screen, so that each frame draws the whole tail: another
  /// program, or the echo of a keyboard on standard input.
  private let sharesScreen: Bool

  /// Creates a painter.
  ///
  /// - Parameter sharesErrors: Whether another program may write to standard error.
  init(ambiguousWidth: Int, sharesErrors: Bool) {
    tail = TerminalTail(ambiguousWidth: ambiguousWidth)
    sharesScreen = isatty(STDIN_FILENO) == 1 || sharesErrors && isatty(STDERR_FILENO) == 1
    TerminalSignals.install()
    typedBytes = Self.unreadBytes()
  }

  /// The events other than input that end a wait: signals, and the time for a frame.
  struct Wakeups {
    var descriptors: [pollfd]
    /// The timeout in milliseconds, or -1 for none.
    var milliseconds: CInt
  }

  var wakeups: Wakeups {
    var descriptors = [pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0)]
    guard let wait = schedule.wait(at: Self.now()) else {
      return Wakeups(descriptors: descriptors, milliseconds: -1)
    }
    guard wait > 0 else {
      descriptors.append(pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0))
      return Wakeups(descriptors: descriptors, milliseconds: -1)
    }
    return Wakeups(descriptors: descriptors, milliseconds: CInt((wait + 999_999) / 1_000_000))
  }

  /// Records that the content has changed.
  mutating func change() { schedule.change() }

  /// Whether a frame is due. Handles signals first.
  mutating func isReady() throws -> Bool {
    try followSignals()
    guard schedule.isDue(at: Self.now()) else { return false }
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&output, 1, 0) > 0
  }

  /// Handles signals: stops the process, or continues on a resized screen.
  private mutating func followSignals() throws {
    for signal in TerminalSignals.take() {
      switch signal {
      case SIGTSTP:
        try StandardOutput.write(tail.erase())
        TerminalSignals.stop()
        typedBytes = Self.unreadBytes()
      case SIGCONT: tail.forget()
      default: break
      }
      schedule.hurry()
    }
  }

  /// The screen size that a frame is laid out for.
  struct PaintedFrame {
    /// The size of the terminal; nil if it is unknown.
    let size: (columns: Int, rows: Int)?
  }

  /// Begins a frame. A signal that arrives from now on is handled after the frame, and causes another one.
  mutating func beginFrame() throws -> PaintedFrame {
    try followSignals()
    return PaintedFrame(size: Terminal.size())
  }

  /// Writes final lines, and replaces the tail below them.
  mutating func paint(final: [UInt8], tail bytes: [UInt8], in frame: PaintedFrame) throws {
    let typed = Self.unreadBytes()
    let output = tail.paint(
      final: final, tail: bytes, columns: frame.size?.columns ?? 80, rows: frame.size?.rows ?? 24,
      isDisturbed: sharesScreen || typed != typedBytes)
    typedBytes = typed
    schedule.draw(bytes: output?.count ?? 0, at: Self.now())
    if let output { try StandardOutput.write(output) }
  }

  /// Returns the number of bytes in complete lines of the terminal's input.
  private static func unreadBytes() -> Int {
    var count: CInt = 0
    return ioctl(STDOUT_FILENO, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
