internal import StyledRuns

extension InlineParser {
  /// Parses from ``position`` to ``end``.
  func scan(in context: LeafParser.Context) {
    syntax.withTable { special in
      while position < end {
        if position >= nextCommit, mayCommit(at: position) { commit() }
        let byte = text[position]
        guard special[Int(byte)] != 0 else {
          position += 1
          continue
        }
        if let cancellation, cancellation.isCancelled { return }
        switch byte {
        case .newline: readLineEnd()
        case UInt8(ascii: "`"): readTicks()
        case UInt8(ascii: "\\"): readBackslash()
        case UInt8(ascii: "&"): readReference()
        case UInt8(ascii: "<"): readPointed()
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "'"), UInt8(ascii: "\""): readDelimiters(byte)
        case UInt8(ascii: "~"): readTildes()
        case UInt8(ascii: "-"): readHyphens()
        case UInt8(ascii: "."): readPeriods()
        case UInt8(ascii: "["): openBracket(isImage: false)
        case UInt8(ascii: "]"): readCloseBracket(in: context)
        case UInt8(ascii: "!"):
          if position + 1 < end, text[position + 1] == UInt8(ascii: "["),
            !(position + 2 < end && text[position + 2] == UInt8(ascii: "^"))
          {
            openBracket(isImage: true)
          } else {
            position += 1
          }
        case UInt8(ascii: "$"): if !readFormula() { position += 1 }
        case UInt8(ascii: ":"):
          if syntax.emoji, readEmoji() { continue }
          if syntax.autolinks { readAddressAfterScheme() } else { position += 1 }
        case UInt8(ascii: "w"): readWebAddress()
        default: position += 1
        }
      }
    }
  }

  /// Whether the text before an index is final, apart from unclosed constructs. Lookahead beyond a few bytes
  /// prevents commits itself while the text ends in it.
  private func mayCommit(at index: Int) -> Bool {
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

  private func readLineEnd() {
    let lineEnd = position
    while position > textStart, text[position - 1].isBlank { position -= 1 }
    flushText()
    var next = lineEnd + 1
    lineStart = next
    while next < end, text[next].isBlank { next += 1 }
    let isHard = lineEnd > 1 && text[lineEnd - 1] == .space && text[lineEnd - 2] == .space
    append(InlineItem(isHard ? .lineBreak : .softBreak, lineEnd, next), next: next)
  }

  private func readBackslash() {
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

  private func readReference() {
    let start = synthesized.count
    let length = entity.decode(text + position + 1, count: end - position - 1, into: &synthesized)
    guard length > 0 else {
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
    appendSynthesized(from: start, next: position + 1 + length)
  }

  private func readHyphens() {
    let next = endOfRun(UInt8(ascii: "-"))
    let count = next - position
    guard count > 1, count <= InlineParser.longestRun, !isInLongRun(UInt8(ascii: "-")) else {
      position = min(next, position + InlineParser.longestRun)
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

  private func readPeriods() {
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

  // MARK: Code

  private func readTicks() {
    let start = endOfRun(UInt8(ascii: "`"))
    let length = start - position
    guard length <= InlineParser.longestRun, !isInLongRun(UInt8(ascii: "`")) else {
      position = min(start, position + InlineParser.longestRun)
      return
    }
    if let close = closingTicks(length, from: start) {
      flushText()
      return append(InlineItem(.code, start, close), next: close + length)
    }
    if length <= InlineParser.longestTicks, end - start <= InlineParser.maximumSpan {
      flushText()
      addUnclosed(.ticks(length), before: checkpoint, seen: end)
    }
    position = start
  }

  /// Returns the offset of the backtick run of the same length that closes a code span; nil if there is none.
  func closingTicks(_ length: Int, from start: Int) -> Int? {
    guard length <= InlineParser.longestTicks else { return nil }
    let known = gaps.skip(to: .ticks(length), from: start)
    // The searched text may have ended inside a run.
    var index = known
    while index > start, known - index <= InlineParser.longestRun, text[index - 1] == UInt8(ascii: "`") {
      index -= 1
    }
    while index < end, index - start <= InlineParser.maximumSpan {
      guard text[index] == UInt8(ascii: "`") else {
        index += 1
        continue
      }
      let close = index
      while index < end, text[index] == UInt8(ascii: "`") { index += 1 }
      if index - close == length { return close - start <= InlineParser.maximumSpan ? close : nil }
    }
    gaps.note(.ticks(length), from: start, to: min(index, end))
    return nil
  }

  // MARK: Pointed brackets

  private func readPointed() {
    let pointed = PointedAddress.scan(text, from: position + 1, to: end)
    if case .open = pointed {
      flushText()
      addUnclosed(.pointedAddress, before: checkpoint, seen: end)
    }
    if case .found(let next, let isEmail) = pointed {
      flushText()
      let destination = entity.clean(text, from: position + 1, to: next - 1, unescaping: false)
      let start = synthesized.count
      for byte in destination.utf8 { synthesized.append(byte) }
      let address = isEmail && !destination.isEmpty ? "mailto:" + destination : destination
      links.append(InlineLink(kind: .link, destination: address, start: position))
      append(InlineItem(.pointedAddress, start, synthesized.count, reference: links.count - 1), next: next)
      return
    }
    var tag = InlineTag()
    var index = position + 1
    while index < end {
      let answer = tag.take(text[index])
      index += 1
      switch answer {
      case .ends:
        if readElementTag(to: index) { return }
        flushText()
        return append(InlineItem(.html, position, index), next: index)
      case .fails:
        position += 1
        return
      case .more:
        // If one tag of this kind is unclosed, a later one is, too.
        if let end = tag.end(behind: text[index - 1]) { index = max(index, gaps.skip(to: end, from: index)) }
      }
    }
    if let awaited = tag.end {
      while index > position, tag.end(behind: text[index - 1]) == nil { index -= 1 }
      gaps.note(awaited, from: position, to: index)
    }
    flushText()
    addUnclosed(.tag(tag), before: checkpoint, seen: end)
    position += 1
  }
}
