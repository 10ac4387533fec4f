internal import RunFormatters
internal import CLibrary

/// Draws the growing part of a rendering in place, and leaves the terminal as it was.
///
/// Frames are drawn as ``FrameSchedule`` says, and only when the terminal has taken the ones before: where it reads slowly,
/// frames are left out, and the next one brings what they would have brought.
///
/// The cursor stays visible and between frames stands below the tail, so that there is nothing to restore but what
/// ``TerminalSignals`` ends. When the process is stopped (Ctrl-Z) the tail is taken off the screen, and drawn again where
/// the cursor is when the process goes on.
struct TailPainter {
  private var tail: TerminalTail
  private var schedule = FrameSchedule()
  /// Bytes that were typed and that nobody has read: each line of them has moved the cursor.
  private var typedBytes = 0
  /// Whether somebody else writes to the screen at any time, so that each frame draws all of the tail: another program, or
  /// the echo of a keyboard that is standard input.
  private let sharesScreen: Bool

  /// - Parameter sharesErrors: whether another program may write to standard error meanwhile.
  init(ambiguousWidth: Int, sharesErrors: Bool) {
    tail = TerminalTail(ambiguousWidth: ambiguousWidth)
    sharesScreen = isatty(STDIN_FILENO) == 1 || sharesErrors && isatty(STDERR_FILENO) == 1
    TerminalSignals.install()
    typedBytes = Self.unreadBytes()
  }

  /// The events that end a wait for input besides input: signals, and the time for a frame.
  struct Wakeups {
    var descriptors: [pollfd]
    /// Milliseconds, or -1 for any time.
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

  /// Says that there is something new to draw.
  mutating func change() { schedule.change() }

  /// Whether a frame is to be drawn now, after what signals ask for.
  mutating func isReady() throws -> Bool {
    try followSignals()
    guard schedule.isDue(at: Self.now()) else { return false }
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&output, 1, 0) > 0
  }

  /// Does what signals ask for: stops the process, begins on another screen.
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

  /// Writes lines that are final, and the tail below them in place of the one that is there.
  mutating func paint(final: [UInt8], tail bytes: [UInt8]) throws {
    try followSignals()
    let size = Terminal.size() ?? (columns: 80, rows: 24)
    let typed = Self.unreadBytes()
    let output = tail.paint(
      final: final, tail: bytes, columns: size.columns, rows: size.rows,
      isDisturbed: sharesScreen || typed != typedBytes)
    typedBytes = typed
    schedule.draw(bytes: output?.count ?? 0, at: Self.now())
    if let output { try StandardOutput.write(output) }
  }

  /// The bytes in the terminal's input, of whole lines.
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
