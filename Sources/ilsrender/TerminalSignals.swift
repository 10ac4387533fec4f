internal import CLibrary

/// Handles signals that affect the screen. A signal that ends the process first restores the terminal; a wait
/// can include the other signals together with input.
///
/// A handler only writes the signal's number to a pipe (the self-pipe trick). No signal is therefore missed
/// between a check and a wait, whichever thread receives it.
enum TerminalSignals {
  /// The read end and the write end of the pipe.
  // Unsafe: written once, before a second thread or a handler that reads it exists.
  nonisolated(unsafe) private static var ends: (read: CInt, write: CInt) = (-1, -1)

  /// A descriptor that becomes readable when a signal has arrived.
  static var descriptor: CInt { ends.read }

  static func install() {
    guard ends.read < 0 else { return }
    var pair: [CInt] = [-1, -1]
    if pipe(&pair) == 0 {
      for end in pair {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      // Assigned before any handler can read them.
      ends = (pair[0], pair[1])
      for number in [SIGWINCH, SIGCONT] { signal(number, note) }
      catchStop()
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        // A signal handler may only call async-signal-safe functions: here `write` and `_exit`.
        let reset: StaticString = "\u{1B}[?2026l\u{1B}[m"
        _ = write(STDOUT_FILENO, reset.utf8Start, reset.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }

  /// Returns the signals since the last call.
  static func take() -> [CInt] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes { read(ends.read, $0.baseAddress, $0.count) }
    return buffer.prefix(max(0, count)).map(CInt.init)
  }

  /// Stops the process as an uncaught Ctrl-Z does, and returns when the process continues.
  static func stop() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    catchStop()
    // The signal to continue is already handled.
    _ = take()
  }

  /// Handles Ctrl-Z, unless a shell without job control has made its programs ignore it.
  private static func catchStop() {
    let before = signal(SIGTSTP, note)
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGTSTP, SIG_IGN)
    }
  }

  private static let note: @convention(c) (CInt) -> Void = { number in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(ends.write, &byte, 1)
    errno = error
  }
}
