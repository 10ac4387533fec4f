internal import MarkdownSource

extension InlineParser {
  func readDelimiters(_ byte: UInt8) {
    let isQuote = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
    let start = position
    guard let next = isQuote ? start + 1 : endOfRun(byte) else { return }
    let before = scalar(before: start)
    let after = scalar(after: next)
    let sides = Sides(before: before, after: after, judgesCJK: syntax.judgesCJK && byte == UInt8(ascii: "*"))
    var canOpen = sides.isLeftFlanking
    var canClose = sides.isRightFlanking
    if byte == UInt8(ascii: "_") {
      canOpen = sides.isLeftFlanking && (!sides.isRightFlanking || sides.isPunctuationBefore)
      canClose = sides.isRightFlanking && (!sides.isLeftFlanking || sides.isPunctuationAfter)
    } else if isQuote {
      canOpen =
        sides.isLeftFlanking && !sides.isRightFlanking && before != Int32(UInt8(ascii: "]"))
        && before != Int32(UInt8(ascii: ")"))
    }
    guard canOpen || canClose || isQuote else {
      position = next
      return
    }
    // A typographic quote has three bytes, which count as its length.
    push(byte, length: isQuote ? 3 : next - start, canOpen: canOpen, canClose: canClose, next: next)
  }

  /// Returns the end of the run of a byte that starts at ``position``. An overlong run is text: the parser
  /// passes a part of it, and the result is nil.
  func endOfRun(_ byte: UInt8) -> Int? {
    let last = min(end, position + InlineParser.longestRun + 1)
    var next = position + 1
    while next < last, text[next] == byte { next += 1 }
    if next - position <= InlineParser.longestRun, !isInLongRun(byte) { return next }
    position = min(next, position + InlineParser.longestRun)
    return nil
  }

  /// Whether ``position`` is inside an overlong run of which a part was parsed.
  private func isInLongRun(_ byte: UInt8) -> Bool {
    var start = position
    while start > 0, position - start < InlineParser.longestRun, text[start - 1] == byte { start -= 1 }
    return position - start == InlineParser.longestRun
  }

  /// Parses a run of tildes. One or two tildes can strike through; at most 100 are processed together.
  func readTildes() {
    let start = position
    var next = start + 1
    while next < end, next - start < 100, text[next] == UInt8(ascii: "~") { next += 1 }
    let sides = Sides(
      before: scalar(before: start, skipping: false),
      after: ScalarClass.decode(text + next, count: end - next), judgesCJK: syntax.judgesCJK)
    guard next - start <= 2, sides.isLeftFlanking || sides.isRightFlanking else {
      position = next
      return
    }
    push(
      UInt8(ascii: "~"), length: next - start, canOpen: sides.isLeftFlanking,
      canClose: sides.isRightFlanking, next: next)
  }

  /// Appends the delimiter run from ``position`` to `next`, and resolves it if it can open or close.
  private func push(_ byte: UInt8, length: Int, canOpen: Bool, canClose: Bool, next: Int) {
    flushText()
    delimiters.append(
      InlineDelimiter(
        byte: byte, canOpen: canOpen, canClose: canClose,
        opensQuote: byte == UInt8(ascii: "\"") && !canClose, item: Int32(items.count), element: element,
        length: Int32(length), remaining: Int32(next - position)))
    append(InlineItem(.delimiter, position, next, reference: delimiters.count - 1), next: next)
    if canOpen || canClose { resolve(Int32(delimiters.count - 1), above: delimiterFloor) }
  }

  // MARK: What stands beside

  private struct Sides {
    var isLeftFlanking: Bool
    var isRightFlanking: Bool
    var isPunctuationBefore: Bool
    var isPunctuationAfter: Bool

    init(before: Int32, after: Int32, judgesCJK: Bool) {
      isPunctuationBefore = ScalarClass.isPunctuation(before)
      isPunctuationAfter = ScalarClass.isPunctuation(after)
      let isSpaceBefore = ScalarClass.isSpace(before)
      let isSpaceAfter = ScalarClass.isSpace(after)
      let isCJKBefore = judgesCJK && CJKEmphasis.isCJK(before)
      let isCJKAfter = judgesCJK && CJKEmphasis.isCJK(after)
      isLeftFlanking =
        !isSpaceAfter
        && (!isPunctuationAfter || isCJKAfter || isSpaceBefore || isPunctuationBefore || isCJKBefore)
      isRightFlanking =
        !isSpaceBefore
        && (!isPunctuationBefore || isCJKBefore || isSpaceAfter || isPunctuationAfter || isCJKAfter)
    }
  }

  /// Returns the scalar before an index. Tildes that may strike through are skipped, because they would not
  /// be text.
  private func scalar(before index: Int, skipping: Bool = true) -> Int32 {
    guard index > 0 else { return 10 }
    let skips = skipping && syntax.strikes
    var start = index - 1
    while start > 0, text[start] & 0xC0 == 0x80 || skips && text[start] == UInt8(ascii: "~") { start -= 1 }
    let scalar = ScalarClass.decode(text + start, count: index - start)
    return skips && scalar == Int32(UInt8(ascii: "~")) ? 10 : scalar
  }

  private func scalar(after index: Int) -> Int32 {
    var start = index
    if syntax.strikes { while start < end, text[start] == UInt8(ascii: "~") { start += 1 } }
    if start > index, start == end, grows {
      flushText()
      addUnclosed(.tildes, before: checkpoint, seen: end)
    }
    return ScalarClass.decode(text + start, count: end - start)
  }

  // MARK: The stack

  /// Pushes a delimiter on the stack, and matches it with openers above `bottom`.
  func resolve(_ index: Int32, above bottom: Int32) {
    let closer = delimiters.base + Int(index)
    link(closer, to: delimiter)
    closer.pointee.firstClosed = Int32(matches.count)
    closer.pointee.closedCount = 0
    delimiter = index
    guard closer.pointee.canClose else { return }
    let floor = InlineParser.floorIndex(closer.pointee)
    while true {
      guard let opener = opener(for: closer.pointee, above: bottom, floors[floor]) else {
        if closer.pointee.isQuote { closer.pointee.opensQuote = false }
        floors[floor] = closer.pointee.previous
        if !closer.pointee.canOpen { delimiter = closer.pointee.previous }
        return
      }
      switch closer.pointee.byte {
      case UInt8(ascii: "*"), UInt8(ascii: "_"):
        emphasize(opener, index)
        if closer.pointee.remaining == 0 {
          delimiter = closer.pointee.previous
          return
        }
      case UInt8(ascii: "~"):
        // As in cmark-gfm, a run of another length than its nearest opener is text, and the opener stays.
        let isMatch = delimiters[Int(opener)].length == closer.pointee.length
        if isMatch { match(.strikethrough, opener, index, used: closer.pointee.length) }
        delimiter = isMatch ? delimiters[Int(opener)].previous : closer.pointee.previous
        return
      default:
        quote(opener, index)
        // A quote that can only close is not an opener, so that later quotes can skip it.
        if !closer.pointee.canOpen { delimiter = closer.pointee.previous }
        return
      }
    }
  }

  private static func floorIndex(_ delimiter: InlineDelimiter) -> Int {
    let kind =
      switch delimiter.byte {
      case UInt8(ascii: "*"): 0
      case UInt8(ascii: "_"): 1
      case UInt8(ascii: "~"): 2
      case UInt8(ascii: "'"): 3
      default: 4
      }
    return kind * 3 + Int(delimiter.length % 3)
  }

  /// Sets the delimiter below `delimiter` on the stack.
  private func link(_ delimiter: UnsafeMutablePointer<InlineDelimiter>, to previous: Int32) {
    delimiter.pointee.previous = previous
    guard previous >= 0 else {
      delimiter.pointee.quoteBelow = -1
      delimiter.pointee.apostropheBelow = -1
      return
    }
    let below = delimiters[Int(previous)]
    let opensQuote = below.canOpen && below.isQuote
    let isApostrophe = below.byte == UInt8(ascii: "'")
    delimiter.pointee.quoteBelow = opensQuote && !isApostrophe ? previous : below.quoteBelow
    delimiter.pointee.apostropheBelow = opensQuote && isApostrophe ? previous : below.apostropheBelow
  }

  private func opener(for closer: InlineDelimiter, above bottom: Int32, _ floor: Int32) -> Int32? {
    if closer.isQuote {
      // All quotes have the same length, so that the nearest opener matches.
      let opener = closer.byte == UInt8(ascii: "'") ? closer.apostropheBelow : closer.quoteBelow
      return opener > bottom && opener > floor && mayReach(opener, from: closer) ? opener : nil
    }
    var index = closer.previous
    // The stack is ordered by index. The floor itself may have left the stack.
    while index > bottom, index > floor {
      let opener = delimiters[Int(index)]
      guard mayReach(index, from: closer) else { return nil }
      if opener.canOpen, opener.byte == closer.byte,
        !(closer.canOpen || opener.canClose) || closer.length % 3 == 0
          || (opener.length + closer.length) % 3 != 0
      {
        return index
      }
      index = opener.previous
    }
    return nil
  }

  private func mayReach(_ opener: Int32, from closer: InlineDelimiter) -> Bool {
    let start = items[Int(delimiters[Int(opener)].item)].start
    return Int(items[Int(closer.item)].start - start) <= InlineParser.maximumSpan
  }

  private func emphasize(_ openerIndex: Int32, _ closerIndex: Int32) {
    let opener = delimiters.base + Int(openerIndex)
    let closer = delimiters.base + Int(closerIndex)
    let used: Int32 = opener.pointee.remaining >= 2 && closer.pointee.remaining >= 2 ? 2 : 1
    match(used == 2 ? .strong : .emphasis, openerIndex, closerIndex, used: used)
    link(closer, to: opener.pointee.remaining == 0 ? opener.pointee.previous : openerIndex)
  }

  /// Matches characters of an opening delimiter with a closing one; -1 stands for the end of the text.
  func match(_ kind: InlineMatch.MatchKind, _ openerIndex: Int32, _ closerIndex: Int32, used: Int32) {
    let opener = delimiters.base + Int(openerIndex)
    matches.append(InlineMatch(kind: kind, opener: openerIndex, inner: opener.pointee.outermost, used: used))
    opener.pointee.remaining -= used
    opener.pointee.outermost = Int32(matches.count - 1)
    firstChanged = min(firstChanged, Int(opener.pointee.item))
    guard closerIndex >= 0 else { return }
    delimiters.base[Int(closerIndex)].remaining -= used
    delimiters.base[Int(closerIndex)].closedCount += 1
  }

  private func quote(_ openerIndex: Int32, _ closerIndex: Int32) {
    let opener = delimiters.base + Int(openerIndex)
    delimiters.base[Int(closerIndex)].opensQuote = false
    matches.append(
      InlineMatch(
        kind: .quote, opener: openerIndex, inner: -1, used: 0, openedQuote: opener.pointee.opensQuote))
    if !opener.pointee.opensQuote { firstChanged = min(firstChanged, Int(opener.pointee.item)) }
    opener.pointee.opensQuote = true
  }

  // MARK: Inside a link

  /// Resolves the emphasis after a bracket again as the content of a link. Delimiters inside a link do not
  /// match outside. The content of an element within the link does not change.
  func resolveEmphasis(after bracket: InlineBracket) {
    let before = bracket.before
    var index = matches.count - 1
    while index >= before.matches {
      if matches[index].resolvedStart >= 0 {
        index = Int(matches[index].resolvedStart) - 1
      } else {
        if delimiters[Int(matches[index].opener)].element == before.element { undo(matches[index]) }
        matches.base[index].resolvedStart = Int32(index)
        index -= 1
      }
    }
    let bottom = before.delimiter
    delimiter = bottom
    floors = Floors(repeating: bottom)
    let firstMatch = matches.count
    var next = before.delimiters
    while next < delimiters.count {
      let inner = delimiters.base + next
      if inner.pointee.resolvedEnd > 0 {
        next = Int(inner.pointee.resolvedEnd)
        continue
      }
      if inner.pointee.element == before.element {
        inner.pointee.remaining = inner.pointee.isQuote ? 1 : inner.pointee.length
        inner.pointee.outermost = -1
        inner.pointee.closedCount = 0
        inner.pointee.opensQuote = inner.pointee.byte == UInt8(ascii: "\"") && !inner.pointee.canClose
        if inner.pointee.canOpen || inner.pointee.canClose { resolve(Int32(next), above: bottom) }
      }
      inner.pointee.resolvedEnd = Int32(next + 1)
      next += 1
    }
    for index in firstMatch..<matches.count { matches.base[index].resolvedStart = Int32(index) }
    // The content of the link is skipped in one step from now on. Otherwise nested links would cost quadratic
    // time.
    if before.delimiters < delimiters.count {
      delimiters.base[before.delimiters].resolvedEnd = Int32(delimiters.count)
    }
    if before.matches < matches.count {
      matches.base[matches.count - 1].resolvedStart = Int32(before.matches)
    }
    delimiter = bottom
    floors = before.floors
    firstChanged = min(firstChanged, Int(bracket.item))
  }
}

extension InlineDelimiter {
  var isQuote: Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }
}
