internal import RunFormatters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What standard output is, and what the environment says of its abilities.
struct Terminal {
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// Columns of the terminal, or `COLUMNS`; nil where neither tells.
  var columns: Int?
  /// How many colours it shows, going by `COLORTERM` and `TERM`.
  var colors: ANSIFormatter.Colors

  static func detect() -> Terminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let columns = size()?.columns ?? environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return Terminal(isTerminal: isTerminal, columns: columns, colors: statedColors())
  }

  /// The size of the terminal that standard output is; nil where it is none.
  static func size() -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// A variable of the environment; nil when it is not set or empty, as `NO_COLOR` and its kin want it.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func statedColors() -> ANSIFormatter.Colors {
    let colorterm = environment("COLORTERM")?.lowercased() ?? ""
    let term = environment("TERM")?.lowercased() ?? ""
    if colorterm == "truecolor" || colorterm == "24bit" || term.hasSuffix("-direct") { return .trueColor }
    if term == "dumb" { return .none }
    if ["xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty"].contains(term) { return .trueColor }
    if term.contains("256color") || !colorterm.isEmpty { return .indexed }
    return .basic
  }
}

/// Whether output is coloured, as `--color` says it.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// The colours to write with: `auto` colours a terminal unless `NO_COLOR` is set (no-color.org), and a pipe when
  /// `CLICOLOR_FORCE` asks for it; `always` never writes fewer than what the environment states, and 24-bit
  /// colour where it states nothing.
  func colors(on terminal: Terminal) -> ANSIFormatter.Colors {
    switch self {
    case .never:
      return .none
    case .always:
      return terminal.isTerminal || Terminal.environment("COLORTERM") != nil
        ? (terminal.colors == .none ? .basic : terminal.colors) : .trueColor
    case .auto:
      if Terminal.environment("NO_COLOR") != nil { return .none }
      if let force = Terminal.environment("CLICOLOR_FORCE"), force != "0" {
        return terminal.colors == .none ? .basic : terminal.colors
      }
      return terminal.isTerminal ? terminal.colors : .none
    }
  }
}
