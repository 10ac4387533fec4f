extension TerminalText {
  /// Cuts the text into lines of at most `width` columns, at spaces, after hyphens within words and between
  /// ideographs; a word wider than a line is cut where the line is full.
  mutating func wrap(to width: Int) {
    lines.removeAll(keepingCapacity: true)
    let width = max(width, 2)
    if isSimple, bytes.count <= width, bytes.last != 0x20 {
      if !bytes.isEmpty { lines.append(Line(start: 0, end: bytes.count, width: bytes.count)) }
      return
    }
    bytes.withUnsafeBufferPointer { wrap($0, to: width) }
  }

  private mutating func wrap(_ text: UnsafeBufferPointer<UInt8>, to width: Int) {
    var line = 0
    var position = 0
    var column = 0
    // The last place where the line may end, where the next one would start, and their columns.
    var breakEnd = -1
    var breakEndColumn = 0
    var breakNext = 0
    var breakNextColumn = 0
    var previousBreaks = false
    while position < text.count {
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
        lines.append(Self.trimmed(text, Line(start: line, end: position, width: column)))
        position += 1
        line = position
        column = 0
        breakEnd = -1
        previousBreaks = false
        continue
      }
      if !previousBreaks {
        // A word of plain ASCII that fits needs no closer look.
        let end = Self.endOfWord(text, from: position)
        if end > position, column + end - position <= width, text[max(position - 1, 0)] != 0x2D {
          column += end - position
          position = end
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
          lines.append(Line(start: line, end: breakEnd, width: breakEndColumn))
          line = breakNext
          column -= breakNextColumn
        } else {
          lines.append(Self.trimmed(text, Line(start: line, end: position, width: column)))
          line = position
          column = 0
        }
        breakEnd = -1
      }
      column += cluster.width
      position += cluster.length
      previousBreaks = cluster.properties.isIdeographic && !cluster.properties.forbidsBreakAfter
    }
    if line < text.count {
      lines.append(Self.trimmed(text, Line(start: line, end: text.count, width: column)))
    }
  }

  /// Where the ASCII characters from `position` on end that neither break nor take part in a longer cluster.
  @inline(__always)
  private static func endOfWord(_ text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
    var end = position
    while end < text.count, text[end] &- 0x21 < 0x5E { end += 1 }
    return end < text.count && text[end] >= 0x80 && end > position ? end - 1 : end
  }

  @inline(__always)
  private func allowsBreak(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int, before next: ScalarProperties,
    _ previousBreaks: Bool
  ) -> Bool {
    let last = text[position - 1]
    if last == 0x2D {
      // Between "well-" and "known", not in "--flag", "-1" or "a-1".
      return position >= 2 && Self.isLetter(text[position - 2]) && Self.isLetter(text[position])
    }
    if text[position] < 0x80 {
      return previousBreaks && !Self.closes(text[position])
    }
    guard next.isIdeographic, !next.forbidsBreakBefore else {
      return previousBreaks && !next.forbidsBreakBefore && next.cluster != .extend
    }
    return previousBreaks || last < 0x80 && !Self.opens(last)
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

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>, _ line: Line) -> Line {
    var line = line
    while line.end > line.start, text[line.end - 1] == 0x20 {
      line.end -= 1
      line.width -= 1
    }
    return line
  }

  /// Cuts one line of code wherever `first`, then `next` columns are full, or a little before, after a space
  /// or a comma, where there is one.
  mutating func cut(first: Int, next: Int) {
    lines.removeAll(keepingCapacity: true)
    if isSimple, bytes.count <= first {
      lines.append(Line(start: 0, end: bytes.count, width: bytes.count))
      return
    }
    bytes.withUnsafeBufferPointer { text in
      var line = 0
      var position = 0
      var column = 0
      var width = max(first, 2)
      var good = (end: -1, column: 0)
      while position < text.count {
        let cluster = measure.cluster(in: text, at: position)
        if column + cluster.width > width, position > line {
          if good.end > line, good.column * 3 > width * 2 {
            lines.append(Line(start: line, end: good.end, width: good.column))
            line = good.end
            column -= good.column
          } else {
            lines.append(Line(start: line, end: position, width: column))
            line = position
            column = 0
          }
          good.end = -1
          width = max(next, 2)
          continue
        }
        column += cluster.width
        position += cluster.length
        let byte = text[position - 1]
        if byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "(")
        {
          good = (position, column)
        }
      }
      lines.append(Line(start: line, end: position, width: column))
    }
  }

  /// The columns of the widest line when nothing but line ends breaks it, and of the widest word.
  func extent() -> (line: Int, word: Int) {
    bytes.withUnsafeBufferPointer { text in
      var (line, word, widest, longest) = (0, 0, 0, 0)
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
}
