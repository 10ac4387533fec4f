internal import SystemPackage
internal import CLibrary

/// Shows output that is longer than the screen in the user's pager.
///
/// Output is buffered until it fills the screen. Then the pager is started and reads from a pipe. Shorter
/// output is written to the terminal without starting a process.
struct Pager {
  /// The shell command of the pager.
  let command: String
  /// The number of lines that fit on the screen. Longer output goes to the pager.
  private let capacity: Int
  private var waiting: [UInt8] = []
  private var lines = 0
  private var state = PagerState.waiting

  private enum PagerState {
    /// The output fits on the screen so far.
    case waiting
    /// The pager reads from the pipe. `sent` is the output that would be lost if the pager did not start; nil
    /// once the pager has read something.
    case running(pid_t, FileDescriptor, sent: [UInt8]?)
    /// The user has quit the pager, so that further output is dropped.
    case left
    /// No pager could be started; the output goes to the terminal.
    case direct
  }

  /// The capacity of a pipe in bytes.
  private static let pipeCapacity = 1 << 16

  /// Creates a pager for the terminal on standard output; returns nil if nothing is to be paged.
  init?(_ choice: PagingChoice) {
    guard choice != .never, let size = Terminal.size(), let command = Self.command else { return nil }
    self.command = command
    // One line is reserved for the shell's prompt.
    capacity = choice == .always ? 0 : size.rows - 1
  }

  /// The user's pager command; nil if the user disabled paging.
  private static var command: String? {
    for name in ["ILSRENDER_PAGER", "PAGER"] {
      guard let value = getenv(name) else { continue }
      let command = String(cString: value)
      let words = command.split(separator: " ")
      guard let program = words.first?.split(separator: "/").last else {
        // An empty PAGER means the default, but an empty ILSRENDER_PAGER disables paging.
        if name == "PAGER" { continue }
        return nil
      }
      if program == "cat" { return nil }
      // Without this option, less shows colour sequences as text.
      return program == "less" && words.count == 1 ? command + " -RF" : command
    }
    return "less -RF"
  }

  /// Passes output to the pager, or buffers it.
  ///
  /// - Returns: The bytes to write to the terminal if there is no pager.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    switch state {
    case .left: return []
    case .direct: return bytes
    case .running: return send(bytes)
    case .waiting:
      waiting += bytes
      for byte in bytes where byte == UInt8(ascii: "\n") { lines += 1 }
      guard lines > capacity else { return [] }
      defer { waiting = [] }
      guard start() else {
        state = .direct
        return waiting
      }
      return send(waiting)
    }
  }

  /// Ends the output, and waits until the user quits the pager.
  ///
  /// - Returns: The bytes to write to the terminal.
  mutating func finish() -> [UInt8] {
    switch state {
    case .left, .direct: return []
    case .waiting:
      defer { waiting = [] }
      return waiting
    case .running(let process, let pipe, let sent):
      try? pipe.close()
      return Self.couldStart(process) ? [] : sent ?? []
    }
  }

  private mutating func send(_ bytes: [UInt8]) -> [UInt8] {
    guard case .running(let process, let pipe, var sent) = state else { return bytes }
    sent = sent.map { $0.isEmpty ? bytes : $0 + bytes }
    do {
      try bytes.withUnsafeBytes { _ = try pipe.writeAll($0) }
      if let count = sent?.count, count > Self.pipeCapacity { sent = nil }
      state = .running(process, pipe, sent: sent)
      return []
    } catch {
      try? pipe.close()
      let isRead = Self.couldStart(process)
      state = isRead ? .left : .direct
      return isRead ? [] : sent ?? bytes
    }
  }

  /// Waits for the end of the pager.
  ///
  /// - Returns: `false` if the shell did not find the program or could not start it.
  private static func couldStart(_ process: pid_t) -> Bool {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    signal(SIGINT, SIG_DFL)
    return status & 0x7F != 0 || ![126, 127].contains(status >> 8 & 0xFF)
  }

  private mutating func start() -> Bool {
    var ends: [CInt] = [-1, -1]
    guard CLibrary.pipe(&ends) == 0 else { return false }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    // less must treat the output as UTF-8 in every locale, because frames are drawn with box characters.
    setenv("LESSCHARSET", "utf-8", 0)
    let words: [String] = ["sh", "-c", command]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ) == 0 else {
      close(ends[1])
      return false
    }
    state = .running(process, FileDescriptor(rawValue: ends[1]), sent: [])
    // Ctrl-C belongs to the pager, and quitting the pager early must not end this process.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    return true
  }
}
