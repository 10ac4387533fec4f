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
  /// The first block that the update removes.
  var truncatedHeadings: BlockID?

  /// The approximate memory of the units in bytes.
  var memoryBytes: Int {
    root.memoryBytes + (footnotes?.memoryBytes ?? 0) + 160 * (slugs.record?.entries.count ?? 0)
  }
}
