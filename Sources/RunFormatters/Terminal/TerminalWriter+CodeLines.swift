import StyledRuns

extension TerminalWriter {
  /// Writes a line of a code block, on one or more rows.
  mutating func write(_ line: CodeLine, _ index: Int, _ layout: CodeLayout, into out: inout ByteSink) {
    let (number, overflow) = layout.attributes.startLine.addingReportingOverflow(index)
    let notation = options.codeNotations ? progress.notations.next(line) : nil
    let line = notation.map { line.prefix(bytes: $0.end) } ?? line
    compose(line)
    if layout.attributes.hasWords { markWords(of: line, layout.attributes) }
    if text.isEmpty, !layout.hasFrame, !layout.numbers { return emptyLine(into: &out) }
    let digits = layout.numbers && !overflow ? Self.digits(number) : 0
    let gutter = layout.numbers ? max(digits, 3) + 2 : 0
    let room = max(layout.columns - (layout.hasFrame ? 4 : 0) - gutter, 4)
    let indent = min(leadingSpaces, max(room / 2 - 2, 0))
    let inset = indent + 2
    switch layout.overflow {
    case .wrap: text.cut(first: room, next: room - inset)
    case .none: text.cut(first: .max, next: .max)
    case .cut:
      text.cut(first: room, next: room)
      if text.lines.count > 1 { text.cut(first: room - 1, next: room - 1) }
    }
    let isCut = layout.overflow == .cut && text.lines.count > 1
    if isCut { text.lines.truncate(to: 1) }
    let mark =
      notation?.mark ?? (layout.attributes.marks.isEmpty ? nil : layout.attributes.mark(of: number))
    var piece = 0
    for row in text.lines.indices {
      let part = text.lines[row]
      beginCodeLine(mark, layout, into: &out)
      var used = part.width
      if layout.numbers {
        pen.set(theme.muted, into: &out)
        if row == 0, digits > 0 {
          out.append(repeating: 0x20, count: gutter - 2 - digits)
          out.append(decimal: number)
          if layout.hasFrame || !text.isEmpty { out.append("  ") }
        } else {
          out.append(repeating: 0x20, count: gutter)
        }
      }
      if row > 0 {
        out.append(repeating: 0x20, count: indent)
        pen.set(theme.muted, into: &out)
        out.append(boxCharacters.continuation)
        out.append(0x20)
        used += inset
      }
      text.write(part, from: &piece, pen: &pen, into: &out)
      if isCut {
        pen.set(theme.muted, into: &out)
        out.append(boxCharacters.ellipsis)
        used += 1
      }
      if layout.hasFrame, used <= room {
        pen.set(.plain, into: &out)
        out.append(repeating: 0x20, count: room - used + 1)
        writeFrameEdge(into: &out)
      }
      endLine(into: &out)
    }
  }

  /// Writes a remark in `text` in the place of a line of code, cut if it is too long.
  mutating func writeRemark(_ layout: CodeLayout, into out: inout ByteSink) {
    text.finish()
    let room = max(layout.columns - (layout.hasFrame ? 4 : 0), 4)
    text.cut(first: room, next: room)
    beginCodeLine(nil, layout, into: &out)
    var piece = 0
    text.write(text.lines[0], from: &piece, pen: &pen, into: &out)
    if layout.hasFrame {
      pen.set(.plain, into: &out)
      out.append(repeating: 0x20, count: max(room - text.lines[0].width, 0) + 1)
      writeFrameEdge(into: &out)
    }
    endLine(into: &out)
  }

  private mutating func beginCodeLine(
    _ mark: CodeAttributes.LineMark?, _ layout: CodeLayout, into out: inout ByteSink
  ) {
    beginLine(layout, into: &out)
    // Only the prefix of the containers precedes code without a frame.
    guard layout.hasFrame else { return }
    guard let mark else {
      writeFrameEdge(into: &out)
      return out.append(0x20)
    }
    pen.set(theme.border, into: &out)
    out.append(boxCharacters.vertical)
    switch mark {
    case .highlighted, .focused, .error, .warning:
      let color =
        mark == .error ? theme.error : mark == .warning ? theme.warning : theme.accent
      pen.set(ANSIStyle.plain.with(color), into: &out)
      out.append(boxCharacters.highlightedLine)
    case .inserted:
      pen.set(ANSIStyle.plain.with(theme.success), into: &out)
      out.append(UInt8(ascii: "+"))
    case .deleted:
      pen.set(ANSIStyle.plain.with(theme.error), into: &out)
      out.append(UInt8(ascii: "-"))
    }
  }

  /// Highlights words in the composed line. A line with tabs or invisible characters is skipped, because its
  /// offsets have changed.
  private mutating func markWords(of line: CodeLine, _ attributes: CodeAttributes) {
    guard text.count == line.text.utf8.count else { return }
    let changes = line.ranges(of: attributes.words).map { TerminalText.TextChange(range: $0) }
    text.apply(changes) {
      $0.background = theme.inlineCodeBackground
      $0.attributes.insert(.underline)
    }
  }

  private var leadingSpaces: Int {
    let bytes = text.bytes.buffer
    var count = 0
    while count < bytes.count, bytes[count] == 0x20 { count += 1 }
    return count
  }

  /// Returns the width of a number in columns.
  private static func digits(_ number: Int) -> Int {
    var (count, rest) = (1, number / 10)
    while rest != 0 {
      count += 1
      rest /= 10
    }
    return number < 0 ? count + 1 : count
  }

  /// Fills `text` with a line of code: tabs become spaces, tokens get their styles.
  mutating func compose(_ line: CodeLine) {
    text.removeAll()
    withUTF8(line.text) { bytes in
      var column = 0
      var cursor = RunCursor(bytes)
      for run in line.runs {
        let token = theme.token(run.scopes)
        let piece = cursor.next(run.length)
        // White space keeps the previous style, unless its own would be visible.
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
    linkFiles()
  }

  private var currentHidesOnSpace: Bool {
    text.style.background == .standard
      && text.style.attributes.isDisjoint(with: [.underline, .strikethrough])
  }

  /// Appends code to `text`. Tabs become spaces up to the next tab stop.
  mutating func append(code bytes: UnsafeBufferPointer<UInt8>, _ column: inout Int) {
    var start = 0
    for position in bytes.indices where bytes[position] == 0x09 {
      append(codeWithoutTab: UnsafeBufferPointer(rebasing: bytes[start..<position]), &column)
      let size = min(max(options.tabWidth, 1), 16)
      let spaces = size - column % size
      text.append(repeating: 0x20, count: spaces)
      column += spaces
      start = position + 1
    }
    append(codeWithoutTab: UnsafeBufferPointer(rebasing: bytes[start...]), &column)
  }

  private mutating func append(codeWithoutTab bytes: UnsafeBufferPointer<UInt8>, _ column: inout Int) {
    guard !bytes.isEmpty else { return }
    let start = text.count
    text.append(bytes, .code)
    column += text.isSimple ? text.count - start : measure.width(of: bytes)
  }
}
