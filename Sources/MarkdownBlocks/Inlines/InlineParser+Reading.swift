internal import MarkdownSource

extension InlineParser {
  /// Whether the text before an index is final, apart from unclosed constructs. Lookahead beyond a few bytes
  /// prevents commits itself while the text ends in it.
  func mayCommit(at index: Int) -> Bool {
    guard index + 4 <= end, !text[index].isSpace, text[index] & 0xC0 != 0x80 else { return false }
    return !syntax.autolinks || !isInScheme(index)
  }

  /// Whether an index is inside, or directly after, letters that may be the scheme of an address.
  private func isInScheme(_ index: Int) -> Bool {
    guard text[index].isLetter || text[index] == UInt8(ascii: ":") else { return false }
    var start = index
    while start > 0, text[start - 1].isLetter, index - start <= InlineParser.longestScheme { start -= 1 }
    return start < index && index - start <= InlineParser.longestScheme
  }

  func commit() {
    flushText()
    items.append(InlineItem(.commitPoint, position, position))
    committed = checkpoint
    nextCommit = position + InlineParser.commitDistance
  }

  // MARK: Text

  /// Creates an item for the text that was parsed.
  func flushText() {
    if position > textStart { items.append(InlineItem(.text, textStart, position)) }
    textStart = position
  }

  /// Creates an item with `bytes` in place of the source up to `next`.
  private func appendSynthesized(from start: Int, next: Int) {
    items.append(InlineItem(.synthesized, start, synthesized.count))
    position = next
    textStart = next
  }

  func append(_ item: InlineItem, next: Int) {
    items.append(item)
    position = next
    textStart = next
  }

  func readLineEnd() {
    let lineEnd = position
    while position > textStart, text[position - 1].isBlank { position -= 1 }
    flushText()
    var next = lineEnd + 1
    lineStart = next
    while next < end, text[next].isBlank { next += 1 }
    let isHard = lineEnd > 1 && text[lineEnd - 1] == .space && text[lineEnd - 2] == .space
    append(InlineItem(isHard ? .lineBreak : .softBreak, lineEnd, next), next: next)
  }

  func readBackslash() {
    guard position + 1 < end else {
      position += 1
      return
    }
    let next = text[position + 1]
    if syntax.formulas, readFormula() { return }
    if next.isPunctuation {
      flushText()
      // The character stands for itself. The preceding item ends at the backslash.
      append(InlineItem(.text, position + 1, position + 2), next: position + 2)
    } else if next == .newline {
      flushText()
      append(InlineItem(.lineBreak, position, position + 2), next: position + 2)
    } else {
      position += 1
    }
  }

  func readReference() {
    guard let (length, decoded) = entity.decode(text + position + 1, count: end - position - 1) else {
      var next = position + 1
      while next < end, text[next].isLetter || text[next].isDigit || text[next] == UInt8(ascii: "#") {
        next += 1
      }
      // More text could complete a character reference.
      if next == end, next - position <= EntityDecoder.longestName { nextCommit = .max }
      position += 1
      return
    }
    flushText()
    let start = synthesized.count
    if let bytes = decoded.baseAddress { synthesized.append(bytes, count: decoded.count) }
    appendSynthesized(from: start, next: position + 1 + length)
  }

  func readHyphens() {
    guard let next = endOfRun(UInt8(ascii: "-")) else { return }
    let count = next - position
    guard count > 1 else {
      position = next
      return
    }
    flushText()
    let long: Int
    let short: Int
    switch (count % 3, count % 2) {
    case (0, _): (long, short) = (count / 3, 0)
    case (_, 0): (long, short) = (0, count / 2)
    case (2, _): (long, short) = ((count - 2) / 3, 1)
    default: (long, short) = ((count - 4) / 3, 2)
    }
    let start = synthesized.count
    for _ in 0..<long { appendSynthesized("\u{2014}") }
    for _ in 0..<short { appendSynthesized("\u{2013}") }
    appendSynthesized(from: start, next: next)
  }

  func readPeriods() {
    guard position + 2 < end, text[position + 1] == UInt8(ascii: "."), text[position + 2] == UInt8(ascii: ".")
    else {
      position += position + 1 < end && text[position + 1] == UInt8(ascii: ".") ? 2 : 1
      return
    }
    flushText()
    let start = synthesized.count
    appendSynthesized("\u{2026}")
    appendSynthesized(from: start, next: position + 3)
  }

  func appendSynthesized(_ string: StaticString) {
    synthesized.append(string.utf8Start, count: string.utf8CodeUnitCount)
  }
}
