import StyledRuns

/// Writes formulas and diagrams for a script of the page to draw. Without a script, their source is readable.
extension HTMLWriter {
  /// Writes an inline formula as its TeX source, in an element that identifies it as a formula.
  func writeFormulaSource(
    _ text: UnsafeBufferPointer<UInt8>, isDisplayed: Bool, into out: inout ByteSink
  ) {
    out.append(
      isDisplayed
        ? "<span class=\"ils-math ils-display\" role=\"math\" dir=\"ltr\""
        : "<span class=\"ils-math\" role=\"math\" dir=\"ltr\"")
    if options.styling == .inline {
      out.append(
        isDisplayed
          ? " style=\"display:block;margin:1em 0;font-family:monospace;white-space:pre-wrap\""
          : " style=\"font-family:monospace\"")
    }
    out.append(">")
    out.append(escapingHTML: text)
    out.append("</span>")
  }

  /// Whether a code block is drawn, or written as the source of a drawing for a script of the page.
  func isDrawing(_ code: CodeBlock) -> Bool {
    guard options.marksUpDrawings else { return formula(of: code) != nil || draws(code) }
    return ["mermaid", "math"].contains(CodeAttributes(info: code.info).label.lowercased())
  }

  /// Writes a code block as a formula or diagram; returns `false` if the block is neither, or if drawing is
  /// disabled.
  func writeDrawing(_ code: CodeBlock, label: String, into out: inout ByteSink) -> Bool {
    guard options.marksUpDrawings else { return write(formula: code, into: &out) }
    switch label.lowercased() {
    case "mermaid":
      out.append("<figure class=\"ils-diagram\" dir=\"ltr\">")
      out.append("<pre class=\"mermaid\" role=\"group\" aria-label=\"Mermaid diagram\">")
      writeText(of: code, into: &out)
      out.append("</pre></figure>\n")
    case "math":
      out.append("<div class=\"ils-math ils-display\" role=\"math\" dir=\"ltr\"")
      if options.styling == .inline {
        out.append(" style=\"margin:1em 0;font-family:monospace;white-space:pre-wrap\"")
      }
      out.append(">")
      writeText(of: code, into: &out)
      out.append("</div>\n")
    default: return false
    }
    return true
  }

  private func writeText(of code: CodeBlock, into out: inout ByteSink) {
    for (index, line) in code.lines.enumerated() {
      if index > 0 { out.append(0x0A) }
      withUTF8(line.text) { out.append(escapingHTMLCode: $0) }
    }
  }

  /// Writes front matter as a table of names and values.
  mutating func writeProperties(_ table: Table, into out: inout ByteSink) {
    out.append("<div class=\"ils-table ils-properties\"")
    Self.write(TextDirection(of: table), into: &out)
    out.append("><table aria-label=\"Document properties\">\n<tbody>\n")
    for row in table.rows {
      out.append("<tr>\n<th scope=\"row\" dir=\"auto\">")
      if let name = row.cells.first { write(name, in: .flow, into: &out) }
      out.append("</th>\n<td dir=\"auto\">")
      if let value = row.cells.last { write(value, in: .flow, into: &out) }
      out.append("</td>\n</tr>\n")
    }
    out.append("</tbody>\n</table></div>\n")
  }
}
