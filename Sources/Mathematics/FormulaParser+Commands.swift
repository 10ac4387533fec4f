/// Parses commands and their arguments.
extension FormulaParser {
  /// Parses a command's arguments; returns nil if the command produces no output.
  mutating func parseCommand(_ name: String) throws(FormulaError) -> MathNode? {
    guard let entry = SymbolTable.shared.entry(name) else { return try parseUnlisted(name) }
    switch entry {
    case .atom(var atom):
      if atom.kind == .letter || atom.kind == .upright && alphabet != .roman {
        // Only letters have alphabets.
        atom.alphabet = alphabet
      }
      return .atom(atom)
    case .function(let name, let takesLimits): return .function(name: name, takesLimits: takesLimits)
    case .accent(let mark, let isUnder, let isWide):
      return .accent(MathAccent(base: try parseArgument(), mark: mark, isUnder: isUnder, isWide: isWide))
    case .extensible(let arrow):
      let under = try optionalNode()
      let over = try parseArgument()
      return .classed(
        .relation,
        .stack(
          base: .atom(MathAtom(arrow, .arrow)), over: over.isEmpty ? nil : over, under: under))
    case .alphabet(let new): return try parseArgument(in: new)
    case .text(let style): return try parseText(style)
    case .space(let amount): return .space(amount)
    case .skip: return nil
    case .size(let percent): return .size(percent, try parseArgument())
    case .style(let style): return .style(style, .row([]))
    case .sized(let level): return .delimiter(try parseDelimiter(), level: level, role: .ordinary)
    case .command(let command): return try parse(command)
    }
  }

  /// Parses commands that are not in the symbol table: one-character commands and variants of `\big`.
  private mutating func parseUnlisted(_ name: String) throws(FormulaError) -> MathNode? {
    switch name {
    case " ": return .space(6)
    case "(", ")", "[": throw source.error(.unexpected, "\\" + name)
    case "/": return nil
    default: break
    }
    if let last = name.last, "lrm".contains(last),
      case .sized(let level)? = SymbolTable.shared.entry(String(name.dropLast()))
    {
      let role: MathClass = last == "l" ? .opening : last == "r" ? .closing : .relation
      return .delimiter(try parseDelimiter(), level: level, role: role)
    }
    throw source.error(name.isEmpty ? .incomplete : .unknownCommand, "\\" + name)
  }

  private mutating func optionalNode() throws(FormulaError) -> MathNode? {
    let token = try source.nextVisible()
    guard token.isCharacter("[") else {
      source.push(token)
      return nil
    }
    let nodes = try parseRow(until: .bracket)
    _ = try source.next()
    return nodes.isEmpty ? nil : MathNode(nodes)
  }

  private mutating func parse(_ command: SymbolTable.Command) throws(FormulaError) -> MathNode? {
    switch command {
    case .frac, .dfrac, .tfrac, .cfrac, .binom, .dbinom, .tbinom, .genfrac, .over, .atop, .choose, .brace,
      .brack:
      return try parseFraction(command)
    case .sqrt:
      let degree = try optionalNode()
      return .root(radicand: try parseArgument(), degree: degree)
    case .left: return try parseFence()
    case .begin: return try parseEnvironment()
    case .operatorname, .operatornamewithlimits: return try parseOperatorName(command)
    case .overset, .underset, .stackrel, .stackbin: return try parseStack(command)
    case .substack: return try parseSubstack()
    case .color: return .color(try parseColor(), .row([]))
    case .textcolor: return .color(try parseColor(), try parseArgument())
    case .colorbox:
      return .background(try parseColor(isBackground: true), border: nil, try parseTextArgument())
    case .fcolorbox:
      let border = try parseColor(isBackground: true)
      return .background(try parseColor(isBackground: true), border: border, try parseTextArgument())
    case .boxed: return .enclosure(.box, try parseArgument())
    case .fbox: return .enclosure(.box, try parseTextArgument())
    case .cancel: return .enclosure(.up, try parseArgument())
    case .bcancel: return .enclosure(.down, try parseArgument())
    case .xcancel: return .enclosure(.cross, try parseArgument())
    case .sout: return .enclosure(.strike, try parseArgument())
    case .phantom: return try phantom(isShown: false, width: true, height: true)
    case .hphantom: return try phantom(isShown: false, width: true, height: false)
    case .vphantom: return try phantom(isShown: false, width: false, height: true)
    case .smash:
      _ = try source.optionalArgument()
      return try phantom(isShown: true, width: true, height: false)
    case .mathllap, .mathrlap, .mathclap: return try phantom(isShown: true, width: false, height: true)
    case .llap, .rlap, .clap:
      let text = try parseTextArgument()
      return .phantom(MathPhantom(isShown: true, keepsWidth: false, keepsHeight: true), text)
    case .mathop: return .classed(.largeOperator, try parseArgument())
    case .mathbin: return .classed(.binary, try parseArgument())
    case .mathrel: return .classed(.relation, try parseArgument())
    case .mathopen: return .classed(.opening, try parseArgument())
    case .mathclose: return .classed(.closing, try parseArgument())
    case .mathpunct: return .classed(.punctuation, try parseArgument())
    case .mathord: return .classed(.ordinary, try parseArgument())
    case .mathinner: return .classed(.inner, try parseArgument())
    case .pmod, .bmod, .pod, .mod: return try parseModulo(command)
    case .not: return try parseNegation()
    case .hspace, .hskip, .mskip, .mkern, .kern, .mspace: return .space(try parseLength(command))
    case .rule: throw source.error(.unknownCommand, "\\rule")
    case .tag:
      let isStarred = try takeStar()
      let text = plainText(try source.argument())
      formulaTag = isStarred ? text : "(\(text))"
      return nil
    case .label:
      _ = try source.argument()
      return nil
    case .href:
      // Addresses in formulas are not links: the argument is shown without its address.
      _ = try source.argument()
      return try parseArgument()
    case .url: return .text(plainText(try source.argument()), .monospace)
    case .newcommand, .renewcommand, .providecommand, .def, .gdef, .DeclareMathOperator:
      try parseDefinition(command)
      return nil
    case .bra, .ket, .braket, .Bra, .Ket, .Braket: return try parseDirac(command)
    case .ce: return MathNode(try ChemicalFormula.nodes(of: source.argument(), &self))
    case .iff, .implies, .impliedby:
      let arrow = command == .iff ? "⟺" : command == .implies ? "⟹" : "⟸"
      return .classed(.relation, .row([.space(5), .atom(MathAtom(arrow, .arrow)), .space(5)]))
    case .ensuremath: return try parseArgument()
    case .TeX, .LaTeX: return .text(command.rawValue, .plain)
    case .prime: return .atom(MathAtom("′", .upright))
    case .right, .middle, .end, .limits, .nolimits, .hline, .hdashline, .cr:
      throw source.error(.unexpected, "\\" + command.rawValue)
    }
  }

  /// Parses an optional star; returns false if there is none.
  mutating func takeStar() throws(FormulaError) -> Bool {
    let token = source.nextRaw()
    if token.isCharacter("*") { return true }
    source.push(token)
    return false
  }

  private mutating func phantom(isShown: Bool, width: Bool, height: Bool) throws(FormulaError) -> MathNode {
    .phantom(MathPhantom(isShown: isShown, keepsWidth: width, keepsHeight: height), try parseArgument())
  }

  // MARK: Fractions and stacks

  /// Parses `\over` and similar commands, whose operands are on both sides; returns nil for other commands.
  mutating func parseInfix(_ command: SymbolTable.Command, _ nodes: [MathNode], _ end: Terminator)
    throws(FormulaError) -> MathNode?
  {
    guard [.over, .atop, .choose, .brace, .brack].contains(command) else { return nil }
    var fraction = MathFraction(MathNode(nodes), MathNode(try parseRow(until: end)))
    fraction.hasBar = command == .over
    switch command {
    case .choose: (fraction.opening, fraction.closing) = ("(", ")")
    case .brace: (fraction.opening, fraction.closing) = ("{", "}")
    case .brack: (fraction.opening, fraction.closing) = ("[", "]")
    default: break
    }
    return .fraction(fraction)
  }

  private mutating func parseFraction(_ command: SymbolTable.Command) throws(FormulaError) -> MathNode {
    var opening = ""
    var closing = ""
    var hasBar = true
    var style: Bool?
    switch command {
    case .genfrac:
      opening = try delimiterArgument()
      closing = try delimiterArgument()
      let thickness = plainText(try source.argument())
      hasBar = thickness.isEmpty || thickness.contains { ("1"..."9").contains($0) }
      style = ["0": true, "1": false][plainText(try source.argument())]
    case .binom, .dbinom, .tbinom:
      (opening, closing, hasBar) = ("(", ")", false)
      style = command == .dbinom ? true : command == .tbinom ? false : nil
    case .dfrac, .cfrac: style = true
    case .tfrac: style = false
    case .frac: break
    default: throw source.error(.unexpected, "\\" + command.rawValue)
    }
    if command == .cfrac { _ = try source.optionalArgument() }
    let numerator = try parseArgument()
    var fraction = MathFraction(numerator, try parseArgument())
    (fraction.opening, fraction.closing, fraction.hasBar) = (opening, closing, hasBar)
    fraction.isDisplayStyle = style
    fraction.isContinued = command == .cfrac
    return .fraction(fraction)
  }

  private mutating func parseStack(_ command: SymbolTable.Command) throws(FormulaError) -> MathNode {
    let mark = try parseArgument()
    let base = try parseArgument()
    let stack = MathNode.stack(
      base: base, over: command == .underset ? nil : mark, under: command == .underset ? mark : nil)
    switch command {
    case .stackrel: return .classed(.relation, stack)
    case .stackbin: return .classed(.binary, stack)
    default: return stack
    }
  }

  // MARK: Names

  private mutating func parseOperatorName(_ command: SymbolTable.Command) throws(FormulaError) -> MathNode {
    let takesLimits = try takeStar() || command == .operatornamewithlimits
    let node = try parseArgument(in: .roman)
    guard let name = Self.name(of: node) else {
      return .classed(takesLimits ? .largeOperator : .ordinary, node)
    }
    return .function(name: name, takesLimits: takesLimits)
  }

  /// Returns the text of a node of letters, digits, hyphens and spaces; nil if the node contains anything
  /// else.
  private static func name(of node: MathNode) -> String? {
    var text = ""
    for item in node.items {
      switch item {
      case .atom(let atom) where atom.text == "−": text += "-"
      case .atom(let atom) where atom.text == "∗": text += "*"
      case .atom(let atom): text += atom.styledText
      case .text(let string, _): text += string
      case .function(let name, _): text += name
      case .space(let amount): if amount > 0 { text += "\u{2009}" }
      case .row, .classed:
        guard let inner = name(of: MathNode.row(item.contained)) else { return nil }
        text += inner
      default: return nil
      }
    }
    return text
  }

  private mutating func parseModulo(_ command: SymbolTable.Command) throws(FormulaError) -> MathNode {
    let name = MathNode.function(name: "mod", takesLimits: false)
    switch command {
    case .bmod: return .classed(.binary, .atom(MathAtom("mod", .upright)))
    case .mod: return .row([.space(12), name, .space(6), try parseArgument()])
    default: break
    }
    let argument = try parseArgument()
    let open = MathNode.atom(MathAtom("(", .opening))
    let close = MathNode.atom(MathAtom(")", .closing))
    let words: [MathNode] = command == .pmod ? [.atom(MathAtom("mod", .upright)), .space(6)] : []
    return .row([.space(8), open] + words + [argument, close])
  }

  private mutating func parseDirac(_ command: SymbolTable.Command) throws(FormulaError) -> MathNode {
    let content = try parseArgument()
    let grows = [.Bra, .Ket, .Braket].contains(command)
    let isKet = command == .ket || command == .Ket
    let isBra = command == .bra || command == .Bra
    let (open, close) = (isKet ? "|" : "⟨", isBra ? "|" : "⟩")
    if grows { return .fence(MathDelimiters(open, [content], close)) }
    return .row([
      .atom(MathAtom(open, .opening)), .row(content.items), .atom(MathAtom(close, .closing)),
    ])
  }

  /// The negated forms of relations and arrows.
  private static let negations: [String: String] = [
    "=": "≠", "∈": "∉", "∋": "∌", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "≡": "≢", "∼": "≁", "≃": "≄",
    "≈": "≉", "≅": "≇", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈", "⊇": "⊉", "∣": "∤", "∥": "∦", "⊢": "⊬", "⊨": "⊭",
    "→": "↛", "←": "↚", "⇒": "⇏", "⇐": "⇍", "⇔": "⇎", "∃": "∄", "≺": "⊀", "≻": "⊁",
  ]

  private mutating func parseNegation() throws(FormulaError) -> MathNode {
    guard case .atom(var atom) = try parseArgument(), atom.text.unicodeScalars.count == 1 else {
      throw source.error(.unexpected, "\\not")
    }
    atom.text = Self.negations[atom.text] ?? atom.text + "\u{338}"
    return .atom(atom)
  }
}

extension MathNode {
  /// The nodes of a row, or of a node that changes only the spacing of its content.
  fileprivate var contained: [MathNode] {
    if case .classed(_, let node) = self { return node.items }
    return items
  }
}
