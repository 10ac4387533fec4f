internal import RunFormatters
internal import StyledRuns
internal import CLibrary

/// The terminal on standard output, if there is one, and its capabilities.
struct Terminal {
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// The width of the terminal or the value of `COLUMNS`; nil if both are unknown.
  var columns: Int?
  /// The capabilities of the terminal according to environment variables.
  var abilities: TerminalAbilities
  /// The background colour; nil unless the terminal was queried and has reported it.
  private(set) var background: Color?

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

  /// Whether standard input is a keyboard and standard error is visible.
  static var isTyped: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Returns the size of the terminal on standard output; nil if it is not a terminal.
  static func size() -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Returns the size of a cell in pixels; nil if the terminal does not report it.
  static func cellSize() -> (width: Int, height: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0, size.ws_xpixel >= size.ws_col, size.ws_ypixel >= size.ws_row
    else { return nil }
    return (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
  }

  /// Returns the value of an environment variable; nil if it is unset or empty, as `NO_COLOR` and similar
  /// conventions demand.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Whether links can be OSC 8 hyperlinks: the terminal supports them, or the output goes to a pager or a
  /// file that is shown later.
  var hasHyperlinks: Bool { abilities.hyperlinks || !isTerminal }

  /// Whether the background is light, according to `COLORFGBG` or to the terminal's response.
  ///
  /// The terminal is only queried if the result matters and a terminal can respond.
  mutating func findBackground(colors: ANSIFormatter.Colors) -> Bool {
    if let stated = abilities.hasLightBackground { return stated }
    return colors != .none && ask()?.isLight == true
  }

  /// Determines how the terminal draws images: with the protocol from the environment, or with sixels if the
  /// terminal reports them.
  mutating func findImages() {
    if abilities.images == nil, ask()?.hasSixels == true { abilities.images = .sixel }
  }

  /// Queries the terminal; returns nil if there is no terminal that can respond.
  private mutating func ask() -> TerminalQuery.TerminalReply? {
    guard isTerminal, Self.environment("CI") == nil, Self.environment("TERM") != "linux" else { return nil }
    let answer = TerminalQuery.ask()
    background = answer.background
    return answer
  }
}
