import StyledRuns

extension TerminalWriter {
  /// The number of lines of a call's input and output that a preview shows.
  private static let previewInput = 12
  private static let previewOutput = 5

  /// Writes a tool call as a card, or as one line if it is collapsed.
  mutating func write(_ call: ToolCall, expansion: ToolExpansion, into out: inout ByteSink) {
    let isOpen =
      switch expansion {
      case .all, .preview: true
      case .none: false
      case .errors: call.head.state == .failed
      }
    let isFull = expansion != .preview
    var body = ByteSink(capacity: 1 << 10)
    let columns = textWidth
    // In a narrow terminal the edges of the card take too much space.
    let hasFrame = !boxCharacters.isPlain && columns >= 28
    let inset = hasFrame || boxCharacters.isPlain && columns >= 28 ? 4 : 0
    let inner = columns - inset
    var inputEnd = 0
    if isOpen {
      var options = options
      options.width = inner
      options.textWidth = inner
      options.margin = 0
      var writer = TerminalWriter(options: options, theme: theme, boxCharacters: boxCharacters)
      let isSaid = !isFull && isSaidByHead(call, columns: columns)
      writer.writeInput(of: call, hasView: !isSaid, limit: isFull ? .max : Self.previewInput, into: &body)
      inputEnd = body.count
      if let output = call.output, isFull || !output.isRoutine || inputEnd == 0 {
        writer.progress = Self.start(options)
        let preview = output.isError ? 2 * Self.previewOutput : Self.previewOutput
        writer.write(output, limit: isFull ? .max : preview, into: &body)
      }
    }
    let hasBody = body.count > 0
    writeHead(of: call, columns: columns, isFramed: hasBody && hasFrame, into: &out)
    guard hasBody else { return }
    let bytes = body.bytes
    guard hasFrame else { return writeBody(bytes[...], indent: inset, into: &out) }
    writeBody(bytes[..<inputEnd], columns: columns, into: &out)
    if inputEnd > 0, inputEnd < bytes.count {
      writeEdge(left: boxCharacters.teeRight, right: boxCharacters.teeLeft, columns: columns, into: &out)
    }
    writeBody(bytes[inputEnd...], columns: columns, into: &out)
    writeEdge(left: boxCharacters.bottomLeft, right: boxCharacters.bottomRight, columns: columns, into: &out)
  }

  /// Whether the input is one line of code that the head of the card shows in full.
  private func isSaidByHead(_ call: ToolCall, columns: Int) -> Bool {
    guard case .code(let code)? = call.view.blocks.first?.content, call.view.blocks.count == 1,
      code.lines.count == 1, code.lines[0].text == call.head.summary
    else { return false }
    let state = MessageLabels.word(call.head.state)
    let rest = call.head.name.utf8.count + call.head.note.utf8.count + state.utf8.count + 16
    return call.head.summary.utf8.count + rest <= columns
  }

  private mutating func writeEdge(
    left: StaticString, right: StaticString, columns: Int, into out: inout ByteSink
  ) {
    beginLine(into: &out)
    pen.set(theme.border, into: &out)
    out.append(left)
    writeHorizontal(columns - 2, into: &out)
    out.append(right)
    endLine(into: &out)
  }

  /// Writes lines between the edges of the card. Each line must end in the plain style.
  private mutating func writeBody(_ lines: ArraySlice<UInt8>, columns: Int, into out: inout ByteSink) {
    var rest = lines
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      beginLine(into: &out)
      writeFrameEdge(into: &out)
      out.append(0x20)
      out.append(line)
      let width = DisplayWidth.columns(of: line, ambiguousWidth: options.ambiguousWidth)
      out.append(repeating: 0x20, count: max(columns - 4 - width, 0) + 1)
      writeFrameEdge(into: &out)
      endLine(into: &out)
    }
  }

  /// Writes lines below the head of a call without a card.
  private mutating func writeBody(_ lines: ArraySlice<UInt8>, indent: Int, into out: inout ByteSink) {
    var rest = lines
    while let end = rest.firstIndex(of: 0x0A) {
      beginLine(into: &out)
      if end > rest.startIndex { out.append(repeating: 0x20, count: indent) }
      out.append(rest[...end])
      rest = rest[(end + 1)...]
    }
  }

  // MARK: Head

  private func style(of state: ToolCall.CallState) -> ANSIStyle {
    switch state {
    case .preparing, .running: ANSIStyle.plain.with(theme.info)
    case .done: ANSIStyle.plain.with(theme.success)
    case .failed: ANSIStyle.plain.with(theme.error, .bold)
    case .unanswered: theme.muted
    }
  }

  /// Writes the head of a card, `╭─ ✓ Edit  Sources/Parser.swift  +3 −1 ──── done ─╮`, without the frame if
  /// no body follows.
  private mutating func writeHead(
    of call: ToolCall, columns: Int, isFramed: Bool, into out: inout ByteSink
  ) {
    let stateStyle = style(of: call.head.state)
    let word = MessageLabels.word(call.head.state)
    // The fixed columns: edge, line, space; space, line, space, word, space, line, edge.
    let room = max(isFramed ? columns - word.utf8.count - 9 : columns - word.utf8.count - 3, 8)
    text.removeAll()
    text.setStyle(stateStyle)
    text.append(Self.symbol(call.head.state, boxCharacters), .verbatim)
    text.append(" ", .verbatim)
    text.setStyle(ANSIStyle.plain.with(.standard, .bold))
    text.append(MessageLabels.tool(call.head.name), .prose)
    if !call.head.summary.isEmpty {
      text.setStyle(.plain)
      text.append("  ", .verbatim)
      let isFile = beginFileLink(to: call.head.summary)
      text.append(call.head.summary, .verbatim)
      if isFile { text.endLink() }
    }
    if !call.head.note.isEmpty {
      text.setStyle(theme.muted)
      text.append("  ", .verbatim)
      text.append(call.head.note, .verbatim)
    }
    text.finish()
    text.cut(first: room, next: room)
    if text.lines.count > 1 { text.cut(first: room - 1, next: room - 1) }
    let isCut = text.lines.count > 1
    var used = (text.lines.count > 0 ? text.lines[0].width : 0) + (isCut ? 1 : 0)
    beginLine(into: &out)
    if isFramed {
      pen.set(theme.border, into: &out)
      out.append(boxCharacters.topLeft)
      writeHorizontal(1, into: &out)
      out.append(0x20)
    }
    var piece = 0
    if text.lines.count > 0 { text.write(text.lines[0], from: &piece, pen: &pen, into: &out) }
    if isCut {
      pen.set(theme.muted, into: &out)
      out.append(boxCharacters.ellipsis)
    }
    if isFramed {
      pen.set(theme.border, into: &out)
      out.append(0x20)
      used += 4
      writeHorizontal(max(columns - used - word.utf8.count - 4, 1), into: &out)
      out.append(0x20)
      pen.set(stateStyle, into: &out)
      out.append(text: word)
      pen.set(theme.border, into: &out)
      out.append(0x20)
      writeHorizontal(1, into: &out)
      out.append(boxCharacters.topRight)
    } else {
      pen.set(theme.muted, into: &out)
      out.append("  ")
      pen.set(stateStyle, into: &out)
      out.append(text: word)
    }
    endLine(into: &out)
  }

  private static func symbol(_ state: ToolCall.CallState, _ boxCharacters: TerminalBoxCharacters) -> String {
    guard boxCharacters.isPlain || boxCharacters.topLeft.utf8CodeUnitCount == 1 else {
      return MessageLabels.symbol(state)
    }
    return switch state {
    case .preparing, .running: "*"
    case .done: "+"
    case .failed: "!"
    case .unanswered: "-"
    }
  }

  // MARK: Input

  private mutating func writeInput(
    of call: ToolCall, hasView: Bool, limit: Int, into out: inout ByteSink
  ) {
    for field in call.fields { write(field, into: &out) }
    guard hasView else { return }
    for block in call.view.blocks {
      if case .code(let code) = block.content {
        // Do not replace a single line with a remark.
        let isWhole = limit == .max || code.lines.count <= limit + 1
        let shown = writeCode(code, limit: isWhole ? .max : limit, into: &out)
        writeMore(code.lines.count - shown, into: &out)
      } else {
        let start = progress
        write(Document(blocks: [block]), isFinal: true, into: &out)
        progress = start
      }
    }
  }

  private mutating func write(_ field: ToolField, into out: inout ByteSink) {
    let indent = min(field.depth * 2, 16)
    text.removeAll()
    text.append(repeating: 0x20, count: indent)
    if !field.name.isEmpty {
      text.setStyle(theme.muted)
      text.append(field.name, .verbatim)
      text.append(field.value.isEmpty && field.kind == .group ? ":" : ": ", .verbatim)
    }
    switch field.kind {
    case .string, .raw: text.setStyle(.plain)
    case .number, .bool, .null: text.setStyle(ANSIStyle.plain.with(theme.inlineCode))
    case .group: text.setStyle(theme.muted)
    }
    let lines = field.value.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      if index > 0 { text.append(" \u{21B5} ", .verbatim) }
      text.append(String(line), .verbatim)
    }
    if field.omitted > 0 {
      text.setStyle(theme.muted)
      text.append(" \u{2026} \(MessageLabels.grouped(field.omitted)) more chars", .verbatim)
    }
    writeCutText(continuation: indent + 2, into: &out)
  }

  /// Writes the contents of `text`, cut where lines are full. Continuation lines are indented.
  private mutating func writeCutText(continuation: Int, into out: inout ByteSink) {
    text.finish()
    linkFiles()
    guard text.count > 0 else { return emptyLine(into: &out) }
    let inset = min(continuation, max(textWidth / 2, 0))
    text.cut(first: textWidth, next: max(textWidth - inset, 4))
    var piece = 0
    for row in text.lines.indices {
      beginLine(into: &out)
      if row > 0 { out.append(repeating: 0x20, count: inset) }
      text.write(text.lines[row], from: &piece, pen: &pen, into: &out)
      endLine(into: &out)
    }
  }

  private mutating func writeMore(_ count: Int, into out: inout ByteSink) {
    guard count > 0 else { return }
    text.removeAll()
    text.setStyle(theme.muted)
    text.append("\u{2026} " + MessageLabels.more(count), .verbatim)
    writeCutText(continuation: 0, into: &out)
  }

  /// Writes code without its own frame, because the card is one.
  ///
  /// - Returns: The number of lines that were written.
  private mutating func writeCode(_ code: CodeBlock, limit: Int, into out: inout ByteSink) -> Int {
    let attributes = CodeAttributes(info: code.info)
    if let title = attributes.title {
      text.removeAll()
      text.setStyle(theme.muted)
      text.append(title + ":", .verbatim)
      writeCutText(continuation: 0, into: &out)
    }
    let hasMarks = !attributes.marks.isEmpty
    let hasNumbers = attributes.lineNumbers == true
    let shown = min(code.lines.count, max(limit, 0))
    let isProse = code.language == nil || ["plain", "markdown"].contains(code.language)
    let last = attributes.startLine.addingReportingOverflow(shown).partialValue
    let digits = hasNumbers ? max(String(last).utf8.count, 3) : 0
    let gutter = (hasMarks ? 2 : 0) + (hasNumbers ? digits + 2 : 0)
    let room = max(textWidth - gutter, 8)
    for index in 0..<shown {
      let number = attributes.startLine.addingReportingOverflow(index).partialValue
      let mark = hasMarks ? attributes.mark(of: number) : nil
      compose(code.lines[index])
      let background = background(of: mark)
      if background != .standard { text.setBackground(background) }
      if isProse, !hasMarks, !hasNumbers { text.wrap(to: room) } else { text.cut(first: room, next: room) }
      var piece = 0
      let rows = max(text.lines.count, 1)
      for row in 0..<rows {
        beginLine(into: &out)
        if hasNumbers {
          pen.set(theme.muted, into: &out)
          let label = row == 0 ? String(number) : ""
          out.append(repeating: 0x20, count: digits - label.utf8.count)
          out.append(text: label)
          out.append("  ")
        }
        if hasMarks { writeMark(mark, isFirst: row == 0, background, into: &out) }
        var width = 0
        if row < text.lines.count {
          width = text.lines[row].width
          text.write(text.lines[row], from: &piece, pen: &pen, into: &out)
        }
        // Use the same layout with and without colours.
        if mark == .inserted || mark == .deleted, !boxCharacters.isPlain {
          var style = ANSIStyle.plain
          style.background = background
          pen.set(style, into: &out)
          out.append(repeating: 0x20, count: max(room - width, 0))
        }
        endLine(into: &out)
      }
    }
    return shown
  }

  private func background(of mark: CodeAttributes.LineMark?) -> ANSIColor {
    switch mark {
    case .inserted: theme.insertedBackground
    case .deleted: theme.deletedBackground
    default: .standard
    }
  }

  private mutating func writeMark(
    _ mark: CodeAttributes.LineMark?, isFirst: Bool, _ background: ANSIColor, into out: inout ByteSink
  ) {
    var style = ANSIStyle.plain
    style.background = background
    let sign: StaticString
    switch mark {
    case .inserted:
      style.foreground = theme.success
      sign = isFirst ? "+ " : "  "
    case .deleted:
      style.foreground = theme.error
      sign = isFirst ? "- " : "  "
    default: sign = "  "
    }
    pen.set(style, into: &out)
    out.append(sign)
  }

  // MARK: Output

  private mutating func write(_ output: ToolOutput, limit: Int, into out: inout ByteSink) {
    if output.isError {
      text.removeAll()
      text.setStyle(ANSIStyle.plain.with(theme.error, .bold))
      text.append("Error", .verbatim)
      writeCutText(continuation: 0, into: &out)
    }
    var total = output.text.lines.count
    for case .code(let code) in output.view.blocks.map(\.content) { total += code.lines.count }
    // Do not replace a single line with a remark.
    var left = limit == .max || total <= limit + 1 ? Int.max : limit
    for block in output.view.blocks {
      if case .code(let code) = block.content {
        let shown = writeCode(code, limit: left, into: &out)
        total -= shown
        if left != .max { left -= shown }
      } else {
        let start = progress
        write(Document(blocks: [block]), isFinal: true, into: &out)
        progress = start
      }
    }
    for line in output.text.lines.prefix(left) {
      write(line, into: &out)
      total -= 1
    }
    writeMore(total, into: &out)
    for image in output.images {
      text.removeAll()
      text.setStyle(theme.muted)
      text.append(MessageLabels.image(image), .verbatim)
      writeCutText(continuation: 2, into: &out)
    }
  }

  private mutating func write(_ line: OutputLine, into out: inout ByteSink) {
    text.removeAll()
    withUTF8(line.text) { bytes in
      var cursor = RunCursor(bytes)
      var column = 0
      for run in line.runs {
        text.setStyle(style(of: run.style))
        append(code: cursor.next(UInt32(clamping: run.length)), &column)
      }
      let rest = cursor.rest
      if !rest.isEmpty {
        text.setStyle(.plain)
        append(code: rest, &column)
      }
    }
    writeCutText(continuation: 2, into: &out)
  }

  /// Returns the style for a program's colours. The 16 terminal colours are those that the user has
  /// configured.
  private func style(of style: OutputStyle) -> ANSIStyle {
    func color(_ ink: OutputStyle.OutputInk?) -> ANSIColor {
      switch ink {
      case .palette(let index) where options.colors != .none: .basic(index & 15)
      case .exact(let color): ANSIColor(color, depth: options.colors, isDark: true)
      case .palette, nil: .standard
      }
    }
    var result = ANSIStyle.plain
    result.foreground = color(style.foreground)
    result.background = color(style.background)
    if style.attributes.contains(.inverse), options.colors != .none {
      let foreground = result.foreground
      result.foreground = result.background == .standard ? .basic(0) : result.background
      result.background = foreground == .standard ? .basic(7) : foreground
    }
    if style.attributes.contains(.faint), style.foreground == nil {
      result.foreground = theme.muted.foreground
    }
    if style.attributes.contains(.bold) { result.attributes.insert(.bold) }
    if style.attributes.contains(.italic) { result.attributes.insert(.italic) }
    if style.attributes.contains(.underline) { result.attributes.insert(.underline) }
    if style.attributes.contains(.strikethrough) { result.attributes.insert(.strikethrough) }
    return result
  }
}
