/// The working memory of native matching: one for each thread, reused from match to match.
///
/// The caller owns it and must not use it from two threads at once. It never grows: a match that needs more
/// answers `.unknown`.
package struct MatchScratch: ~Copyable {
  let entries: UnsafeMutablePointer<BacktrackEntry>
  let marks: UnsafeMutablePointer<Int32>
  /// The work of all matches so far: how often they went back, and how many scalars their runs passed over. The owner
  /// may set it.
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

/// One choice that a match may come back to, or a value that coming back restores.
struct BacktrackEntry {
  enum Kind: Int32 {
    /// Go on at `instruction`, at `position`.
    case choice
    /// A run before `instruction` that ends at `position` and may give back down to `bound`.
    case greedyRun
    /// A lazy run, `instruction`, that ends at `position` and may take `bound` more.
    case lazyRun
    /// Slot `instruction` gets back the value `position`.
    case slot
    /// Mark `instruction` gets back the value `position`.
    case mark
  }

  var kind: Kind
  var instruction: Int32
  var position: Int32
  var bound: Int32
}
