/// Writes symbols, text and spaces.
extension MathMLTree {
  /// Writes a node.
  ///
  /// - Parameter role: The class that determines the spacing between the node and its neighbours.
  mutating func write(_ node: MathNode, as role: MathClass?) {
    switch node {
    case .atom(let atom): write(atom, as: role)
    case .row: writeSingle(node)
    case .text(let string, let style): write(text: string, style)
    case .function(let name, _):
      leaf("<mi>", name, "</mi>")
      raw("<mo>\u{2061}</mo>")
    case .space(let amount): space(amount)
    case .scripts(let scripts): write(scripts, as: role)
    case .fraction(let fraction): write(fraction)
    case .root(let radicand, let degree): writeRoot(radicand, degree)
    case .accent(let accent): write(accent)
    case .stack(let base, let over, let under): writeStack(base, over: over, under: under)
    case .fence(let fence): write(fence)
    case .delimiter(let text, let level, let role): writeDelimiter(text, level: level, as: role)
    case .table(let table): write(table)
    case .style, .size, .color, .background, .enclosure, .phantom: writeLook(node)
    case .classed(let role, let node): write(node, classed: role)
    }
  }

  private mutating func write(_ atom: MathAtom, as role: MathClass?) {
    switch atom.kind {
    case .letter:
      if atom.alphabet == .roman {
        leaf("<mi mathvariant=\"normal\">", atom.text, "</mi>")
      } else if atom.alphabet == .italic || atom.alphabet == nil {
        leaf("<mi>", atom.text, "</mi>")
      } else {
        leaf("<mi mathvariant=\"normal\">", atom.styledText, "</mi>")
      }
    case .upright, .fence: leaf("<mi mathvariant=\"normal\">", atom.styledText, "</mi>")
    case .number: leaf("<mn>", atom.styledText, "</mn>")
    case .binary:
      if role == .ordinary {
        // A sign in prefix position has no space around it.
        leaf("<mo form=\"prefix\" lspace=\"0\" rspace=\"0\">", atom.text, "</mo>")
      } else {
        writeOperator(atom.text, "0.222em")
      }
    case .relation: writeOperator(atom.text, "0.278em")
    case .arrow:
      leaf(
        isScript
          ? "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">"
          : "<mo stretchy=\"false\" lspace=\"0.278em\" rspace=\"0.278em\">", atom.text, "</mo>")
    case .opening: leaf("<mo form=\"prefix\" stretchy=\"false\">", atom.text, "</mo>")
    case .closing:
      leaf("<mo form=\"postfix\" stretchy=\"false\" lspace=\"0\" rspace=\"0\">", atom.text, "</mo>")
    case .punctuation: leaf("<mo separator=\"true\">", atom.text, "</mo>")
    case .sum: leaf("<mo>", atom.text, "</mo>")
    case .integral: leaf("<mo>", atom.text, "</mo>")
    }
  }

  /// Writes a binary operator or relation. Browsers take the spacing of known operators from their operator
  /// dictionary.
  private mutating func writeOperator(_ text: String, _ width: StaticString) {
    if isScript {
      leaf("<mo lspace=\"0\" rspace=\"0\">", text, "</mo>")
    } else if ["=", "+", "−", "≤", "≥", "∈", "≈", "≠", "⊂", "⊆", "∼", "≡", "×", "∪", "∩", "⋅"].contains(text)
    {
      leaf("<mo form=\"infix\">", text, "</mo>")
    } else {
      raw("<mo lspace=\"")
      raw(width)
      raw("\" rspace=\"")
      raw(width)
      raw("\" stretchy=\"false\">")
      self.text(text)
      raw("</mo>")
    }
  }

  private mutating func write(text string: String, _ style: MathTextStyle) {
    switch style {
    case .plain: raw("<mtext>")
    case .bold: raw("<mtext style=\"font-weight:bold\">")
    case .italic: raw("<mtext style=\"font-style:italic\">")
    case .monospace: raw("<mtext style=\"font-family:monospace\">")
    case .sansSerif: raw("<mtext style=\"font-family:sans-serif\">")
    }
    // Parsers drop spaces at the ends of the text.
    text(String(string.map { $0 == " " ? "\u{A0}" : $0 }))
    raw("</mtext>")
  }

  private mutating func write(_ node: MathNode, classed role: MathClass) {
    // A single symbol takes on the spacing. Around other nodes the spacing is written as spaces.
    if case .atom(var atom) = node, node.items.count == 1 {
      switch role {
      case .ordinary, .inner, .largeOperator: return writeSingle(node)
      case .binary: atom.kind = .binary
      case .relation: atom.kind = atom.kind == .arrow ? .arrow : .relation
      case .opening: atom.kind = .opening
      case .closing: atom.kind = .closing
      case .punctuation: atom.kind = .punctuation
      }
      return write(atom, as: role)
    }
    let amount = isScript ? 0 : role == .relation ? 5 : role == .binary ? 4 : 0
    guard amount > 0, !node.startsWithArrow else { return writeSingle(node) }
    space(amount)
    writeSingle(node)
    space(amount)
  }
}

extension MathNode {
  /// Whether the node's first symbol is an arrow, which has its own spacing.
  fileprivate var startsWithArrow: Bool {
    for node in items {
      if case .space = node { continue }
      if case .atom(let atom) = node { return atom.kind == .arrow }
      return false
    }
    return false
  }
}
