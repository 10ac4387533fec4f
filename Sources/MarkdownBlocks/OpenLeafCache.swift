internal import StyledRuns

/// What is remembered of a paragraph that still grows, so that its beginning is parsed once.
struct OpenLeafCache {
  /// The inlines of a beginning that nothing after it can change.
  private var frozenRaw: [UInt8] = []
  private var frozen = Inlines()
  private var frozenHasFootnotes = false
  private var frozenHasBracket = false
  private var ats = 0
  /// The leaf must be this long before another beginning is tried.
  private var nextTry = 0

  /// The leaves that were parsed last: what is shown before a line ends is often what it is after, and while a
  /// line is unfinished the leaf before it is not closed.
  private var recent: [Recent] = []

  private struct Recent {
    var raw: [UInt8]
    var inlines: Inlines
    var hasFootnotes: Bool
  }

  private static let recentCount = 4

  /// Bytes that must be new before another beginning is tried.
  private static let step = 48

  /// Forgets what definitions could have changed.
  mutating func definitionsChanged() {
    recent = []
    if frozenHasBracket { dropFrozen() }
  }

  mutating func dropFrozen() {
    frozenRaw.removeAll(keepingCapacity: true)
    frozen = Inlines()
    frozenHasFootnotes = false
    frozenHasBracket = false
    ats = 0
    nextTry = 0
  }

  /// The inlines of a leaf; its beginning, and all of it if it was the last one, is taken from memory.
  mutating func inlines(
    of leaf: TextSpan, grows: Bool, by parser: InlineParser, in context: InlineParser.Context
  ) -> (inlines: Inlines, hasFootnotes: Bool) {
    let count = leaf.end - leaf.start
    let text = UnsafePointer(context.text + leaf.start)
    if let index = recent.firstIndex(where: { $0.raw.count == count && matches($0.raw, text) }) {
      let found = recent.remove(at: index)
      recent.append(found)
      return (found.inlines, found.hasFootnotes)
    }
    var start = 0
    if grows, !frozenRaw.isEmpty {
      if frozenRaw.count < count, matches(frozenRaw, text) {
        start = frozenRaw.count
      } else {
        dropFrozen()
      }
    }
    if start > 0, !parser.mayCut(text + start, count: count - start, ats: ats) {
      dropFrozen()
      nextTry = .max
      start = 0
    }
    if grows, count - start >= OpenLeafCache.step, count >= nextTry {
      start = freeze(leaf, from: start, parser, context)
    }
    var result = parser.parse(TextSpan(start: leaf.start + start, end: leaf.end), in: context)
    if start > 0 {
      var whole = frozen
      whole.append(result.inlines)
      result = (whole, result.hasFootnotes || frozenHasFootnotes)
    }
    if recent.count == OpenLeafCache.recentCount { recent.removeFirst() }
    recent.append(
      Recent(
        raw: Array(UnsafeBufferPointer(start: text, count: count)), inlines: result.inlines,
        hasFootnotes: result.hasFootnotes))
    return result
  }

  /// Tries to freeze up to the last place where the text may be cut. Answers with where it is frozen to.
  private mutating func freeze(
    _ leaf: TextSpan, from start: Int, _ parser: InlineParser, _ context: InlineParser.Context
  ) -> Int {
    let count = leaf.end - leaf.start
    let text = UnsafePointer(context.text + leaf.start)
    nextTry = count + OpenLeafCache.step
    guard let cut = LeafCut.last(text, from: start, to: count - 1), cut - start >= OpenLeafCache.step / 2,
      parser.mayCut(text + start, count: count - start, ats: ats)
    else { return start }
    let part = parser.parsePart(
      TextSpan(start: leaf.start + start, end: leaf.start + cut), isLast: false, in: context)
    guard let inlines = part.inlines else { return start }
    frozen.append(inlines)
    frozenHasFootnotes = frozenHasFootnotes || part.hasFootnotes
    for index in start..<cut {
      frozenRaw.append(text[index])
      if text[index] == UInt8(ascii: "[") { frozenHasBracket = true }
      if text[index] == UInt8(ascii: "@") { ats += 1 }
    }
    return cut
  }

  private func matches(_ raw: [UInt8], _ text: UnsafePointer<UInt8>) -> Bool {
    raw.withUnsafeBufferPointer { raw in
      var index = 0
      while index < raw.count {
        if raw[index] != text[index] { return false }
        index += 1
      }
      return true
    }
  }
}
