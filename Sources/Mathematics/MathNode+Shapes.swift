extension MathNode {
  /// The node inside style changes and rows of one node.
  private var core: MathNode {
    switch self {
    case .row(let nodes): return nodes.count == 1 ? nodes[0].core : self
    case .style(_, let node), .size(_, let node), .color(_, let node), .classed(_, let node): return node.core
    default: return self
    }
  }

  /// Whether the node is a word: upright letters, or text without a space.
  private var isWord: Bool {
    switch self {
    case .text(let text, _): !text.contains(" ")
    case .row(let nodes):
      nodes.allSatisfy { node in
        if case .atom(let atom) = node { atom.kind == .letter && atom.alphabet == .roman } else { false }
      }
    default: false
    }
  }

  /// Whether the extent of the node is clear without parentheses: a symbol, a word, or a delimited group.
  var isSingle: Bool {
    switch core {
    case .atom, .fence, .delimiter, .function, .phantom, .background, .enclosure: true
    case .accent(let accent): accent.base.isOneCharacter
    case .table(let table): table.kind != .substack
    case .text, .row: core.isWord
    default: false
    }
  }

  /// Whether the node is a symbol with a subscript and nothing else.
  var isSubscripted: Bool {
    guard case .scripts(let scripts) = core else { return false }
    return scripts.superscript == nil && scripts.primes == 0 && scripts.base.isSingle
  }

  /// Whether scripts on the node could be mistaken for scripts on its last part.
  var needsParenthesesAsBase: Bool {
    switch core {
    case .scripts, .fraction, .root: true
    case .row(let nodes): nodes.count > 1 && !core.isWord
    default: false
    }
  }

  /// Whether the node is a single character, so that a mark over it is a combining character.
  var isOneCharacter: Bool {
    switch core {
    case .atom(let atom): atom.text.count == 1
    case .text(let text, _): text.count == 1
    default: false
    }
  }

  /// Whether the node is a product, which needs no parentheses before a slash.
  var isFactor: Bool {
    guard case .row(let nodes) = core else { return core.isFactorItem }
    var depth = 0
    for node in nodes {
      switch node.mathClass {
      case .opening: depth += 1
      case .closing where !node.isExclamation: depth -= 1
      case .relation, .binary, .punctuation: if depth == 0 { return false }
      default: if depth == 0, !node.isFactorItem { return false }
      }
    }
    return true
  }

  private var isExclamation: Bool {
    if case .atom(let atom) = self { atom.text == "!" } else { false }
  }

  private var isFactorItem: Bool {
    switch core {
    case .function: return false
    case .scripts(let scripts):
      return scripts.base.mathClass == .closing || scripts.base.isSingle && !scripts.base.isName
    case .root: return true
    case .fraction(let fraction): return fraction.isCharacter
    case .space(let amount): return amount <= 3
    case .atom(let atom): return ![.sum, .integral].contains(atom.kind)
    default: return isSingle
    }
  }

  /// Whether the node needs no parentheses after a slash: a single factor, a differential such as `dx`, or a
  /// function application.
  var isDivisor: Bool {
    switch core {
    case .row(let nodes):
      if nodes.count == 2, case .atom(let sign) = nodes[0] {
        return ["d", "∂"].contains(sign.text) && nodes[1].isFactorItem || nodes[1].isExclamation
      }
      return core.isWord || isApplication(nodes)
    case .scripts(let scripts): return scripts.base.isSingle && !scripts.base.isName
    case .root: return true
    case .fraction(let fraction): return fraction.isCharacter
    default: return isSingle && !isName
    }
  }

  /// Whether the nodes are a letter and a group in parentheses.
  private func isApplication(_ nodes: [MathNode]) -> Bool {
    guard nodes.count > 2, nodes[0].isFactorItem, nodes[1].mathClass == .opening,
      nodes.last?.mathClass == .closing
    else { return false }
    var depth = 0
    for node in nodes.dropFirst() {
      if node.mathClass == .opening { depth += 1 } else if node.mathClass == .closing { depth -= 1 }
      if depth == 0 { return node == nodes.last }
    }
    return false
  }

  /// Whether the node is a stack of lines: `\substack`.
  var isStack: Bool {
    if case .table = core { true } else { false }
  }

  var isArrow: Bool {
    if case .atom(let atom) = core { atom.kind == .arrow } else { false }
  }
}
