internal import RunFormatters
internal import StyledRuns
internal import TextMate
internal import CLibrary

/// Asks the terminal for its background colour (OSC 11) and what it is (DA1).
///
/// The question is put once, and output waits at most 300 milliseconds for the answer. Where none has come by then,
/// ``settle()`` waits for it after all output: until 600 milliseconds after the question, and no longer.
///
/// The question goes to the controlling terminal, so that standard input may be a pipe. Together with it goes one
/// that every terminal answers, what it is: when that answer is there, nothing more is to come, and the wait is over. While
/// it waits, the terminal neither shows nor keeps the answer; signals that would end the process are held back until
/// the terminal is as it was.
enum TerminalQuery {
  struct Answer {
    /// nil where the terminal does not say.
    var background: Color?
    var isLight: Bool?
    var hasSixels = false
    /// The time at which an answer is no longer waited for; nil where it has come, or the terminal was not asked.
    var pendingUntil: Int?
  }

  /// Milliseconds that output waits for an answer.
  private static let patience = 300
  /// Milliseconds after the question in which a late answer is kept from the shell.
  private static let lateness = 600

  static func ask() -> Answer {
    var answer: [UInt8] = []
    var pendingUntil: Int?
    withQuietTerminal { terminal in
      let question: StaticString = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
      guard write(terminal, question.utf8Start, question.utf8CodeUnitCount) == question.utf8CodeUnitCount
      else { return true }
      let asked = now()
      let isComplete = read(terminal, until: asked + patience, into: &answer)
      if !isComplete { pendingUntil = asked + lateness }
      return isComplete
    }
    return Answer(
      background: TerminalAbilities.backgroundColor(answer: answer),
      isLight: TerminalAbilities.hasLightBackground(answer: answer),
      hasSixels: TerminalAbilities.hasSixels(answer: answer), pendingUntil: pendingUntil)
  }

  /// Takes an answer that came too late off the terminal, before the shell reads it as typed. What has come already is
  /// taken in any case.
  static func settle(_ answer: Answer) {
    guard let end = answer.pendingUntil else { return }
    withQuietTerminal { terminal in
      var answer: [UInt8] = []
      return read(terminal, until: end, into: &answer)
    }
  }

  /// Reads up to the end of the answer to DA1, `ESC [ ? ... c`. False where it does not come until `end`.
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

  /// Whether the answer to DA1 is there. Keys may have been typed after it.
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

  /// Calls `body` with the controlling terminal while it neither echoes nor waits for lines. `body` says whether
  /// everything was read; if not, what has come in the meantime is thrown away.
  ///
  /// Not called where that would disturb someone: a process in the background (it would be stopped), another
  /// program that has set the terminal up to read a password, or keys that were typed ahead.
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

  /// Milliseconds of a clock that only goes forward.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
