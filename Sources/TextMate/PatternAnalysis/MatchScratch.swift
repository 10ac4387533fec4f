/// The working memory of backtracking matchers: one per thread, reused for every match.
///
/// Not thread-safe. It never grows: a match that needs more memory returns `.unknown`.
struct MatchScratch: ~Copyable {
  let entries: UnsafeMutablePointer<BacktrackEntry>
  let marks: UnsafeMutablePointer<Int32>
  let calls: UnsafeMutablePointer<GroupCall>
  /// The work of all matches so far: retries, and scalars that runs have passed. The owner may change it.
  let work: UnsafeMutablePointer<Int>

  static let entryCapacity = 1024
  static let markCapacity: Int32 = 64
  /// The maximum number of open calls, and of closed ones that a match can backtrack into.
  static let callCapacity: Int32 = 64

  init() {
    // Each tokenizer has such memory, so the two are one allocation.
    let entryBytes = Self.entryCapacity * MemoryLayout<BacktrackEntry>.stride
    let callBytes = Int(Self.callCapacity) * MemoryLayout<GroupCall>.stride
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: entryBytes + callBytes, alignment: MemoryLayout<BacktrackEntry>.alignment)
    entries = block.bindMemory(to: BacktrackEntry.self, capacity: Self.entryCapacity)
    calls = (block + entryBytes).bindMemory(to: GroupCall.self, capacity: Int(Self.callCapacity))
    marks = .allocate(capacity: Int(Self.markCapacity))
    marks.initialize(repeating: -1, count: Int(Self.markCapacity))
    work = .allocate(capacity: 1)
    work.initialize(to: 0)
  }

  deinit {
    UnsafeMutableRawPointer(entries).deallocate()
    marks.deallocate()
    work.deallocate()
  }
}

/// A call of a group.
struct GroupCall {
  /// The call around it; -1 for none.
  var outer: Int32
  /// The instruction after the call.
  var next: Int32
  /// The start of the group.
  var start: Int32
  /// The number of entries on the stack at its start.
  var depth: Int32
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
    /// Makes call `instruction` the current one, and `position` the number of calls.
    case call

    /// Whether matching can continue here, rather than only restore a value.
    var isChoice: Bool {
      switch self {
      case .choice, .greedyRun, .lazyRun: true
      case .slot, .mark, .call: false
      }
    }
  }

  var kind: BacktrackKind
  var instruction: Int32
  var position: Int32
  var bound: Int32
}
