import Mathematics
import StyledRuns

/// Writes formulas as MathML, which browsers draw.
extension HTMLWriter {
  /// Writes an inline formula as MathML, or as its source if it cannot be parsed or a script of the page
  /// draws it.
  mutating func writeFormula(
    _ text: UnsafeBufferPointer<UInt8>, isDisplayed: Bool, into out: inout ByteSink
  ) {
    if options.marksUpDrawings { return writeFormulaSource(text, isDisplayed: isDisplayed, into: &out) }
    parsedBytes += text.count
    let formula: Formula
    do throws(FormulaError) {
      formula = try Formula(tex: String(decoding: text, as: UTF8.self))
    } catch {
      // Macros may have added twice the text, and what is written does not show it.
      parsedBytes += 2 * text.count
      return write(unread: text, error, isDisplayed: isDisplayed, into: &out)
    }
    let isLong = text.count > Self.longFormula
    if isDisplayed { writeDisplayStart("<span", into: &out) } else if isLong { writeLongStart(into: &out) }
    write(formula, isDisplayed: isDisplayed, into: &out)
    if isDisplayed || isLong { out.append("</span>") }
  }

  /// The length of TeX source in bytes beyond which a formula may be wider than a narrow page, and can be
  /// scrolled.
  private static let longFormula = 48

  private func writeLongStart(into out: inout ByteSink) {
    out.append("<span class=\"ils-long\" dir=\"ltr\"")
    if options.styling == .inline {
      out.append(" style=\"display:inline-flex;max-width:100%;overflow:auto hidden\"")
    }
    out.append(">")
  }

  /// Returns the formula of a code block; nil if the block is not a complete and valid formula.
  func formula(of code: CodeBlock) -> Formula? {
    code.drawing == .formula ? try? Formula(tex: code.text) : nil
  }

  /// Writes a code block as a formula; writes nothing and returns `false` if the block is not a formula.
  func write(formula code: CodeBlock, into out: inout ByteSink) -> Bool {
    guard let formula = formula(of: code) else { return false }
    writeDisplayStart("<div", into: &out)
    write(formula, isDisplayed: true, into: &out)
    out.append("</div>\n")
    return true
  }

  private func write(_ formula: Formula, isDisplayed: Bool, into out: inout ByteSink) {
    var bytes: [UInt8] = []
    MathMLWriter(usesInlineStyles: options.styling == .inline)
      .write(formula, isDisplayed: isDisplayed, into: &bytes)
    out.append(bytes)
  }

  /// Writes the start tag of the element in which a display formula can be scrolled.
  private func writeDisplayStart(_ element: StaticString, into out: inout ByteSink) {
    out.append(element)
    out.append(" class=\"ils-display\" dir=\"ltr\"")
    if options.styling == .inline { out.append(" style=\"display:block;margin:1em 0;overflow-x:auto\"") }
    out.append(">")
  }

  /// Writes the source of a formula that cannot be parsed, with the reason as its title.
  private func write(
    unread text: UnsafeBufferPointer<UInt8>, _ error: FormulaError, isDisplayed: Bool,
    into out: inout ByteSink
  ) {
    if isDisplayed { writeDisplayStart("<span", into: &out) }
    out.append("<code class=\"ils-unread\" dir=\"ltr\" title=\"")
    out.append(escapingHTML: "Formula: \(error.description)")
    out.append("\">")
    out.append(escapingHTMLCode: text)
    out.append("</code>")
    if isDisplayed { out.append("</span>") }
  }
}
