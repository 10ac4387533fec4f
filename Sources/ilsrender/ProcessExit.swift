internal import CLibrary

/// How the process ends.
enum ProcessExit {
  enum Status: Int32 {
    case success = 0
    /// The input could not be read or was not what it should be.
    case input = 1
    /// The command line asks for something that does not exist.
    case usage = 2
  }

  /// Ends as a process does whose output nobody reads any more: by the signal, without a word.
  static func byClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // The signal ends the process, unless it is blocked: then the status is what a shell would make of it.
    _exit(128 + SIGPIPE)
  }

  static func exit(_ status: Status) -> Never {
    CLibrary.exit(status.rawValue)
  }
}
