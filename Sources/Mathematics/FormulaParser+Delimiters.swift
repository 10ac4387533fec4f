/// Parses delimiters: `\left`, `\middle`, `\right` and the sizes of `\big`.
extension FormulaParser {
  mutating func parseFence() throws(FormulaError) -> MathNode {
    var fence = MathDelimiters(try parseDelimiter(), [], "")
    while true {
      fence.parts.append(MathNode(try parseRow(until: .fence)))
      let token = try source.next()
      guard token.isCommand("middle") else { break }
      fence.middles.append(try parseDelimiter())
    }
    fence.closing = try parseDelimiter()
    return .fence(fence)
  }

  /// Parses a delimiter; returns an empty text for the invisible delimiter `.`.
  mutating func parseDelimiter() throws(FormulaError) -> String {
    let token = try source.nextVisible()
    guard let delimiter = Self.delimiter(token) else {
      throw source.error(token.kind == .end ? .incomplete : .unexpected, token.source)
    }
    return delimiter
  }

  /// Parses a delimiter, which may be empty, in braces.
  mutating func delimiterArgument() throws(FormulaError) -> String {
    let tokens = try source.argument().filter { $0.kind != .space }
    guard let token = tokens.first else { return "" }
    guard tokens.count == 1, let delimiter = Self.delimiter(token) else {
      throw source.error(.unexpected, token.source)
    }
    return delimiter
  }

  private static func delimiter(_ token: TeXToken) -> String? {
    switch token.kind {
    case .character:
      switch token.text {
      case ".": return ""
      case "<": return "⟨"
      case ">": return "⟩"
      case "(", ")", "[", "]", "|", "/": return token.text
      default: break
      }
      guard let atom = SymbolTable.shared.atom(character: token.text) else { return nil }
      return isDelimiter(atom) ? atom.text : nil
    case .command:
      if token.text == "lt" { return "⟨" }
      if token.text == "gt" { return "⟩" }
      guard case .atom(let atom)? = SymbolTable.shared.entry(token.text), isDelimiter(atom) else {
        return nil
      }
      return atom.text
    default: return nil
    }
  }

  private static func isDelimiter(_ atom: MathAtom) -> Bool {
    switch atom.kind {
    case .opening, .closing, .fence: true
    default: ["\\", "↑", "↓", "↕", "⇑", "⇓", "⇕", "∣", "∥"].contains(atom.text)
    }
  }
}
