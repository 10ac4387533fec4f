/// Draws formulas with characters: in one line, or in two dimensions with fraction bars, limits and tall
/// delimiters.
///
/// ```swift
/// let formula = try Formula(tex: #"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}"#)
/// FormulaLayout().line(of: formula)?.text  // x = (−b ± √(b² − 4ac))/2a
/// FormulaLayout(columns: 40).drawing(of: formula)?.text
/// //      −b ± √(b² − 4ac)
/// // x = ──────────────────
/// //             2a
/// ```
public struct FormulaLayout: Sendable {
  /// The maximum width of drawings in columns.
  public var columns: Int
  /// Returns the width of a text in columns.
  public var measure: @Sendable (String) -> Int
  /// Whether bars and tall delimiters are drawn in ASCII, for terminals that show box-drawing characters two
  /// columns wide.
  public var usesASCII: Bool

  public init(
    columns: Int = 80, usesASCII: Bool = false, measure: @escaping @Sendable (String) -> Int = { $0.count }
  ) {
    self.columns = columns
    self.usesASCII = usesASCII
    self.measure = measure
  }

  /// Returns the formula in one row of text; nil if it is longer than ``FormulaLimits/lineLength``.
  public func line(of formula: Formula) -> FormulaDrawing? {
    line(of: formula, columns: FormulaLimits.lineLength)
  }

  /// Returns the formula in one row of text; nil if a part of it is longer than `columns`.
  private func line(of formula: Formula, columns: Int) -> FormulaDrawing? {
    var composer = FormulaComposer(layout: self, form: .line, lineLength: columns)
    let box = composer.compose(formula.root.items)
    return composer.isTooLarge || box.height > 1 ? nil : FormulaDrawing(box)
  }

  /// Returns the formula in two dimensions, at most ``columns`` wide.
  ///
  /// A formula that is too wide is broken before relations, then written in one line. Returns nil if no form
  /// fits.
  ///
  /// - Parameter lineLength: The maximum width of the line, up to ``FormulaLimits/lineLength``; nil for ``columns``. A longer
  ///   line is for a caller that wraps it.
  public func drawing(of formula: Formula, lineLength: Int? = nil) -> FormulaDrawing? {
    var composer = FormulaComposer(layout: self, form: .drawing)
    return composer.drawing(of: formula.root, in: columns).map(FormulaDrawing.init)
      ?? line(of: formula, columns: min(lineLength ?? columns, FormulaLimits.lineLength))
  }
}

/// Composes the boxes of nodes from the boxes of their parts.
struct FormulaComposer {
  enum FormulaForm {
    case line, drawing
  }

  let layout: FormulaLayout
  var form: FormulaForm
  /// Whether a script is being composed. Scripts have no spaces around operators.
  var isScript = false
  /// The nesting depth of fractions around the current node.
  var fractionDepth = 0
  /// The number of fractions and frames around the current node, up to ``FormulaLimits/drawnLevels``.
  var levels = 0
  /// Whether a box exceeded the limits. The result must then be discarded.
  private(set) var isTooLarge = false
  /// The maximum width of what is in one line.
  private let lineLength: Int

  init(layout: FormulaLayout, form: FormulaForm, lineLength: Int = FormulaLimits.lineLength) {
    self.layout = layout
    self.form = form
    self.lineLength = lineLength
  }

  func text(_ text: String) -> FormulaBox { FormulaBox(text, columns: layout.measure(text)) }

  mutating func inForm(_ new: FormulaForm, script: Bool? = nil, _ body: (inout Self) -> FormulaBox)
    -> FormulaBox
  {
    let outer = (form, isScript)
    form = new
    if let script { isScript = script }
    defer { (form, isScript) = outer }
    return body(&self)
  }

  /// Returns a box, or an empty one if it or a box before it exceeds the limits.
  mutating func checked(_ box: FormulaBox) -> FormulaBox {
    let limit = form == .line ? lineLength : FormulaLimits.columns
    if box.columns > limit || box.height > FormulaLimits.rows { isTooLarge = true }
    return isTooLarge ? .empty : box
  }

  // MARK: Rows

  /// Composes nodes next to each other.
  mutating func compose(_ nodes: [MathNode]) -> FormulaBox {
    guard !isTooLarge else { return .empty }
    return row(boxes(of: nodes), of: nodes)
  }

  /// Places the boxes of nodes next to each other.
  mutating func row(_ boxes: [FormulaBox], of nodes: [MathNode]) -> FormulaBox {
    if nodes.isEmpty { return .empty }
    if nodes.count == 1, !nodes[0].isSpace { return checked(boxes[0]) }
    return checked(.joined(place(boxes, of: nodes)))
  }

  /// Composes each node alone.
  mutating func boxes(of nodes: [MathNode]) -> [FormulaBox] {
    nodes.map { node in
      node.isSpace ? .empty : compose(node)
    }
  }

  /// Returns the boxes of a row's nodes, each with the number of columns before it.
  mutating func place(_ boxes: [FormulaBox], of nodes: [MathNode]) -> [FormulaBox.RowPart] {
    let classes = spacedClasses(of: nodes)
    var boxes = boxes
    growDelimiters(of: nodes, &boxes)
    var parts: [FormulaBox.RowPart] = []
    parts.reserveCapacity(nodes.count)
    var previous: Int?
    var space = 0
    for index in nodes.indices {
      if case .space(let amount) = nodes[index] {
        space += columns(ofSpace: amount)
        continue
      }
      var gap = 0
      if let role = classes[index] {
        if let previous, let before = classes[previous] {
          gap = self.gap(
            nodes[previous], before, boxes[previous], nodes[index], role, boxes[index])
        }
        previous = index
      }
      if isDigitGroup(at: index, nodes) { gap = 0 }
      parts.append((max(gap, space), boxes[index]))
      space = 0
    }
    if space > 0 { parts.append((space, .empty)) }
    return parts
  }

  /// Whether a node is the group of three digits after a comma in a number such as `1,000`.
  private func isDigitGroup(at index: Int, _ nodes: [MathNode]) -> Bool {
    guard index >= 2, case .atom(let group) = nodes[index], group.kind == .number, group.text.utf8.count == 3,
      case .atom(let comma) = nodes[index - 1], comma.text == ",",
      case .atom(let number) = nodes[index - 2], number.kind == .number
    else { return false }
    return true
  }

  private func columns(ofSpace amount: Int) -> Int {
    if isScript { return amount >= 18 ? 1 : 0 }
    return amount <= 1 ? 0 : amount < 15 ? 1 : (amount + 4) / 9
  }

  /// Returns the number of columns between two neighbours.
  private func gap(
    _ left: MathNode, _ leftClass: MathClass, _ leftBox: FormulaBox, _ right: MathNode,
    _ rightClass: MathClass, _ rightBox: FormulaBox
  ) -> Int {
    guard leftBox.columns > 0, rightBox.columns > 0 else { return 0 }
    // A sign in front of its operand is unary.
    if leftClass == .ordinary, case .atom(let sign) = left, sign.kind == .binary { return 0 }
    if left.isName {
      return rightClass == .opening || rightClass == .closing || rightClass == .punctuation
        || right.isFence ? (isScript || !right.isTable ? 0 : 1) : 1
    }
    if right.isName, [.ordinary, .closing, .inner].contains(leftClass) { return 1 }
    if isScript { return 0 }
    switch (leftClass, rightClass) {
    case (_, .closing), (_, .punctuation), (.opening, _): return 0
    case (.relation, .relation): return 0
    case (.relation, _), (_, .relation), (.binary, _), (_, .binary), (.punctuation, _): return 1
    case (.largeOperator, _): return 1
    case (.ordinary, .largeOperator), (.closing, .largeOperator), (.inner, .largeOperator): return 1
    default: break
    }
    if form == .line, left.hasSlash || right.hasSlash { return leftClass == .opening ? 0 : 1 }
    // Bars must not touch their neighbours.
    if left.sizedDelimiter != nil || right.sizedDelimiter != nil { return 0 }
    let isTall = leftBox.height > 1 && left.hasBar || rightBox.height > 1 && right.hasBar
    return isTall && leftClass != .opening && rightClass != .closing ? 1 : 0
  }

  /// Makes the delimiters of `\big` as tall as their neighbours.
  private mutating func growDelimiters(of nodes: [MathNode], _ boxes: inout [FormulaBox]) {
    guard form == .drawing, nodes.contains(where: { $0.sizedDelimiter != nil }) else { return }
    var ascent = 0
    var descent = 0
    for index in nodes.indices {
      if nodes[index].sizedDelimiter != nil { continue }
      ascent = max(ascent, boxes[index].ascent)
      descent = max(descent, boxes[index].descent)
    }
    guard ascent + descent > 0 else { return }
    for index in nodes.indices {
      guard let text = nodes[index].sizedDelimiter else { continue }
      boxes[index] = delimiter(text, ascent: ascent, descent: descent)
      if case .scripts(let scripts) = nodes[index] { boxes[index] = compose(scripts, on: boxes[index]) }
    }
  }

  /// Composes one node.
  mutating func compose(_ node: MathNode) -> FormulaBox {
    guard !isTooLarge else { return .empty }
    switch node {
    case .atom(let atom): return text(atom.styledText)
    case .row(let nodes): return compose(nodes)
    case .text(let string, _): return compose(text: string)
    case .function(let name, _): return text(String(name.map { $0 == "\u{2009}" ? " " : $0 }))
    case .scripts(let scripts): return compose(scripts)
    case .fraction(let fraction): return compose(fraction)
    case .root(let radicand, let degree): return composeRoot(radicand, degree)
    case .accent(let accent): return compose(accent)
    case .stack(let base, let over, let under): return composeStack(base, over, under)
    case .fence(let fence): return compose(fence)
    case .delimiter(let text, _, _): return self.text(text)
    case .table(let table): return compose(table)
    case .space(let amount): return .spaces(columns(ofSpace: amount))
    case .style(_, let node), .size(_, let node), .classed(_, let node): return compose(node.items)
    case .color(let color, let node):
      let box = compose(node.items)
      return color.isText ? box : box.colored(color)
    case .background(let color, _, let node):
      let box = FormulaBox.joined([
        (0, .spaces(1)), (0, compose(node.items)), (0, .spaces(1)),
      ])
      return box.colored(color.inkOnTop, background: color)
    case .enclosure(let enclosure, let node): return compose(enclosure, node)
    case .phantom(let phantom, let node):
      let box = compose(node.items)
      return phantom.isShown ? box : phantom.keepsWidth ? .spaces(box.columns) : .empty
    }
  }

  private func compose(text string: String) -> FormulaBox {
    let shown = String(string.map { $0 == "\u{A0}" ? " " : $0 })
    return text(shown)
  }
}

extension MathNode {
  var isSpace: Bool {
    if case .space = self { true } else { false }
  }

  /// Whether the node is a function's name, with or without scripts.
  var isName: Bool {
    switch self {
    case .function: true
    case .scripts(let scripts): scripts.base.isName
    default: false
    }
  }

  /// The delimiter of `\big` and its variants, with or without scripts; nil for other nodes.
  fileprivate var sizedDelimiter: String? {
    switch self {
    case .delimiter(let text, _, _): text
    case .scripts(let scripts): scripts.base.sizedDelimiter
    default: nil
    }
  }

  fileprivate var isFence: Bool {
    if case .fence = self { true } else { false }
  }

  fileprivate var isTable: Bool {
    switch self {
    case .table: true
    case .fence(let fence): fence.parts.contains { $0.isTable }
    default: false
    }
  }

  /// Whether the one-line form of the node contains a slash.
  fileprivate var hasSlash: Bool {
    switch self {
    case .fraction(let fraction): return fraction.hasBar && !fraction.isCharacter
    case .row(let nodes): return nodes.count == 1 && nodes[0].hasSlash
    case .style(_, let node), .size(_, let node), .color(_, let node): return node.hasSlash
    default: return false
    }
  }

  /// Whether the node can have a horizontal line at its edge.
  fileprivate var hasBar: Bool {
    switch self {
    case .fraction, .root, .enclosure: true
    case .style(_, let node), .size(_, let node), .color(_, let node): node.items.contains { $0.hasBar }
    default: false
    }
  }
}
