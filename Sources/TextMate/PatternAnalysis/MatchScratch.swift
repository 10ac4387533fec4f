/// The working memory of native matching: one for each thread, reused from match to match.
///
/// The caller owns it and must not use it from two threads at once. It never grows: a match that needs more
/// answers `.unknown`.
package struct MatchScratch: ~Copyable {
  let entries: UnsafeMutablePointer<BacktrackEntry>
  let counters: UnsafeMutablePointer<Int32>

  static let entryCapacity = 2048
  static let counterCapacity = 64

  package init() {
    entries = .allocate(capacity: Self.entryCapacity)
    counters = .allocate(capacity: Self.counterCapacity)
  }

  deinit {
    entries.deallocate()
    counters.deallocate()
  }
}

/// One choice that a match may come back to.
struct BacktrackEntry {
  var instruction: Int32
  var position: Int32
  var extra: Int32
  var extra2: Int32
}
