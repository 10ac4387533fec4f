import StyledRuns

extension ConversationHTMLWriter {
  /// Writes a tool call as a line that expands to its input and output, without a script.
  mutating func write(_ call: ToolCall, isOpen: Bool, into out: inout ByteSink) {
    writeStart(of: call, isOpen: isOpen, into: &out)
    if Self.hasInput(call) {
      writeInputStart(of: call, into: &out)
      writer.write(call.view, into: &out)
      out.append("</div>\n")
    }
    if let output = call.output { write(output, of: call.head, into: &out) }
    out.append("</details>\n")
  }

  static func hasInput(_ call: ToolCall) -> Bool { !call.fields.isEmpty || !call.view.blocks.isEmpty }

  /// Writes the HTML before the document of a call's input.
  func writeInputStart(of call: ToolCall, into out: inout ByteSink) {
    out.append("<div class=\"ils-in\">\n")
    write(call.fields, into: &out)
  }

  /// Writes the line of a call, and the start tag of the content that the line expands to.
  func writeStart(of call: ToolCall, isOpen: Bool, into out: inout ByteSink) {
    out.append("<details class=\"ils-tool ils-")
    out.append(text: call.head.state.rawValue)
    out.append("\"")
    if isOpen { out.append(" open") }
    out.append("><summary><span class=\"ils-sign\" aria-hidden=\"true\">")
    out.append(text: MessageLabels.symbol(call.head.state))
    out.append("</span><span class=\"ils-name\">")
    out.append(escapingHTML: MessageLabels.tool(call.head.name))
    out.append("</span>")
    write(span: "ils-about", call.head.summary, into: &out)
    write(span: "ils-note", call.head.note, into: &out)
    write(span: "ils-state", MessageLabels.word(call.head.state), into: &out)
    out.append("</summary>\n")
  }

  private func write(span name: StaticString, _ text: String, into out: inout ByteSink) {
    guard !text.isEmpty else { return }
    out.append("<span class=\"")
    out.append(name)
    out.append("\" dir=\"auto\">")
    out.append(escapingHTML: text)
    out.append("</span>")
  }

  private func write(_ fields: [ToolField], into out: inout ByteSink) {
    guard !fields.isEmpty else { return }
    out.append("<dl class=\"ils-fields\">\n")
    for field in fields {
      out.append("<div")
      if field.depth > 0 {
        out.append(" class=\"ils-d")
        out.append(decimal: min(field.depth, 4))
        out.append("\"")
      }
      out.append("><dt>")
      out.append(escapingHTML: field.name)
      out.append("</dt><dd class=\"ils-")
      out.append(text: field.kind.rawValue)
      out.append("\" dir=\"auto\">")
      out.append(escapingHTML: field.value)
      if field.omitted > 0 {
        out.append("<span class=\"ils-cut\"> \u{2026} ")
        out.append(text: MessageLabels.grouped(field.omitted))
        out.append(" more chars</span>")
      }
      out.append("</dd></div>\n")
    }
    out.append("</dl>\n")
  }

  // MARK: Output

  mutating func write(_ output: ToolOutput, of call: ToolCall.ToolCallHead, into out: inout ByteSink) {
    out.append(output.isRoutine ? "<div class=\"ils-out ils-routine\">\n" : "<div class=\"ils-out\">\n")
    defer { out.append("</div>\n") }
    if output.isError { out.append("<p class=\"ils-error\">Error</p>\n") }
    let lines = output.text.lines
    var total = lines.count
    for case .code(let code) in output.view.blocks.map(\.content) { total += code.lines.count }
    // Do not fold a single line.
    var left = total <= Self.shownLines + 1 ? Int.max : Self.shownLines
    var rest: [CodeBlock] = []
    for block in output.view.blocks {
      guard case .code(let code) = block.content else {
        writer.write([block], into: &out)
        continue
      }
      let shown = min(code.lines.count, left)
      if shown > 0 { writer.write(code.lines(..<shown), into: &out) }
      if shown < code.lines.count { rest.append(code.lines(shown...)) }
      if left != .max { left -= shown }
      total -= shown
    }
    let shown = min(lines.count, left)
    if shown > 0 {
      write(lines[..<shown], label: output.isError ? "Error output" : "Output", of: call, into: &out)
    }
    if total > shown {
      out.append("<details class=\"ils-rest\"><summary><bdi>")
      out.append(text: MessageLabels.more(total - shown))
      out.append("</bdi></summary>\n")
      for code in rest { writer.write(code, into: &out) }
      if shown < lines.count { write(lines[shown...], label: "Rest of the output", of: call, into: &out) }
      out.append("</details>\n")
    }
    if lines.isEmpty, output.view.blocks.isEmpty, output.images.isEmpty {
      out.append("<p class=\"ils-unshown\">No output</p>\n")
    }
    for image in output.images { write(image, into: &out) }
  }

  /// Writes lines of output as a group named by the call. A page has many of them and should have few
  /// landmarks (`region`).
  private func write(
    _ lines: ArraySlice<OutputLine>, label: StaticString, of call: ToolCall.ToolCallHead,
    into out: inout ByteSink
  ) {
    out.append("<pre class=\"ils-output\" role=\"group\" aria-label=\"")
    out.append(label)
    out.append(" of ")
    out.append(escapingHTML: MessageLabels.tool(call.name))
    if !call.summary.isEmpty {
      out.append(": ")
      out.append(escapingHTML: String(call.summary.prefix(80)))
    }
    // Programs lay out their columns for terminals, from left to right.
    out.append("\" dir=\"ltr\"")
    if palette != nil { out.append(" style=\"white-space:pre-wrap;font-family:monospace\"") }
    // A line end directly after the tag would not be shown.
    out.append(lines.first?.text.isEmpty == true ? ">\n" : ">")
    for line in lines {
      write(line, into: &out)
      out.append(0x0A)
    }
    out.append("</pre>\n")
  }

  private func write(_ line: OutputLine, into out: inout ByteSink) {
    guard !line.runs.isEmpty else { return out.append(escapingHTML: line.text) }
    withUTF8(line.text) { bytes in
      var cursor = RunCursor(bytes)
      for run in line.runs {
        let piece = cursor.next(UInt32(clamping: run.length))
        guard run.style != .plain else {
          out.append(escapingHTML: piece)
          continue
        }
        out.append("<span")
        writeLook(run.style, into: &out)
        out.append(">")
        out.append(escapingHTML: piece)
        out.append("</span>")
      }
      out.append(escapingHTML: cursor.rest)
    }
  }

  private func writeLook(_ style: OutputStyle, into out: inout ByteSink) {
    var names: [String] = []
    var declarations: [String] = []
    var style = style
    let isExact = [style.foreground, style.background].contains {
      if case .exact? = $0 { true } else { false }
    }
    if isExact, style.attributes.remove(.inverse) != nil {
      let white = OutputStyle.OutputInk.palette(7)
      (style.foreground, style.background) = (style.background ?? white, style.foreground ?? white)
    }
    switch style.background {
    case .palette(let index)? where palette == nil: names.append("q\(index & 15)")
    case .palette?: style.background = nil
    case .exact(let color)?: declarations.append("background:\(color.hex)")
    case nil: break
    }
    switch style.foreground {
    case _ where isExact:
      let declaration = outputColors.declaration(
        style.foreground, on: style.background, isFaint: style.attributes.contains(.faint))
      if let declaration { declarations.append(declaration) }
    case .palette(let index)?:
      if let palette {
        declarations.append("color:\(OutputColors.color(index, in: palette).hex)")
      } else {
        names.append("o\(index & 15)")
      }
    default: break
    }
    let looks: [(OutputStyle.OutputAttributes, String, String)] = [
      (.bold, "a1", "font-weight:700"), (.faint, "a2", ""), (.italic, "a3", "font-style:italic"),
      (.underline, "a4", "text-decoration:underline"), (.strikethrough, "a5", "text-decoration:line-through"),
      (.inverse, "a6", ""),
    ]
    for (attribute, name, declaration) in looks where style.attributes.contains(attribute) {
      if palette == nil {
        names.append(name)
      } else if !declaration.isEmpty {
        declarations.append(declaration)
      }
    }
    if let palette, !isExact, style.foreground == nil, style.attributes.contains(.faint) {
      declarations.append("color:\(palette.mutedText.hex)")
    }
    if !names.isEmpty { out.append(text: " class=\"\(names.joined(separator: " "))\"") }
    if !declarations.isEmpty { out.append(text: " style=\"\(declarations.joined(separator: ";"))\"") }
  }
}

extension CodeBlock {
  /// Returns a range of the lines, with their original line numbers.
  fileprivate func lines(_ range: some RangeExpression<Int>) -> CodeBlock {
    let range = range.relative(to: lines)
    var part = self
    part.lines = Array(lines[range])
    if range.lowerBound > 0 {
      let first = CodeAttributes(info: info).startLine.addingReportingOverflow(range.lowerBound).partialValue
      part.info += " startLine=\(first)"
    }
    return part
  }
}
