public import StyledRuns

extension ANSIFormatter {
  /// Returns the line above the content of a file, with the file's name.
  ///
  /// - Parameters:
  ///   - name: The name of the file. Control characters are left out.
  ///   - isFirst: Whether nothing precedes the header. Otherwise an empty line separates it.
  public func fileHeader(_ name: String, isFirst: Bool, sheet: StyleSheet?) -> [UInt8] {
    var writer = TerminalWriter(options: options, theme: ANSITheme(sheet, colors: options.colors))
    var out = ByteSink(capacity: 256)
    writer.write(fileHeader: name, isFirst: isFirst, into: &out)
    return out.bytes
  }
}

extension TerminalWriter {
  fileprivate mutating func write(fileHeader name: String, isFirst: Bool, into out: inout ByteSink) {
    if !isFirst { out.append(0x0A) }
    text.removeAll()
    text.append(name, .prose)
    text.finish()
    let room = max(textWidth - 8, 8)
    text.cut(first: room, next: room)
    let line = text.lines[0]
    beginLine(into: &out)
    pen.set(theme.border, into: &out)
    writeHorizontal(2, into: &out)
    out.append(0x20)
    pen.set(ANSIStyle.plain.with(theme.accent, .bold), into: &out)
    out.append(UnsafeBufferPointer(rebasing: text.bytes.buffer[line.start..<line.end]))
    pen.set(theme.border, into: &out)
    out.append(0x20)
    writeHorizontal(textWidth - line.width - 4, into: &out)
    endLine(into: &out)
    out.append(0x0A)
  }
}
