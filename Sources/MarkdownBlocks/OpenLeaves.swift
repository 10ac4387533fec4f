internal import StyledRuns

/// The leaves that were parsed last: those that still grow, and those that an unfinished line shows for the time
/// being. What was read of them is not read again.
struct OpenLeaves {
  private struct Entry {
    var start: Int
    /// Where the text ended when it was read last; -1 where it must be read again.
    var end: Int
    var leaf: LeafInlines
    var isUnfinished = false
    var definitions = 0
    var result: (inlines: Inlines, hasFootnotes: Bool)
    /// Its text became another one.
    var isStale = false
  }

  /// The one that was used last is the last.
  private var entries: [Entry] = []
  private var spare: [LeafInlines] = []

  private static let count = 8

  /// The leaf text is no longer what it was from this byte on.
  mutating func textChanged(from start: Int) {
    for index in entries.indices where entries[index].end > start {
      entries[index].end = -1
      // Spaces and line ends at the end are not part of what was read.
      if entries[index].start + entries[index].leaf.end > start { entries[index].isStale = true }
    }
  }

  /// Which definitions there are. A leaf with brackets that was read among others is read again.
  var definitions = 0

  /// The inlines of a leaf. Not to be asked for again, and its definitions counted, if it is `final`.
  mutating func inlines(
    of span: TextSpan, isFinal: Bool, isUnfinished: Bool, by parser: InlineParser,
    in context: InlineParser.Context
  ) -> (inlines: Inlines, hasFootnotes: Bool) {
    var entry = takeEntry(span, parser)
    if entry.end != span.end || entry.isUnfinished != isUnfinished {
      entry.end = span.end
      entry.isUnfinished = isUnfinished
      entry.definitions = definitions
      entry.result = parser.read(span, with: entry.leaf, isUnfinished: isUnfinished, in: context)
    }
    let result = entry.result
    if isFinal {
      parser.finish(entry.leaf)
      if spare.count < OpenLeaves.count { spare.append(entry.leaf) }
    } else {
      if entries.count == OpenLeaves.count { entries.removeFirst() }
      entries.append(entry)
    }
    return result
  }

  private mutating func takeEntry(_ span: TextSpan, _ parser: InlineParser) -> Entry {
    if let index = entries.lastIndex(where: { $0.start == span.start }) {
      let entry = entries.remove(at: index)
      // A shorter text is another one, too.
      let isCurrent = entry.definitions == definitions || !entry.leaf.hasBrackets
      if isCurrent, !entry.isStale, entry.start + entry.leaf.end <= span.end { return entry }
      return begin(entry.leaf, span)
    }
    return begin(spare.popLast() ?? parser.makeLeaf(), span)
  }

  private func begin(_ leaf: LeafInlines, _ span: TextSpan) -> Entry {
    leaf.begin(grows: true)
    return Entry(start: span.start, end: -1, leaf: leaf, result: (Inlines(), false))
  }
}
