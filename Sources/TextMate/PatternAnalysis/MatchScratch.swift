/// The working memory of backtracking matchers: one per thread, reused for every match.
///
/// Not thread-safe. A match that leaves more choices than ``mostEntries`` ends with `.exhausted`.
struct MatchScratch: ~Copyable {
  /// The stack of choices. It grows in a match that needs it.
  struct EntryStack {
    var entries: UnsafeMutablePointer<BacktrackEntry>
    var capacity: Int
  }

  let stack: UnsafeMutablePointer<EntryStack>
  let marks: UnsafeMutablePointer<Int32>
  let calls: UnsafeMutablePointer<GroupCall>
  /// The work of all matches so far (`WorkBudget`). The owner may change it.
  let work: UnsafeMutablePointer<Int>

  static let commonEntries = 1024
  /// A loop over the longest line that is tokenized leaves up to twelve entries for each byte.
  static let mostEntries = 256 * 1024
  static let markCapacity: Int32 = 64
  /// The maximum number of open calls, and of closed ones that a match can backtrack into.
  static let callCapacity: Int32 = 64

  init() {
    stack = .allocate(capacity: 1)
    stack.initialize(
      to: EntryStack(entries: .allocate(capacity: Self.commonEntries), capacity: Self.commonEntries))
    calls = .allocate(capacity: Int(Self.callCapacity))
    marks = .allocate(capacity: Int(Self.markCapacity))
    marks.initialize(repeating: -1, count: Int(Self.markCapacity))
    work = .allocate(capacity: 1)
    work.initialize(to: 0)
  }

  deinit {
    stack.pointee.entries.deallocate()
    stack.deallocate()
    calls.deallocate()
    marks.deallocate()
    work.deallocate()
  }

  /// Frees memory that few matches need. Call it only between matches.
  @inline(__always)
  func trim() {
    if stack.pointee.capacity > Self.commonEntries {
      stack.pointee.resize(to: Self.commonEntries, keeping: 0)
    }
  }
}

extension MatchScratch.EntryStack {
  /// Moves the first `count` entries to memory for `capacity` entries.
  @inline(never)
  mutating func resize(to capacity: Int, keeping count: Int) {
    let resized = UnsafeMutablePointer<BacktrackEntry>.allocate(capacity: capacity)
    resized.moveInitialize(from: entries, count: count)
    entries.deallocate()
    self = MatchScratch.EntryStack(entries: resized, capacity: capacity)
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
