/// The user's choice of colours for the output.
///
/// ```swift
/// let colors = ColorChoice.auto.colors(isTerminal: true) { environment[$0] }
/// ```
public enum ColorChoice: String, CaseIterable, Sendable {
  /// Depends on the environment and the terminal.
  case auto
  /// Uses colours even if the output is not a terminal.
  case always
  case never
  case trueColor = "truecolor"
  case indexed = "256"
  case basic = "16"

  /// Returns the colours of the output.
  ///
  /// `auto` respects, in this order, `NO_COLOR` (no-color.org), `FORCE_COLOR` (0 to 3), `CLICOLOR_FORCE` and
  /// `CLICOLOR`. Without them only a terminal gets colours. Forced colours have the depth that the
  /// environment states; by default 24 bits with `always`, and 16 colours otherwise.
  public func colors(isTerminal: Bool, environment variable: (String) -> String?) -> ANSIFormatter.Colors {
    let stated = TerminalAbilities(environment: variable).colors
    switch self {
    case .never: return .none
    case .trueColor: return .trueColor
    case .indexed: return .indexed
    case .basic: return .basic
    case .always:
      // A pipe does not lead to the terminal that TERM describes, but for example to a file that is viewed
      // later.
      if !isTerminal, stated != .trueColor, variable("COLORTERM") == nil { return .trueColor }
      return stated == .none ? .basic : stated
    case .auto:
      if variable("NO_COLOR") != nil { return .none }
      if let force = variable("FORCE_COLOR") {
        switch force.lowercased() {
        case "0", "false": return .none
        case "2": return .indexed
        case "3": return .trueColor
        default: return stated == .none ? .basic : stated
        }
      }
      if let force = variable("CLICOLOR_FORCE"), force != "0" { return stated == .none ? .basic : stated }
      if !isTerminal || variable("CLICOLOR") == "0" { return .none }
      return stated
    }
  }
}
