/// Parses chemical equations such as `\ce{2H2 + O2 -> 2H2O}`: a subset of the LaTeX package mhchem.
///
/// Elements are upright, the numbers after them are subscripts, signs at the end of a species are its charge,
/// and arrows can have labels in brackets. Text between dollar signs is parsed as a formula.
enum ChemicalFormula {
  /// Parses the argument of `\ce`.
  static func nodes(of tokens: [TeXToken], _ parser: inout FormulaParser) throws(FormulaError) -> [MathNode] {
    var reader = ChemicalReader(tokens: tokens)
    return try reader.read(&parser)
  }

  private struct ChemicalReader {
    let tokens: [TeXToken]
    var index = 0
    var nodes: [MathNode] = []
    /// Whether the preceding token belongs to a species, so that a number is a subscript and a sign is a
    /// charge.
    var followsSpecies = false

    private func text(_ offset: Int = 0) -> String {
      index + offset < tokens.count && tokens[index + offset].kind != .command
        ? tokens[index + offset].text : ""
    }

    private func starts(with marks: String) -> Bool {
      var offset = 0
      for mark in marks {
        guard text(offset) == String(mark) else { return false }
        offset += 1
      }
      return true
    }

    mutating func read(_ parser: inout FormulaParser) throws(FormulaError) -> [MathNode] {
      while index < tokens.count {
        try parser.count()
        if try takeArrow(&parser) { continue }
        let token = tokens[index]
        switch token.kind {
        case .space:
          index += 1
          try takeSeparator()
          followsSpecies = false
        case .superscript, .subscripted: try takeScript(&parser)
        case .groupStart, .groupEnd, .alignment: throw parser.source.error(.unexpected, token.source)
        case .command: try takeCommand(&parser)
        default: try takeCharacter(token.text, &parser)
        }
      }
      return nodes
    }

    private mutating func append(_ node: MathNode) { nodes.append(node) }

    private static let arrows: [(String, String)] = [
      ("<=>>", "⇌"), ("<<=>", "⇌"), ("<-->", "⇄"), ("<=>", "⇌"), ("<->", "↔"), ("->", "→"), ("<-", "←"),
    ]

    private mutating func takeArrow(_ parser: inout FormulaParser) throws(FormulaError) -> Bool {
      guard let (mark, arrow) = Self.arrows.first(where: { starts(with: $0.0) }) else { return false }
      index += mark.count
      let over = try takeLabel(&parser)
      let under = over == nil ? nil : try takeLabel(&parser)
      var node = MathNode.atom(MathAtom(arrow == "→" ? "→" : arrow, .arrow))
      if over != nil || under != nil { node = .stack(base: node, over: over, under: under) }
      append(.classed(.relation, .row([node])))
      followsSpecies = false
      return true
    }

    private mutating func takeLabel(_ parser: inout FormulaParser) throws(FormulaError) -> MathNode? {
      guard text() == "[" else { return nil }
      guard let end = tokens[index...].firstIndex(where: { $0.isCharacter("]") }) else {
        throw parser.source.error(.incomplete, "[")
      }
      var reader = ChemicalReader(tokens: Array(tokens[(index + 1)..<end]))
      index = end + 1
      return MathNode(try reader.read(&parser))
    }

    /// Parses the operator between two species, or the mark of a gas or a precipitate.
    private mutating func takeSeparator() throws(FormulaError) {
      let next = text(1)
      let isAlone = next == " " || next.isEmpty && index + 1 >= tokens.count
      guard isAlone else { return }
      switch text() {
      case "+": append(.atom(MathAtom("+", .binary)))
      case "-": append(.atom(MathAtom("−", .binary)))
      case "=": append(.atom(MathAtom("=", .relation)))
      case "^", "v":
        append(.space(4))
        append(.atom(MathAtom(text() == "v" ? "↓" : "↑", .upright)))
      default: return
      }
      index += 1
    }

    private mutating func takeCommand(_ parser: inout FormulaParser) throws(FormulaError) {
      let name = tokens[index].text
      guard case .atom(let atom)? = SymbolTable.shared.entry(name) else {
        throw parser.source.error(.unknownCommand, "\\" + name)
      }
      index += 1
      append(.atom(atom))
      followsSpecies = true
    }

    /// Parses `^{2+}` and `_{2}`. Before a species, the scripts are its mass number and its atomic number.
    private mutating func takeScript(_ parser: inout FormulaParser) throws(FormulaError) {
      let isUpper = tokens[index].kind == .superscript
      index += 1
      let script = try takeScriptText(isUpper: isUpper, &parser)
      attach(script, isUpper: isUpper)
    }

    private mutating func takeScriptText(isUpper: Bool, _ parser: inout FormulaParser)
      throws(FormulaError) -> MathNode
    {
      var text = ""
      if index < tokens.count, tokens[index].kind == .groupStart {
        index += 1
        while index < tokens.count, tokens[index].kind != .groupEnd {
          guard tokens[index].kind != .command else {
            throw parser.source.error(.unknownCommand, tokens[index].source)
          }
          text += tokens[index].text
          index += 1
        }
        index += 1
      } else {
        while index < tokens.count, tokens[index].kind == .character,
          let first = tokens[index].text.first, first.isNumber || isUpper && "+-".contains(first)
        {
          text += tokens[index].text
          index += 1
        }
      }
      guard !text.isEmpty else { throw parser.source.error(.incomplete) }
      return Self.script(text)
    }

    private static func script(_ text: String) -> MathNode {
      var nodes: [MathNode] = []
      var digits = ""
      func flush(_ nodes: inout [MathNode], _ digits: inout String) {
        if !digits.isEmpty { nodes.append(.atom(MathAtom(digits, .number))) }
        digits = ""
      }
      for character in text where character != " " {
        if character.isNumber {
          digits.append(character)
          continue
        }
        flush(&nodes, &digits)
        let shown = character == "-" ? "−" : String(character)
        nodes.append(.atom(MathAtom(shown, "+−".contains(shown) ? .upright : .letter)))
      }
      flush(&nodes, &digits)
      return MathNode(nodes)
    }

    private mutating func attach(_ script: MathNode, isUpper: Bool) {
      var scripts: MathScripts
      if case .scripts(let last)? = nodes.last, isUpper ? last.superscript == nil : last.subscripted == nil {
        scripts = last
        nodes.removeLast()
      } else if followsSpecies, let base = nodes.last {
        scripts = MathScripts(base: base)
        nodes.removeLast()
      } else {
        scripts = MathScripts(base: .row([]))
      }
      if isUpper { scripts.superscript = script } else { scripts.subscripted = script }
      append(.scripts(scripts))
    }

    private mutating func takeCharacter(_ text: String, _ parser: inout FormulaParser) throws(FormulaError) {
      guard let first = text.first, text.unicodeScalars.count == 1 else {
        throw parser.source.error(.unexpected, text)
      }
      switch first {
      case "0"..."9": takeNumber()
      case "A"..."Z", "a"..."z": takeLetters()
      case "+", "-": takeSign(first, &parser)
      case "(", "[":
        append(.atom(MathAtom(text, .opening)))
        index += 1
        followsSpecies = false
      case ")", "]":
        append(.atom(MathAtom(text, .closing)))
        index += 1
        followsSpecies = true
      case "=", "#":
        append(.atom(MathAtom(first == "=" ? "=" : "≡", .upright)))
        index += 1
        followsSpecies = false
      case "*", ".", "·":
        append(.atom(MathAtom("⋅", .upright)))
        index += 1
        followsSpecies = false
      case ",", "/", "'":
        append(first == "," ? .atom(MathAtom(",", .punctuation)) : .atom(MathAtom(text, .upright)))
        index += 1
      case "$": try takeFormula(&parser)
      default: throw parser.source.error(.unexpected, text)
      }
    }

    private mutating func takeNumber() {
      var digits = ""
      while let digit = text().first, digit.isNumber || digit == "/" && text(1).first?.isNumber == true {
        digits.append(digit)
        index += 1
      }
      if followsSpecies { return attach(.atom(MathAtom(digits, .number)), isUpper: false) }
      let parts = digits.split(separator: "/")
      if parts.count == 2 {
        append(
          .fraction(
            MathFraction(
              .atom(MathAtom(String(parts[0]), .number)), .atom(MathAtom(String(parts[1]), .number)))))
      } else {
        append(.atom(MathAtom(digits, .number)))
      }
      append(.space(3))
    }

    private mutating func takeLetters() {
      var letters = text()
      index += 1
      // An element is a capital and the small letters after it. A word of small letters stays one unit.
      while let next = text().first, next.isLowercase, next.isASCII {
        letters.append(next)
        index += 1
      }
      let isState = letters.first?.isLowercase == true
      append(.atom(MathAtom(letters, isState && letters.count == 1 ? .letter : .upright)))
      followsSpecies = true
    }

    /// Parses a sign: a charge at the end of a species, otherwise a bond.
    private mutating func takeSign(_ sign: Character, _ parser: inout FormulaParser) {
      let shown = sign == "-" ? "−" : "+"
      let next = text(1)
      index += 1
      let isCharge =
        followsSpecies && (next.isEmpty || next == " " || next == ")" || next == "]" || next == "-")
      if isCharge {
        attach(.atom(MathAtom(shown, .upright)), isUpper: true)
      } else {
        append(.atom(MathAtom(shown, .upright)))
        followsSpecies = false
      }
    }

    private mutating func takeFormula(_ parser: inout FormulaParser) throws(FormulaError) {
      guard let end = tokens[(index + 1)...].firstIndex(where: { $0.isCharacter("$") }) else {
        throw parser.source.error(.incomplete, "$")
      }
      parser.source.push(TeXToken(kind: .groupEnd, text: "}"))
      for token in tokens[(index + 1)..<end].reversed() { parser.source.push(token) }
      append(.row(try parser.parseGroup()))
      index = end + 1
      followsSpecies = true
    }
  }
}
