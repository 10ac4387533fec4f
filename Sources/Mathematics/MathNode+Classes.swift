extension MathNode {
  /// The class that determines the node's spacing; nil for nodes that their neighbours ignore, such as
  /// spaces.
  var mathClass: MathClass? {
    switch self {
    case .atom(let atom):
      switch atom.kind {
      case .letter, .upright, .number, .fence: return .ordinary
      case .binary: return .binary
      case .relation, .arrow: return .relation
      case .opening: return .opening
      case .closing: return .closing
      case .punctuation: return .punctuation
      case .sum, .integral: return .largeOperator
      }
    case .row, .text, .fraction, .root, .table, .enclosure, .background: return .ordinary
    case .function: return .largeOperator
    case .scripts(let scripts): return scripts.base.mathClass ?? .ordinary
    case .accent: return .ordinary
    case .stack(let base, _, _): return base.mathClass ?? .ordinary
    case .fence: return .inner
    case .delimiter(_, _, let role): return role
    case .space: return nil
    case .style(_, let node), .size(_, let node), .color(_, let node): return node.innerClass
    case .phantom(let phantom, let node): return phantom.keepsWidth ? node.mathClass ?? .ordinary : nil
    case .classed(let role, _): return role
    }
  }

  /// The class of the content of a node that changes only the style.
  private var innerClass: MathClass? {
    if case .row(let nodes) = self { return nodes.count == 1 ? nodes[0].mathClass : .ordinary }
    return mathClass
  }

  /// Whether scripts become limits, above and below the node, in a display formula.
  var takesLimits: Bool {
    switch self {
    case .atom(let atom): return atom.kind == .sum
    case .function(_, let takesLimits): return takesLimits
    case .classed(.largeOperator, _): return true
    case .style(_, let node), .size(_, let node), .color(_, let node): return node.takesLimits
    case .row(let nodes): return nodes.count == 1 && nodes[0].takesLimits
    default: return false
    }
  }

  /// Whether scripts become limits in every style.
  var hasLimitsAlways: Bool {
    switch self {
    case .accent(let accent): return accent.isBrace
    default: return false
    }
  }

  /// Whether the first symbol of a row is a binary operator such as `+`.
  var startsWithSign: Bool { items.lazy.compactMap(\.mathClass).first == .binary }

  /// The nodes of a row, or the node itself in an array.
  var items: [MathNode] {
    if case .row(let nodes) = self { return nodes }
    return [self]
  }

  var isEmpty: Bool {
    if case .row(let nodes) = self { return nodes.isEmpty }
    return false
  }

  /// Creates a row, or returns its only node.
  init(_ nodes: [MathNode]) { self = nodes.count == 1 ? nodes[0] : .row(nodes) }
}

/// Returns the spacing classes of the nodes in a row. A binary operator without two operands becomes an
/// ordinary symbol (The TeXbook, appendix G, rules 5 and 6), such as the minus in `a = -b`.
func spacedClasses(of nodes: [MathNode]) -> [MathClass?] {
  var classes = nodes.map(\.mathClass)
  var previous: Int?
  for index in classes.indices {
    guard let current = classes[index] else { continue }
    if current == .binary {
      switch previous.flatMap({ classes[$0] }) {
      case nil, .binary, .largeOperator, .relation, .opening, .punctuation: classes[index] = .ordinary
      default: break
      }
    } else if [.relation, .closing, .punctuation].contains(current), let before = previous,
      classes[before] == .binary
    {
      classes[before] = .ordinary
    }
    previous = index
  }
  if let last = previous, classes[last] == .binary { classes[last] = .ordinary }
  return classes
}
