internal import CLibrary

/// Shows lines on the whole screen of a terminal, and scrolls them with keys.
///
/// The view uses the alternate screen, so that the previous screen contents return at the end. The terminal
/// is restored when the view is closed or a signal ends the process.
final class ScreenView {
  /// The reason why a wait ended.
  enum ScreenEvent {
    /// A key scrolled the lines, or the screen was resized.
    case draw
    case quit
    /// The time expired without an event.
    case timeout
  }

  private let saved: termios
  private var lines: [ArraySlice<UInt8>] = []
  /// The index of the line at the top of the screen.
  private var top = 0
  private(set) var size: (columns: Int, rows: Int)
  /// The signal that requested the end of the process; 0 for none.
  // Unsafe: a handler writes one word, and the only thread reads it.
  nonisolated(unsafe) private static var signalNumber: CInt = 0

  /// Opens the view; returns nil if standard input or standard output is not a terminal.
  init?() {
    var saved = termios()
    guard let size = Terminal.size(), isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &saved) == 0 else {
      return nil
    }
    self.saved = saved
    self.size = size
    var quiet = saved
    quiet.c_lflag &= ~(tcflag_t(ICANON) | tcflag_t(ECHO))
    withUnsafeMutableBytes(of: &quiet.c_cc) { codes in
      codes[Int(VMIN)] = 0
      codes[Int(VTIME)] = 0
      // Ctrl-Z is disabled because it would leave the shell on the alternate screen.
      codes[Int(VSUSP)] = 0
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { ScreenView.signalNumber = $0 } }
    // A resize interrupts the wait for keys.
    signal(SIGWINCH) { _ in }
    tcsetattr(STDIN_FILENO, TCSANOW, &quiet)
    // The alternate screen, with a hidden cursor and without automatic line wrapping.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  /// Restores the terminal, then lets a pending signal end the process.
  func close() {
    var saved = saved
    write("\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
    let number = Self.signalNumber
    if number != 0 {
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Replaces the lines. Lines that were on the screen keep their position if the new text contains them.
  func show(_ bytes: [UInt8], status: String) {
    var next = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if next.last?.isEmpty == true { next.removeLast() }
    if top > 0 { top = place(in: next) }
    lines = next
    draw(status: status)
  }

  /// Returns the index in `next` of the line to show at the top. The first shown line that `next` contains
  /// determines the position: of its occurrences, the one followed by most of the other shown lines, then the
  /// nearest.
  private func place(in next: [ArraySlice<UInt8>]) -> Int {
    let shown = lines[top...].prefix(size.rows)
    for anchor in shown.indices where !shown[anchor].isEmpty {
      let rest = shown[anchor...]
      let places = next.indices.lazy.filter { next[$0] == shown[anchor] }
        .map { start in
          (line: start - (anchor - self.top), equal: zip(rest, next[start...]).count(where: ==))
        }
      let best = places.max { ($0.equal, -abs($0.line - self.top)) < ($1.equal, -abs($1.line - self.top)) }
      if let best { return max(0, best.line) }
    }
    return top
  }

  func draw(status: String) {
    let rows = max(size.rows - 1, 1)
    top = max(0, min(top, lines.count - rows))
    var out = Array("\u{1B}[?2026h\u{1B}[H".utf8)
    for row in 0..<rows {
      if top + row < lines.count { out += lines[top + row] }
      out += "\u{1B}[m\u{1B}[K\r\n".utf8
    }
    let last = min(top + rows, lines.count)
    let place = lines.isEmpty ? "" : "  \(top + 1)-\(last) of \(lines.count)"
    out += "\u{1B}[2m\(status)\(place)  q quits\u{1B}[m\u{1B}[K\u{1B}[?2026l".utf8
    write(out)
  }

  /// Waits for a key, a resize or a signal, but at most for a number of milliseconds.
  func wait(milliseconds: CInt) -> ScreenEvent {
    var keyboard = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let count = poll(&keyboard, 1, milliseconds)
    if Self.signalNumber != 0 { return .quit }
    if let now = Terminal.size(), now != size {
      size = now
      return .draw
    }
    guard count > 0 else { return .timeout }
    var buffer = [UInt8](repeating: 0, count: 64)
    let length = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
    // The terminal was closed.
    guard length > 0 else { return .quit }
    return handle(String(decoding: buffer[..<length], as: UTF8.self))
  }

  private func handle(_ keys: String) -> ScreenEvent {
    let page = max(size.rows - 2, 1)
    switch keys {
    case "q", "Q": return .quit
    case "j", "\r", "\n", "\u{1B}[B", "\u{1B}OB": top += 1
    case "k", "\u{1B}[A", "\u{1B}OA": top -= 1
    case " ", "f", "\u{1B}[6~": top += page
    case "b", "\u{1B}[5~": top -= page
    case "g", "<", "\u{1B}[H", "\u{1B}OH", "\u{1B}[1~": top = 0
    case "G", ">", "\u{1B}[F", "\u{1B}OF", "\u{1B}[4~": top = lines.count
    default:
      // Several keys can arrive at once.
      for key in keys where keys.count > 1 && !keys.hasPrefix("\u{1B}") {
        if case .quit = handle(String(key)) { return .quit }
      }
    }
    top = max(0, min(top, lines.count - page - 1))
    return .draw
  }

  private func write(_ text: String) { write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { CLibrary.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
