internal import RunFormatters
internal import StyledRuns
internal import CLibrary

/// What standard output is, and what the environment says of its abilities.
struct Terminal {
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// Columns of the terminal, or `COLUMNS`; nil where neither tells.
  var columns: Int?
  /// What the environment says of it.
  var abilities: TerminalAbilities
  /// What it answered, once it has been asked.
  private var answer: TerminalQuery.Answer?

  private init(isTerminal: Bool, columns: Int?, abilities: TerminalAbilities) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.abilities = abilities
  }

  static func detect() -> Terminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let columns = size()?.columns ?? environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return Terminal(
      isTerminal: isTerminal, columns: columns, abilities: TerminalAbilities(environment: environment))
  }

  /// Whether standard input is somebody's keyboard, and they see what is said on standard error.
  static var isTyped: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// The size of the terminal that standard output is; nil where it is none.
  static func size() -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Pixels of a character; nil where the terminal does not say.
  static func cellSize() -> (width: Int, height: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0, size.ws_xpixel >= size.ws_col, size.ws_ypixel >= size.ws_row
    else { return nil }
    return (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
  }

  /// A variable of the environment; nil when it is not set or empty, as `NO_COLOR` and its kin want it.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Whether links may be OSC 8: where the terminal has them, or the output goes to a pager or a file that is shown
  /// later.
  var hasHyperlinks: Bool { abilities.hyperlinks || !isTerminal }

  /// Whether the background is light: what `COLORFGBG` says, or else what the terminal answers when asked.
  ///
  /// It is not asked where nobody would see the difference, or nobody is there to answer.
  mutating func findBackground(colors: ANSIFormatter.Colors) -> Bool {
    if let stated = abilities.hasLightBackground { return stated }
    return colors != .none && ask()?.isLight == true
  }

  /// Learns how the terminal draws pictures: what the environment tells, or else sixels where it says that it has them.
  mutating func findImages() {
    if abilities.images == nil, ask()?.hasSixels == true { abilities.images = .sixel }
  }

  /// The background's colour, where the terminal has told it.
  var background: Color? { answer?.background }

  /// What the terminal answers; it is asked once. nil where nobody is there to answer.
  private mutating func ask() -> TerminalQuery.Answer? {
    guard isTerminal, Self.environment("CI") == nil, Self.environment("TERM") != "linux" else { return nil }
    if answer == nil { answer = TerminalQuery.ask() }
    return answer
  }

  /// Waits for an answer that is late, once all has been written, so that the shell does not get it.
  func settle() {
    if let answer { TerminalQuery.settle(answer) }
  }
}
