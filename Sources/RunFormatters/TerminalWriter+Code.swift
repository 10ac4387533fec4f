import StyledRuns

extension TerminalWriter {
  /// What all lines of a code block share.
  private struct CodeLayout {
    var attributes: CodeAttributes
    /// Columns of the frame, from edge to edge.
    var columns: Int
    var hasFrame: Bool
    var numbers: Bool
    var overflow: ANSIFormatter.CodeOverflow
  }

  /// Writes what has not been written of a code block, to its frame's lower edge.
  mutating func write(_ code: CodeBlock, into out: inout ByteSink) {
    let layout = layout(of: code)
    writeLines(of: code, upTo: code.lines.count, layout, into: &out)
    codeLines = nil
    if ornaments.isPlain { return }
    beginLine(into: &out)
    pen.set(theme.border, into: &out)
    out.append(layout.hasFrame ? ornaments.bottomLeft : ornaments.horizontal)
    repeatHorizontal(layout.columns - 2, into: &out)
    out.append(layout.hasFrame ? ornaments.bottomRight : ornaments.horizontal)
    endLine(into: &out)
  }

  /// Writes the lines of an unfinished code block that can no longer change.
  mutating func writeSettled(_ code: CodeBlock, into out: inout ByteSink) {
    writeLines(of: code, upTo: settledLines(code), layout(of: code), into: &out)
  }

  /// How many lines of an unfinished code block can no longer change: all but the last, and trailing blank
  /// lines of indented code; none that waits for its colours.
  func settledLines(_ code: CodeBlock) -> Int {
    var count = max(code.lines.count - 1, 0)
    if !code.isFenced {
      while count > 0, code.lines[count - 1].text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { count -= 1 }
    }
    guard code.highlighting == .pending else { return count }
    let written = codeLines ?? 0
    var settled = written
    while settled < count, !code.lines[settled].runs.isEmpty || code.lines[settled].text.isEmpty {
      settled += 1
    }
    return settled
  }

  private func layout(of code: CodeBlock) -> CodeLayout {
    let attributes = CodeAttributes(info: code.info)
    return CodeLayout(
      attributes: attributes, columns: textWidth, hasFrame: !options.plainCode,
      numbers: (attributes.lineNumbers ?? options.lineNumbers) && textWidth >= 24,
      overflow: options.codeOverflow)
  }

  private mutating func writeLines(
    of code: CodeBlock, upTo end: Int, _ layout: CodeLayout, into out: inout ByteSink
  ) {
    if codeLines == nil, !ornaments.isPlain { writeTop(code, layout, into: &out) }
    let start = codeLines ?? 0
    codeLines = max(start, end)
    guard start < end else { return }
    for index in start..<end {
      if ornaments.isPlain {
        writeIndented(code.lines[index], into: &out)
      } else {
        write(code.lines[index], index, layout, into: &out)
      }
    }
  }

  /// A line of code in plain text: four columns in, nothing around it.
  private mutating func writeIndented(_ line: CodeLine, into out: inout ByteSink) {
    compose(line)
    guard !text.isEmpty else { return emptyLine(into: &out) }
    beginLine(into: &out)
    out.append(repeating: 0x20, count: 4)
    out.append(text.bytes)
    endLine(into: &out)
  }

  /// The frame's upper edge, with the language's name and the title in it.
  private mutating func writeTop(_ code: CodeBlock, _ layout: CodeLayout, into out: inout ByteSink) {
    var label = HTMLWriter.name(of: code, layout.attributes)
    if let title = layout.attributes.title { label = label.isEmpty ? title : "\(label) \u{B7} \(title)" }
    text.removeAll()
    text.append(label, .prose)
    text.finish()
    beginLine(into: &out)
    pen.set(theme.border, into: &out)
    out.append(layout.hasFrame ? ornaments.topLeft : ornaments.horizontal)
    var used = 2
    let room = layout.columns - 6
    if !text.isEmpty, room >= 3 {
      text.cut(first: room, next: room)
      if let line = text.lines.first, line.width <= room {
        out.append(ornaments.horizontal)
        out.append(0x20)
        pen.set(theme.muted, into: &out)
        out.append(text.bytes[line.start..<line.end])
        pen.set(theme.border, into: &out)
        out.append(0x20)
        used += line.width + 3
      }
    }
    repeatHorizontal(layout.columns - used, into: &out)
    out.append(layout.hasFrame ? ornaments.topRight : ornaments.horizontal)
    endLine(into: &out)
  }

  private mutating func repeatHorizontal(_ count: Int, into out: inout ByteSink) {
    out.append(horizontals(count))
  }

  private mutating func write(_ line: CodeLine, _ index: Int, _ layout: CodeLayout, into out: inout ByteSink)
  {
    compose(line)
    let (number, overflow) = layout.attributes.startLine.addingReportingOverflow(index)
    let digits = layout.numbers && !overflow ? String(number) : ""
    let gutter = layout.numbers ? max(digits.utf8.count, 3) + 2 : 0
    let room = max(layout.columns - (layout.hasFrame ? 4 : 0) - gutter, 4)
    let indent = min(leadingSpaces, max(room / 2 - 2, 0))
    let inset = indent + 2
    let wraps = layout.overflow == .wrap && layout.hasFrame
    if wraps {
      text.cut(first: room, next: room - inset)
    } else if layout.overflow == .none || !layout.hasFrame && layout.overflow == .wrap {
      text.cut(first: .max, next: .max)
    } else {
      text.cut(first: room, next: room)
      if text.lines.count > 1 { text.cut(first: room - 1, next: room - 1) }
    }
    let isCut = layout.overflow == .cut && text.lines.count > 1
    if isCut { text.lines.removeSubrange(1...) }
    let mark = layout.attributes.marks.isEmpty ? nil : layout.attributes.mark(of: number)
    var piece = 0
    for (row, part) in text.lines.enumerated() {
      beginCodeLine(mark, layout, into: &out)
      var used = part.width
      if layout.numbers {
        pen.set(theme.muted, into: &out)
        out.append(repeating: 0x20, count: gutter - 2 - digits.utf8.count)
        if row == 0 {
          out.append(text: digits)
        } else {
          out.append(repeating: 0x20, count: digits.utf8.count)
        }
        out.append("  ")
      }
      if row > 0 {
        out.append(repeating: 0x20, count: indent)
        pen.set(theme.muted, into: &out)
        out.append(ornaments.continuation)
        out.append(0x20)
        used += inset
      }
      text.write(part, from: &piece, pen: &pen, into: &out)
      if isCut {
        pen.set(theme.muted, into: &out)
        out.append(ornaments.ellipsis)
        used += 1
      }
      if layout.hasFrame, used <= room {
        pen.set(.plain, into: &out)
        out.append(repeating: 0x20, count: room - used + 1)
        writeCodeEdge(into: &out)
      }
      endLine(into: &out)
    }
  }

  /// A piece of the frame, from plain to plain.
  private mutating func writeCodeEdge(into out: inout ByteSink) {
    if codeEdge.isEmpty {
      let start = out.count
      pen.set(theme.border, into: &out)
      out.append(ornaments.vertical)
      pen.set(.plain, into: &out)
      codeEdge = out.suffix(from: start)
    } else {
      out.append(codeEdge)
    }
  }

  private mutating func beginCodeLine(
    _ mark: CodeAttributes.Mark?, _ layout: CodeLayout, into out: inout ByteSink
  ) {
    guard layout.hasFrame else {
      // Nothing that is not the containers' stands before the code.
      return beginLine(into: &out)
    }
    beginLine(into: &out)
    guard let mark else {
      writeCodeEdge(into: &out)
      return out.append(0x20)
    }
    pen.set(theme.border, into: &out)
    out.append(ornaments.vertical)
    switch mark {
    case .highlighted:
      pen.set(ANSIStyle.plain.with(theme.accent), into: &out)
      out.append(ornaments.highlightedLine)
    case .inserted:
      pen.set(ANSIStyle.plain.with(theme.success), into: &out)
      out.append(UInt8(ascii: "+"))
    case .deleted:
      pen.set(ANSIStyle.plain.with(theme.error), into: &out)
      out.append(UInt8(ascii: "-"))
    }
  }

  private var leadingSpaces: Int { text.bytes.prefix { $0 == 0x20 }.count }

  /// Puts a line of code into `text`: tabs become spaces, tokens get their looks.
  private mutating func compose(_ line: CodeLine) {
    text.removeAll()
    let source = line.text
    withUTF8(source) { bytes in
      var column = 0
      var cursor = RunCursor(bytes)
      for run in line.runs {
        let token = theme.token(run.scopes)
        let piece = cursor.next(run.length)
        // White space keeps the look before it, unless it would show.
        if !(token.background == .standard && token.attributes.isDisjoint(with: [.underline, .strikethrough])
          && piece.allSatisfy { $0 == 0x20 || $0 == 0x09 })
        {
          text.setStyle(token)
        } else if !currentHidesOnSpace {
          text.setStyle(.plain)
        }
        append(code: piece, &column)
      }
      let rest = cursor.rest
      if !rest.isEmpty {
        text.setStyle(.plain)
        append(code: rest, &column)
      }
    }
    text.finish()
  }

  private var currentHidesOnSpace: Bool {
    text.style.background == .standard
      && text.style.attributes.isDisjoint(with: [.underline, .strikethrough])
  }

  private mutating func append(code bytes: UnsafeBufferPointer<UInt8>, _ column: inout Int) {
    var start = 0
    while let tab = bytes[start...].firstIndex(of: 0x09) {
      append(codeWithoutTab: UnsafeBufferPointer(rebasing: bytes[start..<tab]), &column)
      let size = min(max(options.tabWidth, 1), 16)
      let spaces = size - column % size
      text.append(repeating: 0x20, count: spaces)
      column += spaces
      start = tab + 1
    }
    append(codeWithoutTab: UnsafeBufferPointer(rebasing: bytes[start...]), &column)
  }

  private mutating func append(codeWithoutTab bytes: UnsafeBufferPointer<UInt8>, _ column: inout Int) {
    guard !bytes.isEmpty else { return }
    let start = text.bytes.count
    text.append(bytes, .code)
    column += text.isSimple ? text.bytes.count - start : measure.width(of: bytes)
  }
}
