internal import SystemPackage
internal import CLibrary

/// A running `ilsrender-remote`. That program communicates with the service, so that the filter links no
/// networking and starts quickly. Text goes to its standard input; updates come from its standard output.
final class RemoteProcess {
  static let program = "ilsrender-remote"

  /// The outcome of the program, according to its exit status.
  enum ProcessEnd: Equatable {
    /// All text was rendered.
    case complete
    /// All text was rendered, except for parts that the service skipped. The program has reported them.
    case partial
    /// The service is no longer usable.
    case unusable
    /// The service has lost the stream, but is usable.
    case lostStream
    /// An error that another attempt would not fix. The program has reported it.
    case failed(status: Int32)
  }

  private let process: pid_t
  /// One socket for both directions. Unlike a pipe, writing to it after the program has ended raises no
  /// signal.
  let socket: FileDescriptor
  /// Whether all text was written, or the program no longer reads.
  private(set) var isInputClosed = false

  init(arguments: [String]) throws {
    var ends: [CInt] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = CInt(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure.input("cannot start \(Self.program): \(Errno(rawValue: errno))")
    }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var yes: CInt = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<CInt>.size))
    #endif
    defer { close(ends[1]) }
    do {
      process = try Self.start([Self.program] + arguments, ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    socket = FileDescriptor(rawValue: ends[0])
  }

  deinit {
    try? socket.close()
  }

  private static func start(_ words: [String], _ end: CInt) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, end)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // Prefer the program next to this one, which belongs to the same build.
    for path in [besideThisProgram, program].compactMap({ $0 }) {
      let status = posix_spawnp(&process, path, &actions, nil, &arguments, environ)
      if status == 0 { return process }
      if status != ENOENT { throw Failure.input("cannot start \(path): \(Errno(rawValue: status))") }
    }
    throw Failure.input(
      "--server needs the program \(program) beside this one or in PATH: make install-service puts it there")
  }

  private static var besideThisProgram: String? {
    #if os(Linux)
      guard let path = realpath("/proc/self/exe", nil) else { return nil }
    #else
      guard let path = realpath(CommandLine.arguments.first ?? "", nil) else { return nil }
    #endif
    defer { free(path) }
    let name = String(cString: path)
    return name.lastIndex(of: "/").map { name[...$0] + program }
  }

  /// Writes as much as possible without blocking.
  ///
  /// - Returns: The number of bytes written.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT
    #else
      let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { send(socket.rawValue, $0.baseAddress, $0.count, flags) }
    // If the program has ended, its exit status tells why.
    if count < 0, errno != EAGAIN, errno != EINTR { isInputClosed = true }
    return max(0, count)
  }

  /// Signals the end of the text.
  func closeInput() {
    isInputClosed = true
    shutdown(socket.rawValue, CInt(SHUT_WR))
  }

  /// Waits for output of the program; returns no bytes at the end.
  func read() throws -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = try socket.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch Errno.connectionReset {
      // The program ended before it had read all text.
      return []
    } catch {
      throw Failure.input("cannot read from \(Self.program): \(error)")
    }
  }

  /// Waits for the program to end after it closed its output.
  func end() -> ProcessEnd {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The program was killed or crashed. A new one may succeed.
    guard status & 0x7F == 0 else { return .lostStream }
    switch (status >> 8) & 0xFF {
    case 0: return .complete
    case 3: return .unusable
    case 4: return .lostStream
    case 5: return .partial
    case let other: return .failed(status: other)
    }
  }
}
