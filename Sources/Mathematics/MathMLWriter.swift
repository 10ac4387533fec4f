/// Writes formulas as MathML Core, which browsers draw without a script.
///
/// ```swift
/// let formula = try Formula(tex: #"\sqrt{x}"#)
/// MathMLWriter().html(of: formula, isDisplayed: false)
/// // <math class="ils-formula"><semantics><msqrt><mi>x</mi></msqrt>
/// // <annotation encoding="application/x-tex">\sqrt{x}</annotation></semantics></math>
/// ```
///
/// Every element has an end tag, so that HTML and XML parsers build the same tree. All text is escaped.
/// Colours are written from numbers, and no attribute contains text of the source.
public struct MathMLWriter: Sendable {
  /// Whether styles without a MathML Core attribute (boxes, strike-through lines, alignments) are written as
  /// `style` attributes, for pages without the stylesheet. Otherwise they are classes.
  public var usesInlineStyles = false

  public init(usesInlineStyles: Bool = false) { self.usesInlineStyles = usesInlineStyles }

  /// Returns the formula as a `math` element.
  ///
  /// - Parameter isDisplayed: Whether the formula is a block in display style.
  public func html(of formula: Formula, isDisplayed: Bool) -> String {
    var out: [UInt8] = []
    write(formula, isDisplayed: isDisplayed, into: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends the formula as a `math` element in UTF-8.
  public func write(_ formula: Formula, isDisplayed: Bool, into out: inout [UInt8]) {
    var tree = MathMLTree(usesInlineStyles: usesInlineStyles)
    swap(&tree.out, &out)
    tree.raw(isDisplayed ? "<math class=\"ils-formula\" display=\"block\">" : "<math class=\"ils-formula\">")
    tree.raw("<semantics>")
    tree.isDisplayStyle = isDisplayed
    tree.writeSingle(formula.root)
    tree.raw("<annotation encoding=\"application/x-tex\">")
    tree.text(formula.tex)
    tree.raw("</annotation></semantics></math>")
    swap(&tree.out, &out)
  }
}

/// Writes the elements of one formula.
struct MathMLTree {
  let usesInlineStyles: Bool
  var out: [UInt8] = []
  /// Whether the current style is display style.
  var isDisplayStyle = false
  /// Whether a script is being written. Operators in scripts have no space around them.
  var isScript = false

  init(usesInlineStyles: Bool) { self.usesInlineStyles = usesInlineStyles }

  // MARK: Bytes

  mutating func raw(_ text: StaticString) {
    out.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes escaped text. Line ends become line feeds, as in an HTML parser.
  mutating func text(_ text: String) {
    var followsReturn = false
    for byte in text.utf8 {
      defer { followsReturn = byte == 0x0D }
      switch byte {
      case 0x0D: out.append(0x0A)
      case 0x0A where followsReturn: break
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      default: out.append(byte)
      }
    }
  }

  /// Writes an element that contains only text.
  mutating func leaf(_ start: StaticString, _ content: String, _ end: StaticString) {
    raw(start)
    text(content)
    raw(end)
  }

  /// Writes a length of 1/18 em units in `em`, with three decimals.
  mutating func ems(_ eighteenths: Int) {
    let thousandths = (abs(eighteenths) * 1000 + 9) / 18
    var digits = String(thousandths % 1000)
    while digits.utf8.count < 3 { digits = "0" + digits }
    out.append(contentsOf: "\(eighteenths < 0 ? "-" : "")\(thousandths / 1000).\(digits)em".utf8)
  }

  mutating func space(_ eighteenths: Int) {
    if eighteenths < 0 {
      // MathML Core ignores a negative width, but allows a negative margin.
      raw("<mspace style=\"margin-inline-start:")
      ems(eighteenths)
      raw("\"></mspace>")
    } else {
      raw("<mspace width=\"")
      ems(eighteenths)
      raw("\"></mspace>")
    }
  }

  // MARK: Styles

  /// Calls `body` with another style, and restores the style.
  mutating func inStyle(display: Bool, script: Bool? = nil, _ body: (inout MathMLTree) -> Void) {
    let outer = (isDisplayStyle, isScript)
    isDisplayStyle = display
    if let script { isScript = script }
    body(&self)
    (isDisplayStyle, isScript) = outer
  }

  /// Writes a node as a script: smaller, and never in display style.
  mutating func writeScript(_ node: MathNode) {
    inStyle(display: false, script: true) { $0.writeSingle(node) }
  }

  // MARK: Rows

  /// Writes a node as exactly one element.
  mutating func writeSingle(_ node: MathNode) {
    if case .row(let nodes) = node {
      if nodes.count == 1 { return writeSingle(nodes[0]) }
      raw("<mrow>")
      writeItems(nodes)
      raw("</mrow>")
    } else if node.isOneElement {
      write(node, as: node.mathClass)
    } else {
      raw("<mrow>")
      write(node, as: node.mathClass)
      raw("</mrow>")
    }
  }

  /// Writes nodes next to each other, with the space that TeX puts around function names.
  mutating func writeItems(_ nodes: [MathNode]) {
    let classes = spacedClasses(of: nodes)
    var previous: (index: Int, role: MathClass)?
    var index = 0
    while index < nodes.count {
      if let role = classes[index] {
        if let previous, !isScript, needsThinSpace(nodes[previous.index], previous.role, nodes[index], role) {
          space(3)
        }
        previous = (index, role)
      }
      let end = endOfWord(from: index, nodes)
      if end > index + 1 {
        writeWord(nodes[index..<end])
        previous = (end - 1, .ordinary)
        index = end
        continue
      }
      write(nodes[index], as: classes[index])
      index += 1
    }
  }

  /// Whether a thin space is needed between two nodes because no operator provides it.
  private func needsThinSpace(
    _ left: MathNode, _ leftClass: MathClass, _ right: MathNode, _ rightClass: MathClass
  ) -> Bool {
    let isAfterName = left.isFunctionName
    let isBeforeName = right.isFunctionName
    if isAfterName {
      // Browsers give a large operator its own spacing.
      return isBeforeName || rightClass == .ordinary || rightClass == .inner
    }
    if isBeforeName { return [.ordinary, .closing, .inner].contains(leftClass) }
    if leftClass == .inner {
      return rightClass == .ordinary || rightClass == .opening || rightClass == .inner
    }
    if rightClass == .inner { return leftClass == .ordinary || leftClass == .closing }
    return false
  }

  /// Returns the index after a run of letters that forms a word, as in `\mathrm{max}`.
  private func endOfWord(from start: Int, _ nodes: [MathNode]) -> Int {
    var end = start
    while end < nodes.count, case .atom(let atom) = nodes[end], atom.kind == .letter,
      atom.alphabet == .roman
    {
      end += 1
    }
    return end
  }

  private mutating func writeWord(_ nodes: ArraySlice<MathNode>) {
    var word = ""
    for case .atom(let atom) in nodes { word += atom.text }
    leaf("<mi>", word, "</mi>")
  }
}

extension MathNode {
  /// Whether the node is written as one element in every context.
  fileprivate var isOneElement: Bool {
    switch self {
    case .row: false
    case .function, .classed: false
    case .scripts(let scripts): !scripts.base.isFunctionName
    case .fraction(let fraction): fraction.opening.isEmpty && fraction.closing.isEmpty
    default: true
    }
  }

  /// Whether the node is a function's name, with or without scripts.
  fileprivate var isFunctionName: Bool {
    switch self {
    case .function: true
    case .scripts(let scripts): scripts.base.isFunctionName
    case .classed(.largeOperator, let node): !node.isLargeSymbol
    default: false
    }
  }

  private var isLargeSymbol: Bool {
    switch self {
    case .atom(let atom): atom.kind == .sum || atom.kind == .integral
    case .row(let nodes): nodes.count == 1 && nodes[0].isLargeSymbol
    default: false
    }
  }
}
