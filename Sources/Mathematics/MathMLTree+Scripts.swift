/// Writes scripts, accents and stacked nodes.
extension MathMLTree {
  mutating func write(_ scripts: MathScripts, as role: MathClass?) {
    if scripts.areLimits(inDisplayStyle: isDisplayStyle) { return writeLimits(scripts) }
    let hasUpper = scripts.superscript != nil || scripts.primes > 0
    switch (hasUpper, scripts.subscripted) {
    case (true, .some(let lower)):
      raw("<msubsup>")
      writeBase(scripts.base)
      writeScript(lower)
      writeUpper(scripts)
      raw("</msubsup>")
    case (true, nil):
      raw("<msup>")
      writeBase(scripts.base)
      writeUpper(scripts)
      raw("</msup>")
    case (false, let lower):
      raw("<msub>")
      writeBase(scripts.base)
      writeScript(lower ?? .row([]))
      raw("</msub>")
    }
    if case .function = scripts.base { raw("<mo>\u{2061}</mo>") }
  }

  /// Writes the base of scripts: only the name of a function, or only the sign of a brace with scripts.
  private mutating func writeBase(_ base: MathNode) {
    switch base {
    case .function(let name, _): leaf("<mi>", name, "</mi>")
    case .classed(_, .function(let name, _)): leaf("<mi>", name, "</mi>")
    case .delimiter:
      // Browsers stretch a delimiter only within a row.
      raw("<mrow>")
      write(base, as: base.mathClass)
      raw("</mrow>")
    default: writeSingle(base)
    }
  }

  private mutating func writeUpper(_ scripts: MathScripts) {
    if scripts.primes > 0 {
      if scripts.superscript != nil { raw("<mrow>") }
      writePrimes(scripts.primes)
      if let upper = scripts.superscript {
        inStyle(display: false, script: true) { $0.writeItems(upper.items) }
        raw("</mrow>")
      }
    } else {
      writeScript(scripts.superscript ?? .row([]))
    }
  }

  private mutating func writePrimes(_ count: Int) {
    let signs = ["", "′", "″", "‴", "⁗"]
    let text = count < signs.count ? signs[count] : String(repeating: "′", count: count)
    leaf("<mo lspace=\"0\" rspace=\"0\">", text, "</mo>")
  }

  private mutating func writeLimits(_ scripts: MathScripts) {
    let hasUpper = scripts.superscript != nil || scripts.primes > 0
    let start: (StaticString, StaticString) =
      hasUpper
      ? scripts.subscripted == nil ? ("<mover>", "</mover>") : ("<munderover>", "</munderover>")
      : ("<munder>", "</munder>")
    raw(start.0)
    if !isDisplayStyle, case .atom(let atom) = scripts.base, atom.kind == .sum || atom.kind == .integral {
      leaf("<mo movablelimits=\"false\">", atom.text, "</mo>")
    } else {
      writeBase(scripts.base)
    }
    if let lower = scripts.subscripted { writeScript(lower) }
    if hasUpper { writeUpper(scripts) }
    raw(start.1)
    if case .function = scripts.base { raw("<mo>\u{2061}</mo>") }
  }

  // MARK: Above and below

  mutating func writeStack(_ base: MathNode, over: MathNode?, under: MathNode?) {
    // The labels of an arrow end before its head.
    let padding: [MathNode] = base.isArrow ? [.space(7)] : []
    let over = over.map { MathNode(padding + $0.items + padding) }
    let under = under.map { MathNode(padding + $0.items + padding) }
    switch (over, under) {
    case (let over?, let under?):
      raw("<munderover>")
      writeStackBase(base)
      writeScript(under)
      writeScript(over)
      raw("</munderover>")
    case (let over?, nil):
      raw("<mover>")
      writeStackBase(base)
      writeScript(over)
      raw("</mover>")
    case (nil, let under?):
      raw("<munder>")
      writeStackBase(base)
      writeScript(under)
      raw("</munder>")
    case (nil, nil): writeStackBase(base)
    }
  }

  /// Writes the base of a stack. An arrow grows with its labels.
  private mutating func writeStackBase(_ base: MathNode) {
    if case .atom(let atom) = base, atom.kind == .arrow {
      leaf("<mo stretchy=\"true\" minsize=\"1em\" lspace=\"0.278em\" rspace=\"0.278em\">", atom.text, "</mo>")
    } else if case .atom(let atom) = base, atom.kind == .relation || atom.kind == .binary {
      leaf("<mo lspace=\"0\" rspace=\"0\">", atom.text, "</mo>")
    } else {
      writeSingle(base)
    }
  }

  mutating func write(_ accent: MathAccent) {
    if accent.mark == "‾" || accent.isWide && accent.mark == "^" { return writeLines(accent) }
    raw(accent.isUnder ? "<munder accentunder=\"true\">" : "<mover accent=\"true\">")
    writeSingle(accent.base)
    raw(accent.isWide ? "<mo stretchy=\"true\">" : "<mo stretchy=\"false\">")
    text(accent.mark)
    raw("</mo>")
    raw(accent.isUnder ? "</munder>" : "</mover>")
  }

  /// Writes a line or a hat over or under the base as a CSS border or background. Few fonts have stretchy
  /// characters, and browsers clip the combining ones.
  private mutating func writeLines(_ accent: MathAccent) {
    if usesInlineStyles {
      raw(
        accent.mark == "^"
          ? "<mover><mrow style=\"padding-top:.3em;background:linear-gradient(to bottom right,transparent 46%,currentColor 48%,currentColor 52%,transparent 54%) 0 0/50% .22em no-repeat,linear-gradient(to top right,transparent 46%,currentColor 48%,currentColor 52%,transparent 54%) 100% 0/50% .22em no-repeat\">"
          : accent.isUnder
            ? "<munder><mrow style=\"border-bottom:.06em solid;padding-bottom:.12em\">"
            : "<mover><mrow style=\"border-top:.06em solid;padding-top:.12em\">")
    } else {
      raw(
        accent.mark == "^"
          ? "<mover class=\"ils-hat\"><mrow>"
          : accent.isUnder ? "<munder class=\"ils-under\"><mrow>" : "<mover class=\"ils-over\"><mrow>")
    }
    writeItems(accent.base.items)
    raw(usesInlineStyles ? "</mrow><mo style=\"font-size:0\">" : "</mrow><mo>")
    text(accent.mark)
    raw(accent.isUnder ? "</mo></munder>" : "</mo></mover>")
  }

  // MARK: Fractions and roots

  mutating func write(_ fraction: MathFraction) {
    let hasDelimiters = !fraction.opening.isEmpty || !fraction.closing.isEmpty
    if hasDelimiters {
      raw("<mrow>")
      writeFenceSign(fraction.opening, "prefix")
    }
    if let isDisplay = fraction.isDisplayStyle, isDisplay != isDisplayStyle || fraction.isContinued {
      raw(
        isDisplay
          ? "<mstyle displaystyle=\"true\" scriptlevel=\"0\">"
          : "<mstyle displaystyle=\"false\" scriptlevel=\"0\">")
      inStyle(display: isDisplay) { $0.writePlain(fraction) }
      raw("</mstyle>")
    } else {
      writePlain(fraction)
    }
    if hasDelimiters {
      writeFenceSign(fraction.closing, "postfix")
      raw("</mrow>")
    }
  }

  private mutating func writePlain(_ fraction: MathFraction) {
    raw(fraction.hasBar ? "<mfrac>" : "<mfrac linethickness=\"0\">")
    let isSmall = !isDisplayStyle
    inStyle(display: false, script: isSmall ? isScript : nil) { tree in
      tree.writeSingle(fraction.numerator)
      tree.writeSingle(fraction.denominator)
    }
    raw("</mfrac>")
  }

  mutating func writeRoot(_ radicand: MathNode, _ degree: MathNode?) {
    guard let degree else {
      raw("<msqrt>")
      writeItems(radicand.items)
      return raw("</msqrt>")
    }
    raw("<mroot>")
    writeSingle(radicand)
    writeScript(degree)
    raw("</mroot>")
  }
}
