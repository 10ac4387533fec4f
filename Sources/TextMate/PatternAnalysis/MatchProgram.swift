/// A compiled pattern: instructions with their tables, immutable.
///
/// Every instruction names the one that follows it, so the order in memory has no meaning.
// Written only by its initializer; the memory it points to is its own and freed with it.
final class MatchProgram: @unchecked Sendable {
  struct Instruction {
    var operation: Operation
    /// What `operation` says about it.
    var flag = false
    private var shortNext: Int16 = 0
    private var shortFilter: Int16 = -1
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0

    init(
      operation: Operation, flag: Bool = false, next: Int32 = 0, a: Int32 = 0, b: Int32 = 0, c: Int32 = 0
    ) {
      self.operation = operation
      self.flag = flag
      self.a = a
      self.b = b
      self.c = c
      self.next = next
    }

    /// The number of an instruction, below ``MatchCompiler/codeLimit``.
    var next: Int32 {
      @inline(__always) get { Int32(shortNext) }
      set { shortNext = Int16(newValue) }
    }

    /// What may be ahead after a run, -1 for anything. Instructions are few, and so are filters.
    var filter: Int32 {
      @inline(__always) get { Int32(shortFilter) }
      set { shortFilter = Int16(newValue) }
    }
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
    /// The instruction among `targets` from `b` whose number the table at `a` has for the byte ahead.
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
    /// Tables over 257 values, and the instructions that they number, -1 for none.
    var dispatch: UnsafeMutablePointer<UInt8>
    var targets: UnsafeMutablePointer<Int16>
    var tries: UnsafeMutablePointer<KeywordTrie.Node>
    var start: Int32
    var slotCount: Int
  }

  let tables: UnsafeMutablePointer<Tables>
  let captureCount: Int

  init(
    code: [Instruction], bytes: [UInt8], sets: [UInt64], ranges: [UInt32], filters: [UInt64],
    dispatch: [UInt8], targets: [Int16], tries: [KeywordTrie.Node], start: Int32, captureCount: Int
  ) {
    self.captureCount = captureCount
    // One block, what needs the widest alignment first: most patterns are small, and there are thousands.
    var size = MemoryLayout<Tables>.stride
    func place<Element: BitwiseCopyable>(_ elements: [Element]) -> Int {
      let offset = size
      size += elements.count * MemoryLayout<Element>.stride
      return offset
    }
    let offsets = (
      place(sets), place(filters), place(code), place(ranges), place(tries), place(targets), place(dispatch),
      place(bytes)
    )
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Tables>.alignment)
    func copy<Element: BitwiseCopyable>(_ elements: [Element], _ offset: Int) -> UnsafeMutablePointer<Element>
    {
      let pointer = (block + offset).bindMemory(to: Element.self, capacity: elements.count)
      _ = UnsafeMutableBufferPointer(start: pointer, count: elements.count).initialize(from: elements)
      return pointer
    }
    tables = block.bindMemory(to: Tables.self, capacity: 1)
    tables.initialize(
      to: Tables(
        code: copy(code, offsets.2), bytes: copy(bytes, offsets.7), sets: copy(sets, offsets.0),
        ranges: copy(ranges, offsets.3), filters: copy(filters, offsets.1),
        dispatch: copy(dispatch, offsets.6), targets: copy(targets, offsets.5), tries: copy(tries, offsets.4),
        start: start, slotCount: 2 * (captureCount + 1)))
  }

  deinit { UnsafeMutableRawPointer(tables).deallocate() }
}
