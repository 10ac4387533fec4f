internal import StyledRuns

extension InlineParser {
  /// Reads from ``position`` to ``end``.
  func scan(in context: LeafParser.Context) {
    syntax.withTable { special in
      if grows { skipKnownWord(special) }
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
        case UInt8(ascii: "*"), UInt8(ascii: "_"): readDelimiters(byte)
        case UInt8(ascii: "~"): readTildes()
        case UInt8(ascii: "'"), UInt8(ascii: "\""): readDelimiters(byte)
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
        case UInt8(ascii: "$"): readDollars()
        case UInt8(ascii: ":"):
          if syntax.emoji, readEmoji() { continue }
          if syntax.autolinks { readAddressAfterScheme() } else { position += 1 }
        case UInt8(ascii: "w"): readWebAddress()
        default: position += 1
        }
      }
    }
  }

  /// Goes on behind what was looked at of a word that has no space in it, as far as nothing is in it that means
  /// something: it is read from the last commit each time, and that is before it.
  private func skipKnownWord(_ special: UnsafePointer<UInt8>) {
    var index = word.start == position ? max(word.end, position) : position
    // The same bytes as ever, of which none is the beginning of anything.
    while index + 4 <= end, text[index] > 0x20,
      special[Int(text[index])] == 0
        || text[index] == UInt8(ascii: "w") && text[index + 1] != UInt8(ascii: "w")
    {
      if index >= nextCommit, mayCommit(at: index) { break }
      index += 1
    }
    word = (position, index)
    position = min(index, end)
  }

  /// Whether what was read so far stays as it is but for unclosed constructs: a word begins, or what went before can be part of
  /// no entity, name of an emoji, scheme or mail address, and a little more is known than that.
  private func mayCommit(at index: Int) -> Bool {
    guard index + 4 <= end else { return false }
    let before = text[index - 1]
    let byte = text[index]
    guard !byte.isSpace else { return false }
    if before.isBlank || before == .newline { return true }
    // None of them goes on with what opens a link or an image.
    if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "!"), before != UInt8(ascii: "\\") { return true }
    if before >= 0x80 { return byte & 0xC0 != 0x80 }
    if isEscaped(index - 1) { return !mayBeInAddress(before) }
    switch before {
    case UInt8(ascii: ";"):
      let isMade = items.count > 0 && items[items.count - 1].kind == .synthesized && textStart == index
      return !isMade || !mayBeInAddress(synthesized[synthesized.count - 1])
    case UInt8(ascii: "&"):
      return !byte.isLetter && !byte.isDigit && byte != UInt8(ascii: "#")
    case UInt8(ascii: "!"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ">"),
      UInt8(ascii: "?"), UInt8(ascii: "]"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
      UInt8(ascii: "}"), UInt8(ascii: "~"):
      return true
    default:
      return false
    }
  }

  /// Whether a character was read as one that a backslash escapes.
  private func isEscaped(_ index: Int) -> Bool {
    guard index > 0, textStart == index + 1, text[index - 1] == UInt8(ascii: "\\"), items.count > 0 else {
      return false
    }
    let last = items[items.count - 1]
    return last.kind == .text && Int(last.start) == index
  }

  /// Whether a mail address before its `@`, or `mailto:` and `xmpp:` and what follows there, may hold it.
  private func mayBeInAddress(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "/")
  }

  private func commit() {
    flushText()
    items.append(InlineItem(.commitPoint, position, position))
    committed = checkpoint
    nextCommit = position + InlineParser.commitDistance
  }

  // MARK: Text

  /// Makes an item of the text that was read.
  func flushText() {
    if position > textStart { items.append(InlineItem(.text, textStart, position)) }
    textStart = position
  }

  /// Makes an item of `bytes` in place of the source up to `next`.
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
      // The character stands for itself; the item before it ends at the backslash.
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
      position += 1
      return
    }
    flushText()
    appendSynthesized(from: start, next: position + 1 + length)
  }

  private func readHyphens() {
    var next = position + 1
    while next < end, text[next] == UInt8(ascii: "-") { next += 1 }
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
    var start = position + 1
    while start < end, text[start] == UInt8(ascii: "`") { start += 1 }
    let length = start - position
    ticks.look(at: text, to: end)
    guard length <= TickRuns.longest, ticks.hasRun(length, from: start) else {
      if length <= TickRuns.longest {
        flushText()
        addUnclosed(.ticks(length), before: checkpoint, seen: end)
      }
      position = start
      return
    }
    var index = start
    while true {
      while text[index] != UInt8(ascii: "`") { index += 1 }
      let close = index
      while index < end, text[index] == UInt8(ascii: "`") { index += 1 }
      if index - close == length {
        flushText()
        return append(InlineItem(.code, start, close), next: index)
      }
    }
  }

  // MARK: Pointed brackets

  private func readPointed() {
    let pointed = PointedAddress.scan(text, from: position + 1, to: end)
    // More text could make an address of it.
    if case .open = pointed { nextCommit = .max }
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
    var looked = false
    while index < end {
      let answer = tag.take(text[index])
      index += 1
      switch answer {
      case .ends:
        flushText()
        return append(InlineItem(.html, position, index), next: index)
      case .fails:
        position += 1
        return
      case .more:
        // Signs right behind `<?` are not of the run that the ends were looked for by.
        let mayEndHere =
          tag.isInstruction && (text[index] == UInt8(ascii: "?") || text[index] == UInt8(ascii: ">"))
        if !looked, !mayEndHere, tag.isInstruction || tag.isDeclaration || tag.isSection {
          looked = true
          ends.look(at: text, to: end)
          if !ends.mayEnd(tag, from: index) {
            flushText()
            addUnclosed(.tag(tag), before: checkpoint, seen: index)
            position += 1
            return
          }
        }
      }
    }
    flushText()
    addUnclosed(.tag(tag), before: checkpoint, seen: end)
    position += 1
  }
}
