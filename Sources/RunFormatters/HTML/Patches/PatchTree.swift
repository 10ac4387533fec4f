import StyledRuns

/// The units of a document: what is known of its HTML without the HTML.
struct PatchTree {
  /// Holds the blocks.
  let root = PatchUnit(id: BlockID(offset: -1, depth: 0), kind: .container)
  /// Holds the footnotes, where there are any.
  var footnotes: PatchUnit?
  /// The identifiers of the headings, but for those in footnotes.
  var slugs: HeadingSlugs = {
    var slugs = HeadingSlugs()
    slugs.record = HeadingRecord()
    return slugs
  }()

  /// The headings that those in footnotes were numbered after.
  var footnotesVersion = 0

  /// Whether the update changes footnotes.
  var footnotesChanged = false
  /// The first block that the update drops.
  var truncatedHeadings: BlockID?

  /// About the bytes of memory that the units take.
  var memoryBytes: Int {
    root.memoryBytes + (footnotes?.memoryBytes ?? 0) + 160 * (slugs.record?.entries.count ?? 0)
  }
}
