internal import StyledRuns

/// The leaves that were parsed last: those that still grow, and those that an unfinished line shows for the time
/// being. What was read of them is not read again, and what is shown of them is changed and not made anew.
struct OpenLeaves {
  /// Where the inlines of a leaf stand in the document.
  struct Place: Hashable {
    var block: BlockID
    var row = 0
    var column = 0
  }

  private struct Entry {
    var start: Int
    /// Where the text ended when it was read last; -1 where it must be read again.
    var end: Int
    var leaf: LeafInlines
    var isUnfinished = false
    var definitions = 0
    var hasFootnotes = false
    /// Where the document has what was read, byte for byte.
    var shownAt: Place?
    /// Its text became another one.
    var isStale = false
    /// What is shown of it was changed in place.
    var hasGrown = false
    /// The update that asked for it last.
    var update = 0
  }

  /// What was made of a leaf.
  struct Result {
    var inlines: Inlines
    var hasFootnotes = false
    /// What was shown at the place before; nil where nothing was.
    var change: LeafChange?
  }

  /// The one that was used last is the last.
  private var entries: [Entry] = []
  private var spare: [LeafInlines] = []
  /// What the document showed at places whose leaves are asked for again; taken out of it, so that it can be
  /// changed in place.
  private var shown: [Place: Inlines] = [:]
  /// Bytes of text that were taken from, and put into, what is shown.
  private(set) var shownBytes = 0

  private static let count = 8
  /// Leaves that are kept to be used again: what a line makes, as a rule.
  private static let spareCount = 1
  /// One that was long has more memory than most leaves need.
  private static let spareBytes = 16_384

  private var update = 0

  /// Forgets what this update did not ask for: it is not shown any more, or does not grow. Another update begins.
  mutating func endUpdate() {
    if !shown.isEmpty { shown = [:] }
    for index in entries.indices.reversed() where entries[index].update != update {
      keepSpare(entries.remove(at: index).leaf)
    }
    update += 1
  }

  /// What is allocated for reading them.
  var byteCount: Int {
    entries.reduce(0) { $0 + $1.leaf.byteCount } + spare.reduce(0) { $0 + $1.byteCount }
  }

  private mutating func keepSpare(_ leaf: LeafInlines) {
    if spare.count < OpenLeaves.spareCount, leaf.byteCount <= OpenLeaves.spareBytes { spare.append(leaf) }
  }

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

  // MARK: What is shown

  /// Takes what a block that is about to be made anew shows.
  mutating func take(from block: inout Block) {
    let place = Place(block: block.id)
    switch block.takeContent() {
    case .paragraph(let inlines): shown[place] = inlines
    case .heading(let heading): shown[place] = heading.inlines
    case .quote(var blocks): take(from: &blocks)
    case .list(var list): take(from: &list.items)
    case .listItem(var item): take(from: &item.blocks)
    case .footnote(var footnote): take(from: &footnote.blocks)
    default: break
    }
  }

  private mutating func take(from blocks: inout [Block]) {
    for index in blocks.indices { take(from: &blocks[index]) }
  }

  mutating func take(_ inlines: Inlines, at place: Place) { shown[place] = inlines }

  /// The inlines of a leaf. Not to be asked for again, and its definitions counted, if it is `final`.
  mutating func inlines(
    of span: TextSpan, at place: Place, isFinal: Bool, isUnfinished: Bool, by parser: InlineParser,
    in context: InlineParser.Context
  ) -> Result {
    var old = shown.removeValue(forKey: place)
    // A leaf that comes whole needs none of what a growing one keeps.
    if isFinal, !isUnfinished, old == nil, !entries.contains(where: { $0.start == span.start }) {
      let leaf = spare.popLast() ?? parser.makeLeaf()
      let (inlines, hasFootnotes) = parser.parse(span, in: context, with: leaf)
      keepSpare(leaf)
      shownBytes += inlines.text.utf8.count
      return Result(inlines: inlines, hasFootnotes: hasFootnotes)
    }
    var entry = takeEntry(span, parser)
    let isRead = entry.end != span.end || entry.isUnfinished != isUnfinished
    func read() {
      entry.end = span.end
      entry.isUnfinished = isUnfinished
      entry.definitions = definitions
      entry.hasFootnotes = parser.read(span, with: entry.leaf, isUnfinished: isUnfinished, in: context)
    }
    if isRead { read() }
    var result: Result
    if let grown = grow(&entry, at: place, &old, isSame: !isRead) {
      result = grown
    } else {
      if entry.leaf.writer.builder.isPartial {
        // Of what grew where it is shown only the end is kept.
        entry = begin(entry.leaf, span)
        read()
      }
      result = make(&entry, at: place, instead: old)
    }
    if isFinal {
      if entry.hasGrown { result.inlines.fit() }
      parser.finish(entry.leaf)
      keepSpare(entry.leaf)
    } else {
      if entries.count == OpenLeaves.count { entries.removeFirst() }
      entry.update = update
      entries.append(entry)
    }
    return result
  }

  /// What there is to show, where it can be had by changing `old`, which is there now and is used up.
  private mutating func grow(
    _ entry: inout Entry, at place: Place, _ old: inout Inlines?, isSame: Bool
  ) -> Result? {
    guard entry.shownAt == place, var inlines = old else { return nil }
    // Nobody else may hold what is changed in place.
    old = nil
    if isSame { return Result(inlines: inlines, change: .same) }
    // References to footnotes are numbered in the document and not here.
    guard !entry.hasFootnotes, let before = entry.leaf.writer.builder.bringUpToDate(&inlines) else {
      old = inlines
      return nil
    }
    entry.hasGrown = true
    entry.leaf.writer.discardShown()
    shownBytes += before.textCount + inlines.text.utf8.count - 2 * before.keptCount
    return Result(inlines: inlines, change: .inlines(before))
  }

  /// What there is to show, made anew.
  private mutating func make(_ entry: inout Entry, at place: Place, instead old: Inlines?) -> Result {
    var change: LeafChange?
    if let old {
      shownBytes += old.text.utf8.count
      change = .inlines(InlinesChange(of: old))
    }
    let (inlines, isExact) = entry.leaf.writer.builder.finishGrowing()
    shownBytes += inlines.text.utf8.count
    for index in entries.indices where entries[index].shownAt == place { entries[index].shownAt = nil }
    entry.shownAt = isExact && !entry.hasFootnotes ? place : nil
    entry.hasGrown = false
    return Result(inlines: inlines, hasFootnotes: entry.hasFootnotes, change: change)
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
    return Entry(start: span.start, end: -1, leaf: leaf)
  }
}
