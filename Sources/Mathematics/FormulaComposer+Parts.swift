/// Composes scripts, fractions, roots and accents.
extension FormulaComposer {
  // MARK: Scripts

  mutating func compose(_ scripts: MathScripts) -> FormulaBox {
    if form == .drawing, scripts.areLimits(inDisplayStyle: fractionDepth == 0 || scripts.base.hasLimitsAlways)
    {
      return composeLimits(scripts)
    }
    let base = parenthesised(compose(scripts.base), unless: !scripts.base.needsParenthesesAsBase)
    return compose(scripts, on: base)
  }

  /// Composes scripts around a base that is composed already.
  mutating func compose(_ scripts: MathScripts, on base: FormulaBox) -> FormulaBox {
    if case .accent(let accent) = scripts.base, accent.isBrace { return composeLabel(scripts, base) }
    let primes = String(repeating: "′", count: min(scripts.primes, 8))
    let upper = scripts.superscript.map { script($0, raised: true) }
    let lower = scripts.subscripted.map { script($0, raised: false) }
    // Scripts that fit into the row of their base.
    if form == .line || upper?.isFlat != false && lower?.isFlat != false {
      if base.height == 1 || form == .line {
        var parts: [FormulaBox.RowPart] = [(0, base)]
        for script in [lower, upper].compactMap({ $0 }) { parts.append((0, script.line)) }
        if !primes.isEmpty { parts.insert((0, text(primes)), at: 1) }
        return .joined(parts)
      }
    }
    // Beside a tall base, the script characters are in the first and the last row.
    let isSmall = base.height > 1 && upper?.isFlat != false && lower?.isFlat != false
    var above = (isSmall ? upper?.line : upper?.content) ?? .empty
    if !primes.isEmpty { above = .joined([(0, text(primes)), (0, above)]) }
    return attach(above, below: (isSmall ? lower?.line : lower?.content) ?? .empty, to: base)
  }

  /// A script in its one-line form and its two-dimensional form.
  private struct ScriptBoxes {
    /// The script in the row of the base: `²`, `^(n/2)`.
    var line: FormulaBox
    /// The box that is raised or lowered by a row.
    var content: FormulaBox
    /// Whether the script consists of superscript or subscript characters.
    var isFlat: Bool
  }

  private mutating func script(_ node: MathNode, raised isRaised: Bool) -> ScriptBoxes {
    if node.isEmpty { return ScriptBoxes(line: .empty, content: .empty, isFlat: true) }
    let content = inForm(.line, script: true) { $0.compose(node.items) }
    if let characters = ScriptCharacters.text(of: node, raised: isRaised) {
      return ScriptBoxes(line: text(characters), content: content, isFlat: true)
    }
    let sign = text(isRaised ? "^" : "_")
    let needsParentheses = !node.isSingle && content.columns > 1
    let line = FormulaBox.joined(
      needsParentheses
        ? [(0, sign), (0, text("(")), (0, content), (0, text(")"))] : [(0, sign), (0, content)])
    return ScriptBoxes(line: line, content: content, isFlat: false)
  }

  /// Attaches scripts at the upper and lower right of a base.
  private func attach(_ above: FormulaBox, below: FormulaBox, to base: FormulaBox)
    -> FormulaBox
  {
    let hasAbove = above.columns > 0
    let hasBelow = below.columns > 0
    // Scripts of a tall base are in its first and last rows. A base of one row has them above and below that
    // row.
    let isTall = base.height > 1
    let taken = (hasAbove ? above.height : 0) + (hasBelow ? below.height : 0)
    let free = isTall ? max(base.height - taken, 0) : 1
    var scripts = FormulaBox.stacked(
      [hasAbove ? above : .blank(0), .blank(free), hasBelow ? below : .blank(0)], baseline: 0, .left)
    scripts.baseline = min(isTall ? base.baseline : hasAbove ? above.height : 0, scripts.height - 1)
    return .joined([(0, base), (0, scripts)])
  }

  private mutating func composeLimits(_ scripts: MathScripts) -> FormulaBox {
    let base = compose(scripts.base)
    var above = FormulaBox.empty
    if let upper = scripts.superscript {
      above = inForm(.line, script: true) { $0.compose(upper.items) }
    }
    var below = FormulaBox.empty
    if let lower = scripts.subscripted {
      below = inForm(lower.isStack ? .drawing : .line, script: true) { $0.compose(lower.items) }
    }
    var parts = [base]
    var middle = 0
    if above.columns > 0 {
      parts.insert(above, at: 0)
      middle = 1
    }
    if below.columns > 0 { parts.append(below) }
    return .stacked(parts, baseline: middle)
  }

  /// Composes the label of a brace. In one line, the label follows the brace.
  private mutating func composeLabel(_ scripts: MathScripts, _ base: FormulaBox) -> FormulaBox {
    let labels = [scripts.superscript, scripts.subscripted].compactMap { $0 }.map { compose($0.items) }
    var parts: [FormulaBox.RowPart] = [(0, base)]
    for label in labels { parts += [(1, text("[")), (0, label), (0, text("]"))] }
    return .joined(parts)
  }

  // MARK: Fractions

  mutating func compose(_ fraction: MathFraction) -> FormulaBox {
    let isSmall =
      fraction.isDisplayStyle == false || isScript || levels == FormulaLimits.drawnLevels
    let box: FormulaBox
    if form == .line || isSmall {
      box = inForm(.line) { $0.composeLine(fraction) }
    } else {
      box = composeTall(fraction)
    }
    guard !fraction.opening.isEmpty || !fraction.closing.isEmpty, box.height > 1 else { return box }
    return enclosed(box, fraction.opening, fraction.closing)
  }

  /// Composes a fraction with a bar; in one line if it is inside another fraction and that form is short.
  private mutating func composeTall(_ fraction: MathFraction) -> FormulaBox {
    (fractionDepth, levels) = (fractionDepth + 1, levels + 1)
    defer { (fractionDepth, levels) = (fractionDepth - 1, levels - 1) }
    let top = compose(fraction.numerator)
    let bottom = compose(fraction.denominator)
    // Only parts that are narrow here can be so in one line. Without this bound, each level of nested fractions would
    // compose all levels inside it a second time.
    if fractionDepth > 1, !fraction.isContinued, max(top.columns, bottom.columns) < Self.shortLine {
      let line = inForm(.line) { $0.composeLine(fraction) }
      if line.columns <= Self.shortLine { return line }
    }
    let width = max(top.columns, bottom.columns) + (fraction.hasBar ? 2 : 0)
    guard width > 0 else { return .empty }
    let bar = fraction.hasBar ? horizontal(width) : .spaces(width)
    return .stacked([top, bar, bottom], baseline: 1)
  }

  /// The maximum number of columns of a fraction in one line inside another fraction.
  private static let shortLine = 3

  private mutating func composeLine(_ fraction: MathFraction) -> FormulaBox {
    let top = compose(fraction.numerator)
    let bottom = compose(fraction.denominator)
    guard fraction.hasBar else {
      return .joined([
        (0, text(fraction.opening.isEmpty ? "(" : fraction.opening)), (0, top),
        (1, text(fraction.opening == "(" ? "choose" : "¦")), (1, bottom),
        (0, text(fraction.closing.isEmpty ? ")" : fraction.closing)),
      ])
    }
    if let character = fraction.character { return text(character) }
    let line = FormulaBox.joined([
      (0, parenthesised(top, unless: fraction.numerator.isFactor)), (0, text("/")),
      (0, parenthesised(bottom, unless: fraction.denominator.isDivisor)),
    ])
    return line
  }

  func parenthesised(_ box: FormulaBox, unless isSafe: Bool) -> FormulaBox {
    isSafe ? box : .joined([(0, text("(")), (0, box), (0, text(")"))])
  }

  // MARK: Roots

  mutating func composeRoot(_ radicand: MathNode, _ degree: MathNode?) -> FormulaBox {
    let content = compose(radicand.items)
    var special: String?
    if case .atom(let atom) = degree { special = atom.text == "3" ? "∛" : atom.text == "4" ? "∜" : nil }
    var mark = FormulaBox.empty
    if let degree, special == nil || content.height > 1 {
      mark =
        ScriptCharacters.text(of: degree, raised: true).map(text)
        ?? inForm(.line, script: true) { $0.compose(degree.items) }
    }
    guard content.height > 1 else {
      return .joined([
        (0, mark), (0, text(special ?? "√")),
        (0, parenthesised(content, unless: radicand.isSingle || radicand.isSubscripted)),
      ])
    }
    return tallRoot(content, mark)
  }

  /// Returns a root that spans several rows.
  private func tallRoot(_ content: FormulaBox, _ mark: FormulaBox) -> FormulaBox {
    let characters = layout.usesASCII ? (" ", "|", "\\", "_") : ("┌", "│", "╲", "─")
    let top = FormulaBox.joined([
      (0, text(characters.0)),
      (0, text(String(repeating: characters.3, count: content.columns + 1))),
    ])
    let edge = FormulaBox.stacked(
      Array(repeating: text(characters.1), count: content.height), baseline: content.baseline)
    let body = FormulaBox.stacked([top, .joined([(0, edge), (0, content)])], baseline: 1, .left)
    let foot = FormulaBox.stacked(
      [mark.columns > 0 ? mark : .spaces(1), text(characters.2)], baseline: 1, .right)
    // The hook is in front of the last row.
    let free = max(body.height - foot.height, 0)
    var left = FormulaBox.stacked([.blank(free), foot], baseline: 1, .left)
    left.baseline = min(body.baseline, left.height - 1)
    return .joined([(0, left), (0, body)])
  }

  // MARK: Accents

  mutating func compose(_ accent: MathAccent) -> FormulaBox {
    let base = compose(accent.base.items)
    let table = accent.isUnder ? ScriptCharacters.combiningBelow : ScriptCharacters.combining
    if base.height == 1, let mark = table[accent.mark] {
      let isLine = accent.mark == "‾" || accent.mark == "¯"
      if accent.base.isOneCharacter || form == .line && isLine && base.columns <= 24 {
        return base.marked(mark)
      }
    }
    guard form == .drawing else {
      if accent.isBrace { return base }
      let name = accent.isUnder ? "_" : ""
      return .joined([(0, parenthesised(base, unless: accent.base.isSingle)), (0, text(name + accent.mark))])
    }
    let mark = wideMark(accent, max(base.columns, 1))
    return accent.isUnder
      ? .stacked([base, mark], baseline: 0) : .stacked([mark, base], baseline: 1)
  }

  private func wideMark(_ accent: MathAccent, _ columns: Int) -> FormulaBox {
    let dash = layout.usesASCII ? "-" : "─"
    func line(_ count: Int) -> String { String(repeating: dash, count: max(count, 0)) }
    switch accent.mark {
    case "‾", "¯":
      return text(
        layout.usesASCII ? line(columns) : String(repeating: accent.isUnder ? "‾" : "_", count: columns))
    case "→", "⇀", "⇒": return text(line(columns - 1) + accent.mark)
    case "←", "↼": return text(accent.mark + line(columns - 1))
    case "↔": return text(columns < 2 ? "↔" : "←" + line(columns - 2) + "→")
    case "⏞", "⏟", "⏠", "⏡", "⎴", "⎵", "⏜", "⏝":
      guard columns >= 3 else { return text(accent.mark) }
      let left = (columns - 3) / 2
      let right = columns - 3 - left
      if layout.usesASCII { return text("+" + line(columns - 2) + "+") }
      return text(
        accent.isUnder
          ? "╰" + line(left) + "┬" + line(right) + "╯" : "╭" + line(left) + "┴" + line(right) + "╮")
    default: return text(accent.mark)
    }
  }

  // MARK: Above and below

  mutating func composeStack(_ base: MathNode, _ over: MathNode?, _ under: MathNode?) -> FormulaBox {
    let top = over.map { node in inForm(.line, script: true) { $0.compose(node.items) } }
    let bottom = under.map { node in inForm(.line, script: true) { $0.compose(node.items) } }
    var middle = compose(base)
    let isArrow = base.isArrow
    if form == .drawing {
      if isArrow { middle = arrow(middle, max(top?.columns ?? 0, bottom?.columns ?? 0) + 2) }
      let parts = [top, middle, bottom].compactMap { $0 }
      return .stacked(parts, baseline: top == nil ? 0 : 1)
    }
    var parts: [FormulaBox.RowPart] = [(0, middle)]
    if isArrow {
      // The label is drawn inside the shaft.
      let labels = [top, bottom].compactMap { $0 }
      let label =
        labels.count == 2
        ? FormulaBox.joined([(0, labels[0]), (0, text("/")), (0, labels[1])]) : labels.first
      guard let label else { return middle }
      return .joined([(0, text("─")), (0, label), (0, middle)])
    }
    for (sign, node, box) in [("^", over, top), ("_", under, bottom)] {
      guard let node, let box else { continue }
      parts += [(0, text(sign)), (0, parenthesised(box, unless: node.isSingle))]
    }
    return .joined(parts)
  }

  private func arrow(_ sign: FormulaBox, _ columns: Int) -> FormulaBox {
    let shaft = layout.usesASCII ? "-" : "─"
    let double = layout.usesASCII ? "=" : "═"
    let head = FormulaDrawing(sign).rows[0].first?.text ?? ""
    func line(_ text: String, _ count: Int) -> String { String(repeating: text, count: max(count, 0)) }
    switch head {
    case "→", "⇀", "⇁", "↦", "↪", "↠": return text(line(shaft, columns - 1) + head)
    case "←", "↼", "↽", "↩", "↞": return text(head + line(shaft, columns - 1))
    case "⇒": return text(line(double, columns - 1) + head)
    case "⇐": return text(head + line(double, columns - 1))
    case "↔": return text("←" + line(shaft, columns - 2) + "→")
    case "⇔": return text("⇐" + line(double, columns - 2) + "⇒")
    case "=": return text(line(double, columns))
    default: return sign
    }
  }
}
