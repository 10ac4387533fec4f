/// Writes delimiters, tables and style changes.
extension MathMLTree {
  mutating func write(_ fence: MathDelimiters) {
    raw("<mrow>")
    writeFenceSign(fence.opening, "prefix")
    for (index, part) in fence.parts.enumerated() {
      if index > 0 { writeFenceSign(fence.middles[index - 1], "infix") }
      writeItems(part.items)
    }
    writeFenceSign(fence.closing, "postfix")
    raw("</mrow>")
  }

  /// Writes a delimiter that grows with its row. An invisible delimiter writes nothing.
  mutating func writeFenceSign(_ text: String, _ form: StaticString) {
    guard !text.isEmpty else { return }
    raw("<mo form=\"")
    raw(form)
    raw("\" fence=\"true\" stretchy=\"true\" lspace=\"0.05em\" rspace=\"0.05em\">")
    self.text(text)
    raw("</mo>")
  }

  mutating func writeDelimiter(_ text: String, level: Int, as role: MathClass) {
    guard !text.isEmpty else { return raw("<mrow></mrow>") }
    let sizes: [StaticString] = ["1.2em", "1.8em", "2.4em", "3em"]
    let size = sizes[min(max(level, 1), 4) - 1]
    raw("<mo stretchy=\"true\" minsize=\"")
    raw(size)
    raw("\" maxsize=\"")
    raw(size)
    switch role {
    case .opening: raw("\" form=\"prefix\" lspace=\"0\" rspace=\"0\">")
    case .closing: raw("\" form=\"postfix\" lspace=\"0\" rspace=\"0\">")
    case .relation: raw("\" lspace=\"0.278em\" rspace=\"0.278em\">")
    default: raw("\" lspace=\"0\" rspace=\"0\">")
    }
    self.text(text)
    raw("</mo>")
  }

  // MARK: Tables

  mutating func write(_ table: MathTable) {
    let columns = table.columnCount
    if table.kind == .smallMatrix {
      raw("<mstyle scriptlevel=\"1\">")
    }
    raw(table.isDisplayStyle ? "<mtable displaystyle=\"true\"" : "<mtable")
    writeClass(of: table)
    raw(">")
    for (index, row) in table.rows.enumerated() {
      raw("<mtr>")
      for column in 0..<columns where column < row.count || hasRules(table) {
        raw("<mtd")
        writeLook(of: column, isLast: column == columns - 1, row: index, in: table)
        raw(">")
        inStyle(display: table.isDisplayStyle, script: table.kind == .substack ? nil : false) { tree in
          guard column < row.count else { return }
          // After an alignment point, a sign joins its neighbours on both sides.
          let isContinued = table.kind == .aligned && column % 2 == 1 && row[column].startsWithSign
          tree.writeItems((isContinued ? [.row([])] : []) + row[column].items)
        }
        raw("</mtd>")
      }
      if let tag = table.tags[index] {
        for _ in min(row.count, columns)..<columns where !hasRules(table) { raw("<mtd></mtd>") }
        raw(usesInlineStyles ? "<mtd style=\"padding-left:2em\"><mtext>" : "<mtd class=\"ils-tag\"><mtext>")
        text(tag)
        raw("</mtext></mtd>")
      }
      raw("</mtr>")
    }
    raw("</mtable>")
    if table.kind == .smallMatrix { raw("</mstyle>") }
  }

  private func hasRules(_ table: MathTable) -> Bool { !table.verticals.isEmpty || !table.horizontals.isEmpty }

  private mutating func writeClass(of table: MathTable) {
    guard !usesInlineStyles else { return }
    switch table.kind {
    case .matrix: break
    case .smallMatrix: raw(" class=\"ils-small\"")
    case .cases: raw(" class=\"ils-cases\"")
    case .aligned: raw(" class=\"ils-aligned\"")
    case .gathered: raw(" class=\"ils-gathered\"")
    case .substack: raw(" class=\"ils-small\"")
    }
  }

  /// Writes the alignment, padding and rules of a cell that differ from those of its table.
  private mutating func writeLook(of column: Int, isLast: Bool, row: Int, in table: MathTable) {
    let alignment = table.alignment(of: column)
    var names: [StaticString] = []
    var styles: [StaticString] = []
    let isUsual: Bool =
      switch table.kind {
      case .cases: alignment == .left
      case .aligned: alignment == (column % 2 == 0 ? .right : .left)
      default: alignment == .center
      }
    if !isUsual || usesInlineStyles, alignment != .center || table.kind == .aligned {
      names.append(alignment == .left ? "ils-l" : alignment == .right ? "ils-r" : "ils-c")
      styles.append(
        alignment == .left
          ? "text-align:left"
          : alignment == .right ? "text-align:right;text-align:-webkit-right" : "text-align:center")
    }
    if usesInlineStyles, table.kind == .aligned {
      styles.append(
        column == 0
          ? "padding-left:0;padding-right:0"
          : column % 2 == 1 ? "padding-left:0;padding-right:0" : "padding-left:2em;padding-right:0")
    }
    switch table.verticals[column] {
    case .solid:
      names.append("ils-left")
      styles.append("border-left:1px solid")
    case .dashed:
      names.append("ils-left ils-dashed")
      styles.append("border-left:1px dashed")
    case nil: break
    }
    if isLast, table.verticals[column + 1] != nil {
      names.append("ils-right")
      styles.append("border-right:1px solid")
    }
    if let rule = table.horizontals[row] {
      names.append(rule == .solid ? "ils-top" : "ils-top ils-dashed")
      styles.append(rule == .solid ? "border-top:1px solid" : "border-top:1px dashed")
    }
    if row == table.rows.count - 1, table.horizontals[row + 1] != nil {
      names.append("ils-bottom")
      styles.append("border-bottom:1px solid")
    }
    attribute(usesInlineStyles ? styles : names)
  }

  private mutating func attribute(_ values: [StaticString]) {
    guard !values.isEmpty else { return }
    raw(usesInlineStyles ? " style=\"" : " class=\"")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(usesInlineStyles ? ";" : " ") }
      raw(value)
    }
    raw("\"")
  }

  // MARK: Looks

  mutating func writeLook(_ node: MathNode) {
    switch node {
    case .style(let style, let content):
      switch style {
      case .display: raw("<mstyle displaystyle=\"true\" scriptlevel=\"0\">")
      case .text: raw("<mstyle displaystyle=\"false\" scriptlevel=\"0\">")
      case .script: raw("<mstyle displaystyle=\"false\" scriptlevel=\"1\">")
      case .scriptScript: raw("<mstyle displaystyle=\"false\" scriptlevel=\"2\">")
      }
      inStyle(display: style == .display, script: style == .script || style == .scriptScript) {
        $0.writeItems(content.items)
      }
      raw("</mstyle>")
    case .size(let percent, let content):
      raw("<mstyle mathsize=\"")
      out.append(contentsOf: String(percent).utf8)
      raw("%\">")
      writeItems(content.items)
      raw("</mstyle>")
    case .color(let color, let content):
      if color.isText {
        raw("<mrow>")
        writeItems(content.items)
        raw("</mrow>")
      } else {
        raw("<mstyle mathcolor=\"")
        out.append(contentsOf: color.hex.utf8)
        raw("\">")
        writeItems(content.items)
        raw("</mstyle>")
      }
    case .background(let color, let border, let content): writeBackground(color, border, content)
    case .enclosure(let enclosure, let content):
      writeEnclosure(enclosure)
      writeItems(content.items)
      raw("</mrow>")
    case .phantom(let phantom, let content): write(phantom, content)
    default: break
    }
  }

  private mutating func writeBackground(_ color: MathColor, _ border: MathColor?, _ content: MathNode) {
    raw("<mpadded mathbackground=\"")
    out.append(contentsOf: color.hex.utf8)
    raw("\" mathcolor=\"")
    out.append(contentsOf: color.inkOnTop.hex.utf8)
    raw("\" style=\"padding:.2em .3em")
    if let border {
      raw(";border:1px solid ")
      out.append(contentsOf: border.hex.utf8)
    }
    raw("\">")
    writeItems(content.items)
    raw("</mpadded>")
  }

  private mutating func writeEnclosure(_ enclosure: MathEnclosure) {
    if usesInlineStyles {
      raw("<mrow style=\"")
      raw(Self.style(of: enclosure))
      raw("\">")
    } else {
      switch enclosure {
      case .box: raw("<mrow class=\"ils-box\">")
      case .up: raw("<mrow class=\"ils-cancel\">")
      case .down: raw("<mrow class=\"ils-bcancel\">")
      case .cross: raw("<mrow class=\"ils-xcancel\">")
      case .strike: raw("<mrow class=\"ils-strike\">")
      }
    }
  }

  private static func style(of enclosure: MathEnclosure) -> StaticString {
    switch enclosure {
    case .box: "border:1px solid;padding:.25em .35em"
    case .up:
      "background:linear-gradient(to bottom right,transparent 47%,currentColor 48%,currentColor 52%,transparent 53%)"
    case .down:
      "background:linear-gradient(to top right,transparent 47%,currentColor 48%,currentColor 52%,transparent 53%)"
    case .cross:
      "background:linear-gradient(to top right,transparent 47%,currentColor 48%,currentColor 52%,transparent 53%),linear-gradient(to bottom right,transparent 47%,currentColor 48%,currentColor 52%,transparent 53%)"
    case .strike:
      "background:linear-gradient(transparent 47%,currentColor 48%,currentColor 54%,transparent 55%)"
    }
  }

  private mutating func write(_ phantom: MathPhantom, _ content: MathNode) {
    if phantom.isShown {
      raw(phantom.keepsWidth ? "<mpadded height=\"0\" depth=\"0\">" : "<mpadded width=\"0\">")
    } else if phantom.keepsWidth, phantom.keepsHeight {
      raw("<mphantom>")
      writeItems(content.items)
      return raw("</mphantom>")
    } else {
      raw(phantom.keepsWidth ? "<mpadded height=\"0\" depth=\"0\">" : "<mpadded width=\"0\">")
      raw("<mphantom>")
      writeItems(content.items)
      return raw("</mphantom></mpadded>")
    }
    writeItems(content.items)
    raw("</mpadded>")
  }
}
