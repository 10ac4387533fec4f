extension TerminalText {
  /// Writes the text of a line. The pen keeps the style of the end of the text; a link is closed.
  ///
  /// - Parameter piece: The index from which to search for the line's first piece. It advances, so that
  ///   writing all lines passes over the pieces once.
  func write(_ line: TextLine, from piece: inout Int, pen: inout ANSIPen, into out: inout ByteSink) {
    while piece < pieces.count, pieces[piece].end <= line.start { piece += 1 }
    guard let start = bytes.buffer.baseAddress else { return }
    var position = line.start
    var open: Int32 = -1
    while position < line.end, piece < pieces.count {
      let current = pieces[piece]
      let end = min(current.end, line.end)
      if current.link != open {
        if open >= 0 { Self.closeLink(into: &out) }
        open = current.link
        if open >= 0 { openLink(links[Int(open)], on: line, into: &out) }
      }
      pen.set(current.style, into: &out)
      // The memory of a piece has a word of padding.
      if end - position <= 16 {
        out.append(padded: start + position, count: end - position)
      } else {
        out.append(start + position, count: end - position)
      }
      position = end
      if current.end <= line.end { piece += 1 }
    }
    if open >= 0 { Self.closeLink(into: &out) }
  }

  /// Starts a hyperlink.
  ///
  /// - Parameter isSplit: Whether other text can separate the parts of the link on this line.
  func openLink(_ link: Link, on line: TextLine, isSplit: Bool = false, into out: inout ByteSink) {
    let address = UnsafeBufferPointer(rebasing: addresses.buffer[link.address.start..<link.address.end])
    out.append("\u{1B}]8;")
    if isSplit || link.start < line.start || link.end > line.end {
      // Equal identifiers combine the parts on several lines into one link.
      var hash: UInt32 = 2_166_136_261
      for byte in address { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      out.append("id=")
      out.append(decimal: Int(hash))
    }
    out.append(";")
    out.append(address)
    out.append("\u{1B}\\")
  }

  static func closeLink(into out: inout ByteSink) { out.append("\u{1B}]8;;\u{1B}\\") }
}
