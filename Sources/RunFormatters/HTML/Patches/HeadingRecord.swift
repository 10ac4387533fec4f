import StyledRuns

/// The headings of a growing document in its order, with what is needed to take back the identifier of the last one.
struct HeadingRecord {
  struct Entry {
    var id: BlockID
    /// The identifier that the heading's text gives, without a number after it.
    var base: String
    var slug: String
    /// The count of `base` in the table of used identifiers before this heading.
    var usesBefore: Int?
  }

  /// In the order of the document.
  var entries: [Entry] = [] {
    didSet { version += 1 }
  }
  /// Counts the changes of `entries`.
  private(set) var version = 0
  /// The headings whose identifiers changed because one before them did.
  var renumbered: [BlockID] = []

  /// Returns the index of the first entry at or after a block.
  func index(atOrAfter id: BlockID) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
