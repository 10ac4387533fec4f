internal import CLibrary

/// Ends the process.
enum ProcessExit {
  enum ExitStatus: Int32 {
    case success = 0
    /// The input could not be read or was invalid.
    case input = 1
    /// The command line requests something that does not exist.
    case usage = 2
    /// The input was rendered, but parts of it were skipped or replaced, as a line on standard error says.
    case partial = 3
  }

  /// Ends the process by `SIGPIPE` without a message, as if writing to the closed pipe had killed it.
  static func byClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // The signal ends the process unless it is blocked. In that case, the status is the one that a shell
    // would report.
    _exit(128 + SIGPIPE)
  }

  static func exit(_ status: ExitStatus) -> Never {
    CLibrary.exit(status.rawValue)
  }
}
