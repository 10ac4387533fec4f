internal import SystemPackage
internal import CLibrary

/// Shows what is longer than the screen in the user's pager.
///
/// Output is held back until it fills the screen. Then the pager is started and gets it through a pipe. Shorter
/// output is written to the terminal, and no process is started.
struct Pager {
  /// The command, for the shell.
  let command: String
  /// The number of lines that fit on the screen; output with more lines goes to the pager.
  private let capacity: Int
  private var waiting: [UInt8] = []
  private var lines = 0
  private var state = State.waiting

  private enum State {
    /// The output fits on the screen so far.
    case waiting
    /// The pager reads from the pipe. It was given `sent`, in case that it cannot be started; nil once it has
    /// read something.
    case running(pid_t, FileDescriptor, sent: [UInt8]?)
    /// The reader has left the pager, and needs no more.
    case left
    /// There is no pager after all.
    case direct
  }

  /// The number of bytes that a pipe can hold before somebody reads them.
  private static let pipeCapacity = 1 << 16

  /// Creates a pager for the terminal on standard output; nil if nothing is to be paged.
  init?(_ choice: PagingChoice) {
    guard choice != .never, let size = Terminal.size(), let command = Self.command else { return nil }
    self.command = command
    // The prompt of the shell needs a line, too.
    capacity = choice == .always ? 0 : size.rows - 1
  }

  /// The user's pager; nil if the user wants none.
  private static var command: String? {
    for name in ["ILSRENDER_PAGER", "PAGER"] {
      guard let value = getenv(name) else { continue }
      let command = String(cString: value)
      let words = command.split(separator: " ")
      guard let program = words.first?.split(separator: "/").last else {
        // An empty PAGER is no wish, but an empty ILSRENDER_PAGER is.
        if name == "PAGER" { continue }
        return nil
      }
      if program == "cat" { return nil }
      // Without this option less shows the sequences of colours as text.
      return program == "less" && words.count == 1 ? command + " -RF" : command
    }
    return "less -RF"
  }

  /// Takes output.
  ///
  /// - Returns: Bytes for the terminal, if there is no pager to show them.
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

  /// Ends the output, and waits until the reader leaves the pager.
  ///
  /// - Returns: Bytes for the terminal.
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
    // Frames are no ASCII, whatever the locale is.
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
    // Ctrl-C is for the pager, and a reader who leaves it early ends nothing.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    return true
  }
}
