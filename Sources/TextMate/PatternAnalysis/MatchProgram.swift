/// A compiled pattern: instructions with their tables, immutable.
///
/// Every instruction names the one that follows it, so the order in memory has no meaning.
// Written only by its initializer; the memory it points to is its own and freed with it.
final class MatchProgram: @unchecked Sendable {
  struct Instruction {
    var operation: Operation
    /// What `operation` says about it.
    var flag = false
    var next: Int32 = 0
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
    /// What may be ahead after a run, -1 for anything.
    var filter: Int32 = -1
  }

  /// What an instruction does; the comment says what its operands are.
  enum Operation: UInt8 {
    /// The whole pattern, or the body of a look-around or atomic group, has matched.
    case accept
    case fail
    /// Byte `a`.
    case byte
    /// `b` bytes of `bytes` from `a`.
    case literal
    /// The same, letters in lower case, without regard to case.
    case foldedLiteral
    /// One scalar of set `a` (`flag`: undecided where it may match several letters).
    case set
    /// As many scalars of set `a` as there are, at least `b`, at most `c`, without coming back.
    case run
    /// The same, giving back where what follows fails.
    case greedyRun
    /// As few as will do.
    case lazyRun
    /// One of the strings of the trie at `a`, in the order of their ranks; filter `b` admits what follows.
    case keywords
    /// Instruction `next`, then `a`.
    case choice
    /// The same, where filter `b` admits what is ahead for `next`, and filter `c` for `a`.
    case filteredChoice
    /// The instruction that table `a` has for the byte ahead.
    case dispatch
    /// Slot `a` takes the position.
    case save
    /// Mark `a` takes the position.
    case mark
    /// Goes to `a` where the position is that of mark `b`, else to `next`.
    case skipIfEmpty
    /// One scalar of set `a` is ahead (`flag`: is not).
    case peekSet
    /// A literal as above is ahead (`flag`: is not).
    case peekLiteral
    /// One scalar of set `a` stands before (`flag`: does not).
    case behindSet
    /// The body from `a` matches ahead (`flag`: does not).
    case lookAhead
    /// The body from `a`, which steps back first, matches (`flag`: does not).
    case lookBehind
    /// `a` scalars back; `flag`: undecided where one of them is not ASCII.
    case stepBack
    /// The position is that of the look-behind.
    case atOrigin
    /// The body from `a`, without coming back to it.
    case atomic
    /// The text of group `a` again (`flag`: without regard to case).
    case backReference
    /// A word boundary (`flag`: none).
    case wordBoundary
    case lineStart
    case lineEnd
    case textStart
    case textEnd
    case textEndOrNewline
    case searchStart
  }

  /// How the scalars of a set beyond ASCII are known.
  enum WideMode {
    static let none: UInt64 = 0
    static let all: UInt64 = 1
    static let unknown: UInt64 = 2
    static let ranges: UInt64 = 3
  }

  /// Words of a set: ASCII bits (two words), `WideMode`, and first range and count of ranges.
  static let setStride = 4
  /// Words of a filter over 257 values.
  static let filterStride = 5

  /// Where everything lies; at a fixed address, so that matching needs no reference counting.
  struct Tables {
    var code: UnsafeMutablePointer<Instruction>
    var bytes: UnsafeMutablePointer<UInt8>
    var sets: UnsafeMutablePointer<UInt64>
    var ranges: UnsafeMutablePointer<UInt32>
    var filters: UnsafeMutablePointer<UInt64>
    var dispatch: UnsafeMutablePointer<Int32>
    var tries: UnsafeMutablePointer<KeywordTrie.Node>
    var start: Int32
    var slotCount: Int
  }

  let tables: UnsafeMutablePointer<Tables>
  let captureCount: Int

  init(
    code: [Instruction], bytes: [UInt8], sets: [UInt64], ranges: [UInt32], filters: [UInt64],
    dispatch: [Int32], tries: [KeywordTrie.Node], start: Int32, captureCount: Int
  ) {
    self.captureCount = captureCount
    tables = .allocate(capacity: 1)
    tables.initialize(
      to: Tables(
        code: Self.copy(code), bytes: Self.copy(bytes), sets: Self.copy(sets), ranges: Self.copy(ranges),
        filters: Self.copy(filters), dispatch: Self.copy(dispatch), tries: Self.copy(tries), start: start,
        slotCount: 2 * (captureCount + 1)))
  }

  private static func copy<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafeMutablePointer<Element> {
    let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    _ = UnsafeMutableBufferPointer(start: pointer, count: elements.count).initialize(from: elements)
    return pointer
  }

  deinit {
    tables.pointee.code.deallocate()
    tables.pointee.bytes.deallocate()
    tables.pointee.sets.deallocate()
    tables.pointee.ranges.deallocate()
    tables.pointee.filters.deallocate()
    tables.pointee.dispatch.deallocate()
    tables.pointee.tries.deallocate()
    tables.deallocate()
  }
}
