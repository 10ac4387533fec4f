/// Parses arguments that are not formulas: text, lengths, colours and macro definitions.
extension FormulaParser {
  /// Parses `\text{...}`: text that can contain formulas between dollar signs.
  mutating func parseText(_ style: MathTextStyle) throws(FormulaError) -> MathNode {
    let token = try source.nextVisible()
    guard token.kind == .groupStart else {
      guard token.kind == .character else { throw source.error(.incomplete) }
      return .text(token.text, style)
    }
    return try parseTextGroup(style)
  }

  mutating func parseTextArgument() throws(FormulaError) -> MathNode { try parseText(.plain) }

  private mutating func parseTextGroup(_ style: MathTextStyle) throws(FormulaError) -> MathNode {
    try descend()
    defer { ascend() }
    var nodes: [MathNode] = []
    var text = ""
    func flush(_ nodes: inout [MathNode], _ text: inout String) {
      if !text.isEmpty { nodes.append(.text(text, style)) }
      text = ""
    }
    while true {
      try count()
      let token = try source.next()
      switch token.kind {
      case .end: throw source.error(.incomplete, "\\text")
      case .groupEnd:
        flush(&nodes, &text)
        return MathNode(nodes)
      case .groupStart:
        flush(&nodes, &text)
        nodes.append(try parseTextGroup(style))
      case .character where token.text == "$":
        flush(&nodes, &text)
        nodes.append(try parseDollars())
      case .command where token.text == "(":
        flush(&nodes, &text)
        nodes.append(try parseDollars())
      case .character where token.text == "`" || token.text == "'":
        text += try quote(token.text)
      case .character: text += token.text == "~" ? "\u{A0}" : token.text
      case .command:
        if let characters = try textCharacters(token.text) {
          text += characters
        } else {
          flush(&nodes, &text)
          if case .text(let inner)? = SymbolTable.shared.entry(token.text) {
            nodes.append(try parseText(inner))
          } else if let node = try parseCommand(token.text) {
            nodes.append(node)
          }
        }
      case .space: text += " "
      case .superscript, .subscripted, .alignment: text += token.text
      case .parameter: throw source.error(.unexpected, token.source)
      }
    }
  }

  private mutating func parseDollars() throws(FormulaError) -> MathNode {
    let nodes = try parseRow(until: .dollar)
    _ = try source.next()
    return .row(nodes)
  }

  /// Returns the typographic quotation mark for one or two ASCII quotes.
  private mutating func quote(_ mark: String) throws(FormulaError) -> String {
    let next = try source.next()
    if next.isCharacter(mark) { return mark == "`" ? "“" : "”" }
    source.push(next)
    return mark == "`" ? "‘" : "’"
  }

  /// The combining marks for accents in text, by command.
  private static let marks: [String: String] = [
    "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "=": "\u{304}",
    ".": "\u{307}", "c": "\u{327}", "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "r": "\u{30A}",
  ]

  /// Returns the characters that a command produces in text; nil for other commands.
  private mutating func textCharacters(_ name: String) throws(FormulaError) -> String? {
    switch name {
    case " ", "space", "quad", "\\", ",", ";", ":": return " "
    case "qquad": return "  "
    case "!", "/": return ""
    case "textasciitilde": return "~"
    case "textasciicircum": return "^"
    default: break
    }
    if let mark = Self.marks[name] {
      let letter = plainText(try source.argument())
      guard letter.unicodeScalars.count == 1 else { throw source.error(.unexpected, "\\" + name) }
      return letter + mark
    }
    if case .atom(let atom)? = SymbolTable.shared.entry(name) { return atom.text == "⋯" ? "…" : atom.text }
    return nil
  }

  /// Returns the source text of tokens.
  func plainText(_ tokens: [TeXToken]) -> String {
    var text = tokens.map(\.source).joined()
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: Colours and lengths

  mutating func parseColor(isBackground: Bool = false) throws(FormulaError) -> MathColor {
    let model = try source.optionalArgument().map { plainText($0) }
    let text = plainText(try source.argument())
    guard let color = Self.color(model, text, isBackground: isBackground) else {
      throw source.error(.unknownColor)
    }
    return color
  }

  private static func color(_ model: String?, _ text: String, isBackground: Bool) -> MathColor? {
    switch model {
    case nil, "named", "HTML": return MathColor(source: text, isBackground: isBackground)
    case "RGB", "rgb":
      let parts = text.split(separator: ",").map { number($0) }
      guard parts.count == 3 else { return nil }
      let scale: Double = model == "rgb" ? 255 : 1
      let bytes = parts.compactMap { $0.map { $0 * scale } }.filter { $0 >= 0 && $0 <= 255 }
      guard bytes.count == 3 else { return nil }
      return MathColor(red: UInt8(bytes[0]), green: UInt8(bytes[1]), blue: UInt8(bytes[2]))
    case "gray":
      guard let gray = number(text[...]), gray >= 0, gray <= 1 else { return nil }
      return MathColor(red: UInt8(gray * 255), green: UInt8(gray * 255), blue: UInt8(gray * 255))
    default: return nil
    }
  }

  private static func number(_ text: Substring) -> Double? {
    let trimmed = text.filter { $0 != " " }
    guard !trimmed.isEmpty,
      trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D })
    else { return nil }
    return Double(trimmed)
  }

  /// The size of each unit in 1/18 em, for 10 pt text.
  private static let units: [String: Double] = [
    "em": 18, "ex": 8, "mu": 1, "pt": 1.8, "bp": 1.8, "px": 1.35, "mm": 5.1, "cm": 51, "in": 130, "pc": 21.6,
    "sp": 0,
  ]

  /// Parses a length, with or without braces, in 1/18 em. Lengths are clamped to 36 em in either direction.
  mutating func parseLength(_ command: SymbolTable.Command) throws(FormulaError) -> Int {
    if command == .hspace || command == .mspace { _ = try takeStar() }
    var token = try source.nextVisible()
    var text = ""
    if token.kind == .groupStart {
      text = plainText(try source.group())
    } else {
      while token.kind == .character || token.kind == .space, text.utf8.count < 24 {
        if token.kind == .character { text += token.text }
        if Self.units[String(text.suffix(2))] != nil { break }
        token = try source.next()
      }
    }
    text.removeAll { $0 == " " }
    guard let unit = Self.units[String(text.suffix(2))], let number = Self.number(text.dropLast(2)) else {
      throw source.error(.badLength)
    }
    let amount = max(-648, min(648, number * unit))
    return Int(amount < 0 ? amount - 0.5 : amount + 0.5)
  }

  // MARK: Macros

  /// Parses a macro definition, which applies to the rest of the formula.
  mutating func parseDefinition(_ command: SymbolTable.Command) throws(FormulaError) {
    var isStarred = false
    if command != .def, command != .gdef { isStarred = try takeStar() }
    var name = try source.argument()
    name.removeAll { $0.kind == .space }
    guard name.count == 1, name[0].kind == .command, !name[0].text.isEmpty else {
      throw source.error(.unexpected, "\\" + command.rawValue)
    }
    var macro = MacroExpander.Macro(parameterCount: 0, firstDefault: nil, body: [])
    switch command {
    case .def, .gdef:
      var token = source.nextRaw()
      while token.kind == .parameter {
        macro.parameterCount += 1
        token = source.nextRaw()
      }
      guard token.kind == .groupStart else { throw source.error(.unexpected, token.source) }
      macro.body = try source.group()
    case .DeclareMathOperator:
      let operatorName = TeXToken(kind: .command, text: isStarred ? "operatornamewithlimits" : "operatorname")
      macro.body =
        [operatorName, TeXToken(kind: .groupStart, text: "{")] + (try source.argument())
        + [TeXToken(kind: .groupEnd, text: "}")]
    default:
      if let count = try source.optionalArgument() {
        guard let number = Int(plainText(count)), (0...9).contains(number) else {
          throw source.error(.unexpected, "[")
        }
        macro.parameterCount = number
        macro.firstDefault = try source.optionalArgument()
      }
      macro.body = try source.argument()
    }
    if command == .providecommand, source.isDefined(name[0].text) { return }
    source.define(name[0].text, macro)
  }
}
