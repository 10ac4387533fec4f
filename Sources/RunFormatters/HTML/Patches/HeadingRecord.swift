import StyledRuns

/// The headings of a growing document, with the information to undo the identifier of the last one.
struct HeadingRecord {
  struct RecordedHeading {
    var id: BlockID
    /// The identifier derived from the heading's text, without a number.
    var base: String
    var slug: String
    /// The count of `base` in the table of used identifiers before this heading.
    var usesBefore: Int?
  }

  /// The headings in document order, up to the first one of ``pending``.
  var entries: [RecordedHeading] = [] {
    didSet { version += 1 }
  }
  /// The headings after ``entries`` that have no identifier, because an earlier heading changed. The first one is the
  /// last element.
  var pending: [RecordedHeading] = []
  /// The number of changes of ``entries``.
  private(set) var version = 0
  /// The headings whose identifiers changed because of an earlier heading.
  var renumbered: [BlockID] = []

  /// Returns the index of the first entry at or after a block.
  func index(atOrAfter id: BlockID) -> Int {
    entries.partitioningIndex { $0.id >= id }
  }
}
