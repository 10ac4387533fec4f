/// A compiled pattern: instructions and their tables. Immutable.
///
/// Each instruction contains the number of the next one, so their order in memory has no meaning.
// Unchecked: only the initializer writes. The memory belongs to the program and is freed with it.
struct MatchProgram: ~Copyable, @unchecked Sendable {
  struct Instruction: Equatable {
    var operation: Operation
    /// A flag whose meaning depends on `operation`.
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

    /// The number of the next instruction, below ``MatchCompiler/codeLimit``.
    var next: Int32 {
      @inline(__always) get { Int32(shortNext) }
      set { shortNext = Int16(newValue) }
    }

    /// The filter for the byte after a run; -1 admits everything. 16 bits suffice, because programs are
    /// small.
    var filter: Int32 {
      @inline(__always) get { Int32(shortFilter) }
      set { shortFilter = Int16(newValue) }
    }
  }

  /// The operations. Each comment describes the operands.
  enum Operation: UInt8 {
    /// The whole pattern, or the body of a look-around or atomic group, has matched.
    case accept
    case fail
    /// Matches byte `a`.
    case byte
    /// Matches `b` bytes of `bytes` from `a`.
    case literal
    /// Matches bytes as `literal` does, ignoring case. The letters are in lower case.
    case foldedLiteral
    /// Matches one scalar of set `a`. `flag`: undecided if it can match several letters.
    case set
    /// Matches as many scalars of set `a` as possible, at least `b` and at most `c`, without backtracking.
    case run
    /// Matches as `run` does, but gives scalars back if the rest fails.
    case greedyRun
    /// Matches as few scalars as possible.
    case lazyRun
    /// Matches a string of the trie at `a`, in the order of ranks. Filter `b` admits the next byte.
    case keywords
    /// Tries instruction `next`, then `a`.
    case choice
    /// Tries `next` if filter `b` admits the next byte, then `a` if filter `c` does.
    case filteredChoice
    /// Selects an instruction by the next byte: the table at `a` gives its index in `targets` from `b` on.
    case dispatch
    /// Stores the position in slot `a`.
    case save
    /// Stores the position in mark `a`.
    case mark
    /// Continues at `a` if the position equals mark `b`, otherwise at `next`.
    case skipIfEmpty
    /// Asserts that a scalar of set `a` follows. `flag`: does not follow.
    case peekSet
    /// Asserts that a literal follows. `flag`: does not follow.
    case peekLiteral
    /// Asserts that a scalar of set `a` precedes. `flag`: does not precede.
    case behindSet
    /// Asserts that the body at `a` matches here. `flag`: does not match.
    case lookAhead
    /// Asserts that the body at `a`, which first steps back, matches. `flag`: does not match.
    case lookBehind
    /// Steps back by `a` scalars. `flag`: undecided if one of them is not ASCII.
    case stepBack
    /// Asserts that the position is that of the look-behind.
    case atOrigin
    /// Matches the body at `a` without backtracking into it.
    case atomic
    /// Matches the text of group `a` again. `flag`: ignores case.
    case backReference
    /// Asserts a word boundary. `flag`: no word boundary.
    case wordBoundary
    case lineStart
    case lineEnd
    case textStart
    case textEnd
    case textEndOrNewline
    case searchStart
    /// Asserts that one of the `b` simple assertions holds whose instructions `targets` contains from `a` on.
    case anyHolds
    /// Matches the body at `a` of a group that is called, and continues at `next`.
    case call
    /// Ends the body of group `a`: stores its start and its end, and continues after the call.
    case endCall

    /// Whether the operation only asserts something about the text at the position, without a body.
    var isSimpleAssertion: Bool {
      switch self {
      case .peekSet, .peekLiteral, .behindSet, .atOrigin, .wordBoundary, .lineStart, .lineEnd, .textStart,
        .textEnd,
        .textEndOrNewline, .searchStart:
        true
      default: false
      }
    }
  }

  /// The representation of the non-ASCII scalars in a set.
  enum WideMode {
    static let none: UInt64 = 0
    static let all: UInt64 = 1
    static let unknown: UInt64 = 2
    static let ranges: UInt64 = 3
    static let type: UInt64 = 4
    static let notType: UInt64 = 5
  }

  /// The size of a set in words: ASCII bits (two words), `WideMode`, and the first range with the number of
  /// ranges, or the type of characters.
  static let setStride = 4
  /// The size in words of a filter over 257 values.
  static let filterStride = 5

  /// The addresses of all tables. The struct has a fixed address itself, so that matching needs no reference
  /// counting.
  struct Tables {
    var code: UnsafeMutablePointer<Instruction>
    var bytes: UnsafeMutablePointer<UInt8>
    var sets: UnsafeMutablePointer<UInt64>
    var ranges: UnsafeMutablePointer<UInt32>
    var filters: UnsafeMutablePointer<UInt64>
    /// Dispatch tables over 257 values, and the instructions that they and ``Operation/anyHolds`` refer to (-1 for none).
    var dispatch: UnsafeMutablePointer<UInt8>
    var targets: UnsafeMutablePointer<Int16>
    var tries: UnsafeMutablePointer<KeywordTrie.TrieNode>
    var start: Int32
    var slotCount: Int
  }

  let tables: UnsafeMutablePointer<Tables>
  let captureCount: Int

  init(_ contents: borrowing ProgramContents) {
    captureCount = contents.captureCount
    // Use one allocation, ordered by alignment, because there are thousands of small programs.
    var size = MemoryLayout<Tables>.stride
    func place<Element: BitwiseCopyable>(_ elements: [Element]) -> Int {
      let offset = size
      size += elements.count * MemoryLayout<Element>.stride
      return offset
    }
    let offsets = (
      place(contents.sets), place(contents.filters), place(contents.code), place(contents.ranges),
      place(contents.tries), place(contents.targets), place(contents.dispatch), place(contents.bytes)
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
        code: copy(contents.code, offsets.2), bytes: copy(contents.bytes, offsets.7),
        sets: copy(contents.sets, offsets.0), ranges: copy(contents.ranges, offsets.3),
        filters: copy(contents.filters, offsets.1), dispatch: copy(contents.dispatch, offsets.6),
        targets: copy(contents.targets, offsets.5), tries: copy(contents.tries, offsets.4),
        start: contents.start, slotCount: 2 * (captureCount + 1)))
  }

  deinit { UnsafeMutableRawPointer(tables).deallocate() }
}
