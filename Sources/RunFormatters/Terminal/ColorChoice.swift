/// Whether output to a terminal or elsewhere is coloured, and how.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// As the environment wants it and the terminal can.
  case auto
  /// Coloured wherever it goes.
  case always
  case never
  case trueColor = "truecolor"
  case indexed = "256"
  case basic = "16"

  /// The colours to write with.
  ///
  /// `auto` respects, in this order, `NO_COLOR` (no-color.org), `FORCE_COLOR` (0 to 3), `CLICOLOR_FORCE` and
  /// `CLICOLOR`, and colours nothing but a terminal unless one of them asks for it. What is forced has as many
  /// colours as the environment states; where it says nothing, 24 bits with `always`, else 16.
  public func colors(isTerminal: Bool, environment variable: (String) -> String?) -> ANSIFormatter.Colors {
    let stated = TerminalAbilities(environment: variable).colors
    switch self {
    case .never: return .none
    case .trueColor: return .trueColor
    case .indexed: return .indexed
    case .basic: return .basic
    case .always:
      // A pipe leads to something that is not the terminal which TERM describes, such as a file to look at later.
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
