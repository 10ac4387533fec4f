internal import StyledRuns
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The updates of a rendering that a service does: `ilsrender-remote`, a program beside this one, talks to it, so that
/// this one links no networking and starts at once.
struct RemoteUpdates: ~Copyable {
  private static let program = "ilsrender-remote"

  private let process: pid_t
  private let output: FileDescriptor
  private let reader = UpdateLine()
  private var pending: [UInt8] = []
  /// How far `pending` is known to hold no line end.
  private var scanned = 0
  private var lines = 0
  private var returned: StreamUpdate?

  /// Sends a file, or standard input where it is nil or `-`, to the service at `server`, with options of the other
  /// program.
  init(server: String, options: [String], file: String?) throws {
    let input: FileDescriptor = try file.flatMap { $0 == "-" ? nil : try Input.open($0) } ?? .standardInput
    defer { if input != .standardInput { try? input.close() } }
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      pipe = try FileDescriptor.pipe()
    } catch {
      throw Failure.input("cannot start \(Self.program): \(error)")
    }
    defer { try? pipe.writeEnd.close() }
    let process: pid_t
    do {
      process = try Self.start([Self.program] + options + ["--", server], input: input, output: pipe)
    } catch {
      try? pipe.readEnd.close()
      throw error
    }
    self.process = process
    output = pipe.readEnd
  }

  deinit {
    try? output.close()
  }

  private static func start(
    _ words: [String], input: FileDescriptor, output: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input != .standardInput { posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, output.writeEnd.rawValue, STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, output.readEnd.rawValue)
    posix_spawn_file_actions_addclose(&actions, output.writeEnd.rawValue)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // Beside this program first: that is the one it was built with.
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

  /// The next update; nil at the end. Throws where the service failed, which the other program has said.
  mutating func next() throws -> StreamUpdate? {
    if let update = returned {
      returned = nil
      return update
    }
    while true {
      if let end = pending[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        defer {
          pending.removeFirst(end + 1)
          scanned = 0
        }
        lines += 1
        return try reader.decode(StreamUpdate.self, from: pending[..<end], number: lines)
      }
      scanned = pending.count
      guard try readMore() else {
        try checkEnd()
        return nil
      }
    }
  }

  /// Takes back the update that was given, to give it again.
  mutating func giveBack(_ update: StreamUpdate?) { returned = update }

  /// Whether another update would be there at once.
  var hasMore: Bool {
    if returned != nil { return true }
    if pending.contains(UInt8(ascii: "\n")) { return true }
    var descriptor = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  private mutating func readMore() throws -> Bool {
    do {
      let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = try output.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      pending += piece
      return !piece.isEmpty
    } catch {
      throw Failure.input("cannot read from \(Self.program): \(error)")
    }
  }

  private func checkEnd() throws {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let isExited = status & 0x7F == 0
    guard isExited, (status >> 8) & 0xFF == 0 else { throw Failure.said((isExited ? status >> 8 : 1) & 0xFF) }
  }
}
