import StyledRuns

/// The units of a document: the structure of its HTML without the HTML.
struct PatchTree {
  /// The root unit, whose children are the blocks.
  let root = PatchUnit(id: BlockID(offset: -1, depth: 0), kind: .container)
  /// The unit of the footnotes, if there are any.
  var footnotes: PatchUnit?
  /// The identifiers of all headings except those in footnotes.
  var slugs: HeadingSlugs = {
    var slugs = HeadingSlugs()
    slugs.record = HeadingRecord()
    return slugs
  }()

  /// The version of the headings record on which the identifiers in footnotes are based.
  var footnotesVersion = 0

  /// Whether the update changes footnotes.
  var footnotesChanged = false
  /// The footnotes in the order of the source, which is not that of their numbers; nil until the update asks for them.
  var footnotesBySource: [Int]?
  /// The number of footnotes that updates put in the order of the source.
  var orderedFootnotes = 0
  /// The sum of all results of ``takeOrderedItems()``.
  private var takenItems = 0
  /// The first block that the update removes.
  var truncatedHeadings: BlockID?

  /// The approximate memory of the units in bytes.
  var memoryBytes: Int {
    root.memoryBytes + (footnotes?.memoryBytes ?? 0) + 160 * (slugs.record?.entries.count ?? 0)
  }

  /// Returns the number of headings and footnotes that were put in order since the last call.
  mutating func takeOrderedItems() -> Int {
    let items = (slugs.record?.version ?? 0) + orderedFootnotes
    defer { takenItems = items }
    return items - takenItems
  }
}
