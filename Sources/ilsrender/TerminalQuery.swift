internal import RunFormatters
internal import StyledRuns
internal import TextMate
internal import CLibrary

/// Queries the terminal's background colour (OSC 11) and its type (DA1).
///
/// The query is sent once in the life of the process, and the output waits at most 300 milliseconds for the
/// response. If there is none by then, ``awaitLateResponse()`` waits for it after all output, until 600
/// milliseconds after the query.
///
/// The query goes to the controlling terminal, so standard input can be a pipe. Every terminal responds to
/// DA1, so once this response has arrived, no other is missing. During the wait, the terminal neither shows
/// nor keeps the response. Signals that would end the process are blocked until the terminal is restored.
enum TerminalQuery {
  struct TerminalReply {
    /// The background colour; nil if the terminal does not report it.
    var background: Color?
    var isLight: Bool?
    var hasSixels = false
  }

  /// The response; nil until the terminal was queried.
  // Unsafe: only the main thread queries.
  nonisolated(unsafe) private static var answer: TerminalReply?
  /// The time until which a late response is awaited; nil if no response is missing.
  // Unsafe: only the main thread queries.
  nonisolated(unsafe) private static var pendingUntil: Int?

  /// The maximum time that the output waits for a response, in milliseconds.
  private static let patience = 300
  /// The time after the query, in milliseconds, in which a late response is kept from the shell.
  private static let lateness = 600

  /// Returns the terminal's response. Only the first call sends the query.
  static func ask() -> TerminalReply {
    if let answer { return answer }
    var response: [UInt8] = []
    withQuietTerminal { terminal in
      let question: StaticString = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
      guard write(terminal, question.utf8Start, question.utf8CodeUnitCount) == question.utf8CodeUnitCount
      else { return true }
      let asked = now()
      let isComplete = read(terminal, until: asked + patience, into: &response)
      if !isComplete { pendingUntil = asked + lateness }
      return isComplete
    }
    let result = TerminalReply(
      background: TerminalAbilities.backgroundColor(answer: response),
      isLight: TerminalAbilities.hasLightBackground(answer: response),
      hasSixels: TerminalAbilities.hasSixels(answer: response))
    answer = result
    return result
  }

  /// Removes a late response from the terminal, before the shell reads it as typed input. A response that has
  /// already arrived is removed in any case. Call this function after the output was written to the terminal.
  static func awaitLateResponse() {
    guard let end = pendingUntil else { return }
    pendingUntil = nil
    withQuietTerminal { terminal in
      var response: [UInt8] = []
      return read(terminal, until: end, into: &response)
    }
  }

  /// Reads up to the end of the response to DA1, `ESC [ ? ... c`.
  ///
  /// - Returns: `false` if it does not arrive until `end`.
  private static func read(_ terminal: Int32, until end: Int, into answer: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256)
    while answer.count < 4096 {
      var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(max(0, end - now()))) > 0 else { return false }
      let count = buffer.withUnsafeMutableBytes { FileBytes.read(terminal, into: $0) }
      guard count > 0 else { return false }
      answer += buffer[..<count]
      if holdsAttributes(answer) { return true }
    }
    return true
  }

  /// Whether the response to DA1 has arrived. Typed keys may follow it.
  private static func holdsAttributes(_ answer: [UInt8]) -> Bool {
    var rest = answer[...]
    while let start = rest.firstIndex(of: 0x1B) {
      rest = rest[(start + 1)...]
      guard rest.starts(with: [UInt8(ascii: "["), UInt8(ascii: "?")]) else { continue }
      let end = rest.dropFirst(2).first { !(0x30...0x3B).contains($0) }
      if end == UInt8(ascii: "c") { return true }
    }
    return false
  }

  /// Calls `body` with the controlling terminal, while the terminal neither echoes input nor waits for
  /// complete lines.
  ///
  /// Does not call `body` if that would interfere: with a background process (which would be stopped), with
  /// another program that reads a password, or with keys that were typed ahead.
  ///
  /// - Parameter body: Returns whether everything was read. If not, the input that has arrived meanwhile is
  ///   dropped.
  private static func withQuietTerminal(_ body: (Int32) -> Bool) {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    defer { close(terminal) }
    var saved = termios()
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &saved) == 0,
      saved.c_lflag & tcflag_t(ICANON) != 0, saved.c_lflag & tcflag_t(ECHO) != 0, poll(&waiting, 1, 0) == 0
    else { return }
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTOU, SIGPIPE] { sigaddset(&held, signal) }
    sigprocmask(SIG_BLOCK, &held, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    var quiet = saved
    quiet.c_lflag &= ~(tcflag_t(ICANON) | tcflag_t(ECHO))
    withUnsafeMutableBytes(of: &quiet.c_cc) { codes in
      codes[Int(VMIN)] = 0
      codes[Int(VTIME)] = 0
    }
    guard tcsetattr(terminal, TCSANOW, &quiet) == 0 else { return }
    let isComplete = body(terminal)
    tcsetattr(terminal, isComplete ? TCSANOW : TCSAFLUSH, &saved)
  }

  /// Returns the time of a monotonic clock in milliseconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
