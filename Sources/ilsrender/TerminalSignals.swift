internal import CLibrary

/// The signals that concern what is on the screen: those that end the process leave the terminal as it was, and the others
/// can be waited for beside input.
///
/// A handler does no more than write the signal's number into a pipe, so that a signal is never missed between looking for
/// it and waiting, whichever thread it comes to.
enum TerminalSignals {
  /// Both ends of the pipe.
  // Unsafe: set once, by the only thread that there is then, before a handler is installed that reads it.
  nonisolated(unsafe) private static var ends: (read: CInt, write: CInt) = (-1, -1)

  /// The descriptor that can be read when a signal has come.
  static var descriptor: CInt { ends.read }

  static func install() {
    guard ends.read < 0 else { return }
    var pair: [CInt] = [-1, -1]
    if pipe(&pair) == 0 {
      for end in pair {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      // Before any handler can look at them.
      ends = (pair[0], pair[1])
      for number in [SIGWINCH, SIGCONT] { signal(number, note) }
      catchStop()
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        // Only what a signal handler may do: one write, and the end.
        let reset: StaticString = "\u{1B}[?2026l\u{1B}[m"
        _ = write(STDOUT_FILENO, reset.utf8Start, reset.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }

  /// The signals that have come since the last call.
  static func take() -> [CInt] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes { read(ends.read, $0.baseAddress, $0.count) }
    return buffer.prefix(max(0, count)).map(CInt.init)
  }

  /// Stops the process as Ctrl-Z does where nobody catches the signal, and returns when it goes on.
  static func stop() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    catchStop()
    // The signal to go on has told nothing new.
    _ = take()
  }

  /// A shell without job control has its programs ignore the signal.
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
