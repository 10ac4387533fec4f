extension TerminalText {
  /// Breaks the text into lines of at most `width` columns: at spaces, after hyphens inside words, and
  /// between ideographs. A word that is wider than a line is cut.
  mutating func wrap(to width: Int) {
    lines.removeAll()
    wrap(
      TextPart(start: 0, end: bytes.count, piece: 0, isSimple: isSimple, isSingleSpaced: isSingleSpaced),
      to: width)
  }

  /// Appends the lines of a part.
  mutating func wrap(_ part: TextPart, to width: Int) {
    let width = max(width, 2)
    let count = part.end - part.start
    let text = UnsafeBufferPointer(rebasing: bytes.buffer[part.start..<part.end])
    if part.isSimple, count <= width, text.last != 0x20 {
      if count > 0 { lines.append(TextLine(start: part.start, end: part.end, width: count)) }
      return
    }
    if part.isSimple, part.isSingleSpaced { return wrapSimple(text, from: part.start, to: width) }
    let first = lines.count
    wrap(text, to: width)
    guard part.start > 0 else { return }
    for index in first..<lines.count {
      lines[index].start += part.start
      lines[index].end += part.start
    }
  }

  /// Wraps text in which every byte is a column and words are separated by single spaces. Searches for the
  /// last break of each line from its end.
  private mutating func wrapSimple(_ text: UnsafeBufferPointer<UInt8>, from offset: Int, to width: Int) {
    var line = 0
    while text.count - line > width {
      var end = line + width
      while end > line, text[end] != 0x20, text[end - 1] != 0x2D || !breaksAfterHyphen(text, end) { end -= 1 }
      if end == line { end = line + width }
      lines.append(TextLine(start: offset + line, end: offset + end, width: end - line))
      line = text[end] == 0x20 ? end + 1 : end
    }
    var end = text.count
    if end > line, text[end - 1] == 0x20 { end -= 1 }
    if end > line || line < text.count {
      lines.append(TextLine(start: offset + line, end: offset + end, width: end - line))
    }
  }

  private mutating func wrap(_ text: UnsafeBufferPointer<UInt8>, to width: Int) {
    var line = 0
    var position = 0
    var column = 0
    // The last possible end of the line, the start of the next line after it, and their columns.
    var breakEnd = -1
    var breakEndColumn = 0
    var breakNext = 0
    var breakNextColumn = 0
    var previousBreaks = false
    var isNewLine = true
    // The end of the plain word at `position`, cached so that the end of a long word is searched for once.
    var wordEnd = -1
    while position < text.count {
      if isNewLine {
        isNewLine = false
        if let (end, columns) = fitting(text, from: position, columns: width - column) {
          position = end
          column += columns
          continue
        }
      }
      let byte = text[position]
      if byte == 0x20 {
        breakEnd = position
        breakEndColumn = column
        while position < text.count, text[position] == 0x20 { position += 1 }
        column += position - breakEnd
        breakNext = position
        breakNextColumn = column
        previousBreaks = false
        continue
      }
      if byte == 0x0A {
        lines.append(Self.trimmed(text, TextLine(start: line, end: position, width: column)))
        position += 1
        line = position
        column = 0
        breakEnd = -1
        previousBreaks = false
        isNewLine = true
        continue
      }
      if !previousBreaks {
        // A plain ASCII word that fits needs no further checks.
        if wordEnd < position { wordEnd = Self.endOfWord(text, from: position) }
        let length = wordEnd - position
        if length > 0, column + length <= width, text[max(position - 1, 0)] != 0x2D {
          column += length
          position = wordEnd
          continue
        }
      }
      let cluster = measure.cluster(in: text, at: position)
      if position > line, text[position - 1] != 0x20,
        allowsBreak(text, at: position, before: cluster.properties, previousBreaks)
      {
        breakEnd = position
        breakEndColumn = column
        breakNext = position
        breakNextColumn = column
      }
      while column + cluster.width > width, position > line {
        if breakEnd > line {
          lines.append(TextLine(start: line, end: breakEnd, width: breakEndColumn))
          line = breakNext
          column -= breakNextColumn
        } else {
          lines.append(Self.trimmed(text, TextLine(start: line, end: position, width: column)))
          line = position
          column = 0
        }
        breakEnd = -1
        isNewLine = true
      }
      column += cluster.width
      position += cluster.length
      previousBreaks = cluster.properties.isIdeographic && !cluster.properties.forbidsBreakAfter
    }
    if line < text.count {
      lines.append(Self.trimmed(text, TextLine(start: line, end: text.count, width: column)))
    }
  }

  /// Returns the part of the text that certainly fits on the line, and its width: the rest of the text, or
  /// everything up to the last space within `left` bytes, all at most one column wide. Nil if there is no
  /// such space or a line end precedes it.
  private func fitting(
    _ text: UnsafeBufferPointer<UInt8>, from position: Int, columns left: Int
  ) -> (end: Int, columns: Int)? {
    var end = text.count
    if end - position > left {
      end = position + max(left, 0)
      // Do not search through a line of ideographs.
      let least = max(position, end - 32)
      while end > least, text[end] != 0x20 { end -= 1 }
      guard text[end] == 0x20 else { return nil }
      while end > position, text[end - 1] == 0x20 { end -= 1 }
    }
    guard end > position, let columns = measure.columns(of: text, in: position..<end), columns <= left else {
      return nil
    }
    return (end, columns)
  }

  /// Returns the end of the ASCII characters from `position` on that allow no break and do not start a longer
  /// cluster.
  @inline(__always)
  private static func endOfWord(_ text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
    let end = CleanText.endOfWord(text, from: position)
    return end < text.count && text[end] >= 0x80 && end > position ? end - 1 : end
  }

  @inline(__always)
  private func allowsBreak(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int, before next: ScalarProperties,
    _ previousBreaks: Bool
  ) -> Bool {
    let last = text[position - 1]
    if last == 0x2D { return breaksAfterHyphen(text, position) }
    if text[position] < 0x80 {
      return previousBreaks && !Self.closes(text[position])
    }
    guard next.isIdeographic, !next.forbidsBreakBefore else {
      return previousBreaks && !next.forbidsBreakBefore && next.cluster != .extend
    }
    return previousBreaks || last < 0x80 && !Self.opens(last)
  }

  /// Whether a line can break after a hyphen: between "well-" and "known", but not in "--flag", "-1" or
  /// "a-1".
  private func breaksAfterHyphen(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    position >= 2 && Self.isLetter(text[position - 2]) && Self.isLetter(text[position])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  private static func closes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "%"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private static func opens(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
      || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>, _ line: TextLine) -> TextLine {
    var line = line
    while line.end > line.start, text[line.end - 1] == 0x20 {
      line.end -= 1
      line.width -= 1
    }
    return line
  }

  /// Cuts one line of code after `first`, then every `next` columns, or slightly earlier after a space or a
  /// comma.
  mutating func cut(first: Int, next: Int) {
    lines.removeAll()
    let text = bytes.buffer
    guard isSimple, text.count > first else {
      if !isSimple { return cutClusters(text, first: first, next: next) }
      return lines.append(TextLine(start: 0, end: text.count, width: text.count))
    }
    // Every byte is a column here.
    var line = 0
    var width = max(first, 2)
    while text.count - line > width {
      var end = line + width
      let least = line + width * 2 / 3
      while end > least, text[end] == 0x20 || !Self.isGoodEnd(text[end - 1]) { end -= 1 }
      if end == least { end = line + width }
      lines.append(TextLine(start: line, end: end, width: end - line))
      line = end
      width = max(next, 2)
    }
    lines.append(TextLine(start: line, end: text.count, width: text.count - line))
  }

  private mutating func cutClusters(_ text: UnsafeBufferPointer<UInt8>, first: Int, next: Int) {
    var line = 0
    var position = 0
    var column = 0
    var width = max(first, 2)
    var good = (end: -1, column: 0)
    while position < text.count {
      let cluster = measure.cluster(in: text, at: position)
      if column + cluster.width > width, position > line {
        if good.end > line, good.column * 3 > width * 2 {
          lines.append(TextLine(start: line, end: good.end, width: good.column))
          line = good.end
          column -= good.column
        } else {
          lines.append(TextLine(start: line, end: position, width: column))
          line = position
          column = 0
        }
        good.end = -1
        width = max(next, 2)
        continue
      }
      column += cluster.width
      position += cluster.length
      // A line does not start with the space after a comma.
      if Self.isGoodEnd(text[position - 1]), position == text.count || text[position] != 0x20 {
        good = (position, column)
      }
    }
    lines.append(TextLine(start: line, end: position, width: column))
  }

  /// Whether `byte` is a good end of a line of code.
  @inline(__always)
  private static func isGoodEnd(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "(")
  }

  /// Returns the width of a part's widest line without wrapping, and of its widest word.
  func extent(of part: TextPart) -> (line: Int, word: Int) {
    let text = UnsafeBufferPointer(rebasing: bytes.buffer[part.start..<part.end])
    var (word, longest) = (0, 0)
    if part.isSimple {
      for position in text.indices {
        let byte = text[position]
        if byte == 0x20 || position > 0 && text[position - 1] == 0x2D && breaksAfterHyphen(text, position) {
          longest = max(longest, word)
          word = 0
        }
        if byte != 0x20 { word += 1 }
      }
      return (text.count, max(longest, word))
    }
    var (line, widest) = (0, 0)
    var position = 0
    var previousBreaks = false
    while position < text.count {
      let cluster = measure.cluster(in: text, at: position)
      if text[position] == 0x0A {
        (line, word) = (0, 0)
        previousBreaks = false
      } else {
        line += cluster.width
        widest = max(widest, line)
        if text[position] == 0x20
          || position > 0 && text[position - 1] != 0x0A
            && text[position - 1] != 0x20
            && allowsBreak(text, at: position, before: cluster.properties, previousBreaks)
        {
          word = 0
        }
        if text[position] != 0x20 { word += cluster.width }
        longest = max(longest, word)
        previousBreaks = cluster.properties.isIdeographic && !cluster.properties.forbidsBreakAfter
      }
      position += cluster.length
    }
    return (widest, longest)
  }
}
