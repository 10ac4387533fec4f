import StyledRuns

extension TerminalWriter {
  /// The properties that all lines of a code block share.
  struct CodeLayout {
    var attributes: CodeAttributes
    /// The width of the frame in columns, edges included.
    var columns: Int
    var hasFrame: Bool
    var numbers: Bool
    var overflow: ANSIFormatter.CodeOverflow
    /// The reason why a diagram is shown as code.
    var note: String?
  }

  /// Writes the rest of a code block with the lower edge of its frame.
  mutating func write(_ code: CodeBlock, into out: inout ByteSink) {
    if progress.codeLines == nil, write(formula: code, into: &out) { return }
    var layout = layout(of: code)
    if draws(code) {
      layout.note = writeDiagram(code, into: &out)
      if layout.note == nil { return }
    }
    writeLines(of: code, upTo: code.lines.count, layout, into: &out)
    writeBottom(layout, into: &out)
  }

  /// Ends a code block with the lower edge of its frame.
  private mutating func writeBottom(_ layout: CodeLayout, into out: inout ByteSink) {
    (progress.codeLines, progress.removedCodeLines) = (nil, 0)
    if boxCharacters.isPlain || !hasRules { return }
    beginLine(layout, into: &out)
    pen.set(theme.border, into: &out)
    out.append(layout.hasFrame ? boxCharacters.bottomLeft : boxCharacters.horizontal)
    writeHorizontal(layout.columns - 2, into: &out)
    out.append(layout.hasFrame ? boxCharacters.bottomRight : boxCharacters.horizontal)
    endLine(into: &out)
  }

  /// Writes the next lines of a code block that is written part by part, after the upper edge of its frame.
  ///
  /// - Parameters:
  ///   - code: The block, whose lines are those of this part only.
  ///   - isLast: Whether no part follows, so that the lower edge is written, too.
  mutating func write(part code: CodeBlock, isLast: Bool, into out: inout ByteSink) {
    let layout = layout(of: code)
    if progress.codeLines == nil, !boxCharacters.isPlain, hasRules { writeTop(code, layout, into: &out) }
    let first = progress.codeLines ?? 0
    progress.codeLines = first + code.lines.count
    for index in code.lines.indices where !out.isStopped {
      write(code.lines[index], at: first + index, layout, into: &out)
    }
    if isLast { writeBottom(layout, into: &out) }
  }

  /// Writes the final lines of an open code block.
  mutating func writeFinalLines(_ code: CodeBlock, into out: inout ByteSink) {
    writeLines(of: code, upTo: finalLineCount(code), layout(of: code), into: &out)
  }

  /// Returns the number of final lines in an open code block: all except the last line, trailing blank lines
  /// of indented code, and lines that wait for tokens.
  func finalLineCount(_ code: CodeBlock) -> Int {
    // A drawing replaces the lines when the block closes.
    if waitsForDrawing(code) { return progress.codeLines ?? 0 }
    // The frame shows the language, so that no line is final until the language is decided.
    if code.isClosed || code.highlighting == .pending && code.language == nil {
      return progress.codeLines ?? 0
    }
    var count = max(code.lines.count - 1, 0)
    if !code.isFenced {
      while count > 0, code.lines[count - 1].text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { count -= 1 }
    }
    let written = progress.codeLines ?? 0
    if code.highlighting == .pending {
      let last = count
      count = written
      while count < last, !waitsForColors(code.lines[count]) { count += 1 }
    }
    guard code.language == "diff", theme.depth != .none else { return count }
    if code.highlighting == .pending {
      // An empty line does not show whether it waits for tokens, and the marks of the lines above wait with it.
      while count > written, code.lines[count - 1].text.isEmpty { count -= 1 }
    }
    return max(count - openChange(code.lines[..<count]), written)
  }

  /// Returns the number of lines at the end of a diff whose changed words may still get their marks: deleted lines
  /// and the inserted lines after them, as many as a change with marks can have.
  private func openChange(_ lines: ArraySlice<CodeLine>) -> Int {
    func count(_ sign: UInt8, in lines: ArraySlice<CodeLine>) -> Int {
      lines.suffix(ScopeTable.maximumChangedLines + 1).reversed().prefix { $0.text.utf8.first == sign }.count
    }
    let inserted = count(UInt8(ascii: "+"), in: lines)
    guard inserted <= ScopeTable.maximumChangedLines else { return 0 }
    let deleted = min(count(UInt8(ascii: "-"), in: lines.dropLast(inserted)), ScopeTable.maximumChangedLines)
    return deleted == 0 ? 0 : inserted + deleted
  }

  /// Whether a line in a pending block still waits for tokens, at least at its end.
  private func waitsForColors(_ line: CodeLine) -> Bool {
    !line.text.isEmpty && (line.runs.isEmpty || line.runs.last?.scopes == .empty)
  }

  /// Whether code has an upper and a lower edge.
  private var hasRules: Bool { options.codeRules || !options.plainCode }

  private func layout(of code: CodeBlock) -> CodeLayout {
    let attributes = CodeAttributes(info: code.info)
    return CodeLayout(
      attributes: attributes, columns: textWidth, hasFrame: !options.plainCode,
      numbers: (attributes.lineNumbers ?? options.lineNumbers) && textWidth >= 24,
      overflow: options.codeOverflow ?? (options.plainCode ? .none : .wrap),
      note: code.undrawnNote(options.diagrams))
  }

  /// Starts a line of a code block. A line without a frame starts at the edge, so that only code is copied.
  mutating func beginLine(_ layout: CodeLayout, into out: inout ByteSink) {
    if layout.hasFrame || progress.prefix.depth > 0 { beginLine(into: &out) } else { flushGap(into: &out) }
  }

  private mutating func writeLines(
    of code: CodeBlock, upTo end: Int, _ layout: CodeLayout, into out: inout ByteSink
  ) {
    if progress.codeLines == nil, !boxCharacters.isPlain, hasRules { writeTop(code, layout, into: &out) }
    if progress.codeLines == nil { progress.notations = CodeNotations() }
    let start = progress.codeLines ?? 0
    progress.codeLines = max(start, end)
    guard start < end else { return }
    let folds = boxCharacters.isPlain ? [] : layout.attributes.folds(of: code)
    for index in start..<end where !out.isStopped {
      if let fold = folds.first(where: { $0.contains(index) }) {
        if index == fold.lowerBound { writeFold(fold.count, layout, into: &out) }
      } else {
        write(code.lines[index], at: index, layout, into: &out)
      }
    }
  }

  /// Writes the line that stands for folded ones.
  private mutating func writeFold(_ count: Int, _ layout: CodeLayout, into out: inout ByteSink) {
    text.removeAll()
    text.setStyle(theme.muted)
    text.append("\u{2026} \(MessageLabels.unchanged(count))", .verbatim)
    writeRemark(layout, into: &out)
  }

  private mutating func write(
    _ line: CodeLine, at index: Int, _ layout: CodeLayout, into out: inout ByteSink
  ) {
    if boxCharacters.isPlain {
      writeIndented(line, into: &out)
    } else {
      write(line, index, layout, into: &out)
    }
  }

  /// Writes a line of code in plain text, indented by four columns.
  private mutating func writeIndented(_ line: CodeLine, into out: inout ByteSink) {
    compose(line)
    guard !text.isEmpty else { return emptyLine(into: &out) }
    beginLine(into: &out)
    out.append(repeating: 0x20, count: 4)
    out.append(text.bytes.buffer)
    endLine(into: &out)
  }

  /// Writes the upper edge of the frame with the language's name and the title.
  private mutating func writeTop(_ code: CodeBlock, _ layout: CodeLayout, into out: inout ByteSink) {
    var label = HTMLWriter.name(of: code, layout.attributes)
    if let title = layout.attributes.title { label = label.isEmpty ? title : "\(label) \u{B7} \(title)" }
    if let note = layout.note { label += " \u{B7} \(note)" }
    text.removeAll()
    text.append(label, .prose)
    text.finish()
    beginLine(layout, into: &out)
    pen.set(theme.border, into: &out)
    out.append(layout.hasFrame ? boxCharacters.topLeft : boxCharacters.horizontal)
    var used = 2
    let room = layout.columns - 6
    if !text.isEmpty, room >= 3 {
      text.cut(first: room, next: room)
      let line = text.lines[0]
      if line.width <= room {
        out.append(boxCharacters.horizontal)
        out.append(0x20)
        pen.set(theme.muted, into: &out)
        out.append(UnsafeBufferPointer(rebasing: text.bytes.buffer[line.start..<line.end]))
        pen.set(theme.border, into: &out)
        out.append(0x20)
        used += line.width + 3
      }
    }
    writeHorizontal(layout.columns - used, into: &out)
    out.append(layout.hasFrame ? boxCharacters.topRight : boxCharacters.horizontal)
    endLine(into: &out)
  }

}
