/// The working memory of backtracking matchers: one per thread, reused for every match.
///
/// Not thread-safe. It never grows: a match that needs more memory returns `.unknown`.
package struct MatchScratch: ~Copyable {
  let entries: UnsafeMutablePointer<BacktrackEntry>
  let marks: UnsafeMutablePointer<Int32>
  /// The work of all matches so far: retries, and scalars that runs have passed. The owner may change it.
  let work: UnsafeMutablePointer<Int>

  static let entryCapacity = 1024
  static let markCapacity: Int32 = 64

  package init() {
    entries = .allocate(capacity: Self.entryCapacity)
    marks = .allocate(capacity: Int(Self.markCapacity))
    marks.initialize(repeating: -1, count: Int(Self.markCapacity))
    work = .allocate(capacity: 1)
    work.initialize(to: 0)
  }

  deinit {
    entries.deallocate()
    marks.deallocate()
    work.deallocate()
  }
}

/// A choice to backtrack to, or a value to restore while backtracking.
struct BacktrackEntry {
  enum BacktrackKind: Int32 {
    /// Continues at `instruction`, at `position`.
    case choice
    /// A run before `instruction` that ends at `position` and can be shortened to `bound`.
    case greedyRun
    /// A lazy run, `instruction`, that ends at `position` and can be extended by `bound` scalars.
    case lazyRun
    /// Restores slot `instruction` to `position`.
    case slot
    /// Restores mark `instruction` to `position`.
    case mark
  }

  var kind: BacktrackKind
  var instruction: Int32
  var position: Int32
  var bound: Int32
}
