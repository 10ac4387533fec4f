#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How the process ends.
enum ProcessExit {
  enum Status: Int32 {
    case success = 0
    /// The input could not be read or was not what it should be.
    case input = 1
    /// The command line asks for something that does not exist.
    case usage = 2
  }

  static func exit(_ status: Status) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status.rawValue)
    #elseif canImport(Musl)
      Musl.exit(status.rawValue)
    #else
      Darwin.exit(status.rawValue)
    #endif
  }
}
