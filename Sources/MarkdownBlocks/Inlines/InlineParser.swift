internal import StyledRuns

/// Parses the inline content of one leaf incrementally (CommonMark 0.29, appendix "Phase 2", with the extensions as
/// cmark-gfm 0.29.0.gfm.6 has them).
///
/// The text is parsed once, from left to right, into ``items``; emphasis is resolved when a closing delimiter comes, and
/// again where a link turns out to enclose it. A later byte can only change what an unclosed construct holds: before each
/// of these the parser keeps a ``Checkpoint``, to which it rolls back when the end of the construct comes. So a text that
/// grows costs what was added and what that changes.
///
///     parser.begin(grows: true)
///     _ = parser.read(text, to: 5, in: context)   // "a **b"
///     _ = parser.read(text, to: 7, in: context)   // "a **b**": resumes behind "a "
///
/// A parser serves one leaf after the other.
final class InlineParser {
  /// Everything that a rollback restores.
  struct Checkpoint: BitwiseCopyable {
    var position = 0
    var lineStart = 0
    var items = 0
    var delimiters = 0
    var matches = 0
    var brackets = 0
    var links = 0
    var synthesized = 0
    var deactivated = 0
    var foundLinks = 0
    var expansion = 0
    var elements = 0
    var element: Int32 = -1
    var delimiter: Int32 = -1
    var bracket: Int32 = -1
    var floors = Floors(-1)
  }

  /// The index in the stack of delimiters below which no opener matches a closing delimiter, for each kind of closing
  /// delimiter and each length modulo 3 (`openers_bottom` of CommonMark).
  struct Floors: BitwiseCopyable {
    // Not one vector of sixteen, which would have all that holds it lie at multiples of 64 bytes.
    private var floors: (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

    init(_ floor: Int32) {
      let four = SIMD4(repeating: floor)
      floors = (four, four, four, four)
    }

    subscript(index: Int) -> Int32 {
      get {
        switch index >> 2 {
        case 0: floors.0[index & 3]
        case 1: floors.1[index & 3]
        case 2: floors.2[index & 3]
        default: floors.3[index & 3]
        }
      }
      set {
        switch index >> 2 {
        case 0: floors.0[index & 3] = newValue
        case 1: floors.1[index & 3] = newValue
        case 2: floors.2[index & 3] = newValue
        default: floors.3[index & 3] = newValue
        }
      }
    }
  }

  /// An opener that is text unless its end still comes.
  struct UnclosedConstruct: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
      case ticks(Int)
      case tag(InlineTag)
      /// An address in pointed brackets.
      case pointedAddress
      /// The address of a link in pointed brackets.
      case address
      /// The address of a link without them, in which so many parentheses are open.
      case bareAddress(depth: Int)
      /// The space before the end of a link's target.
      case spaces
      /// Tildes behind a delimiter: what comes behind them decides whether it may open or close.
      case tildes
      /// The title of a link, up to this byte.
      case title(UInt8)
      /// The label after a link's text.
      case label
      /// The end of a formula.
      case formula(MathSpan.Delimiter)
    }

    var kind: Kind
    var checkpoint: Checkpoint
    /// The offset up to which the end was looked for.
    var seen: Int
  }

  /// A state of the parser at which the text ended before a whole line of it did. Since a line without an end is parsed by
  /// speculation, and a table takes the line before, a leaf may lose its last two lines again.
  struct LineEnd {
    /// The offset of the end of the line.
    var offset: Int
    /// The length of the text at that time.
    var end: Int
    var checkpoint: Checkpoint
    var unclosed: [UnclosedConstruct]
  }

  let syntax: InlineSyntax
  let cancellation = Cancellation.current

  /// The leaf's text: `text[end]` is readable.
  var text: UnsafePointer<UInt8>
  /// The length of the text so far, without the spaces at its end.
  var end = 0
  /// The offset up to which there are but spaces behind ``end``.
  var spacesEnd = 0
  var position = 0
  /// The offset from which text stands in no item yet.
  var textStart = 0
  /// The offset of the line, as cmark counts columns: behind the last line break that is not escaped.
  var lineStart = 0

  // Exclusive access to these is not checked at run time, which would take a fourteenth of the parser's instructions. It holds
  // because a buffer's own methods, and the one function that a buffer is passed to (an entity's decoder), use no parser.
  @exclusivity(unchecked) var items = RawBuffer<InlineItem>(capacity: 16)
  @exclusivity(unchecked) var delimiters = RawBuffer<InlineDelimiter>(capacity: 7)
  @exclusivity(unchecked) var matches = RawBuffer<InlineMatch>(capacity: 7)
  @exclusivity(unchecked) var brackets = RawBuffer<InlineBracket>(capacity: 3)
  var links = DiscardableArray<InlineLink>()
  /// Text that does not stand in the source: what entities and typographic signs become.
  @exclusivity(unchecked) var synthesized = RawBuffer<UInt8>(capacity: 64)
  /// The brackets that a link inside them has made inactive, in this order.
  @exclusivity(unchecked) var deactivated = RawBuffer<Int32>(capacity: 7)
  /// The custom elements that began, and the innermost open one; -1 for none.
  @exclusivity(unchecked) var elements = RawBuffer<InlineElement>(capacity: 1)
  var element: Int32 = -1
  /// The number of links so far, images and addresses apart.
  var foundLinks = 0
  /// The tops of the stacks of delimiters and of brackets; -1 where a stack is empty.
  var delimiter: Int32 = -1
  var bracket: Int32 = -1
  var floors = Floors(-1)

  /// Bytes of the definitions that the leaf used.
  var expansion = 0
  /// Bytes of the definitions that the leaf may use; a reference that needs more does not resolve.
  var availableExpansion = 0

  var unclosed: [UnclosedConstruct] = []
  /// The checkpoint before the last `]` behind which the target of a link is unfinished. Optimistic parsing looks for it.
  var openTarget: Checkpoint?
  var seeksOpenTarget = false
  var gaps = EndGaps()
  /// The checkpoint from which parsing goes on when the text has grown: nothing before it can change any more.
  var committed = Checkpoint()
  /// The states to which the parser goes back when the text becomes shorter, the last two: one for each whole line that came.
  var lineEnds: [LineEnd] = []
  /// The first offset at which ``committed`` may move on.
  var nextCommit = Int.max
  /// The offset of the last word of the text so far; -1 where nobody asked.
  var lastWord = -1
  /// Whether the text comes in several steps.
  var grows = false
  /// The first item that changed since the items were written.
  var firstChanged = 0
  var writer = RunWriter()
  var entity = EntityDecoder()

  /// The number of bytes by which a leaf must have grown since the last commit before the next.
  static let commitDistance = 6

  /// The bound of the unclosed constructs, formulas apart; nothing behind the last one is committed.
  static let maximumUnclosed = 64

  /// The bound of the bytes between an opening delimiter or bracket and the closing one. So what a closing one changes of
  /// what was shown is bounded, too.
  static let maximumSpan = 8000

  /// The bound of a run of delimiters; a longer one is text.
  static let longestRun = 100

  /// The bound of the backticks around a code span, which is cmark's.
  static let longestTicks = 80

  init(syntax: InlineSyntax) {
    self.syntax = syntax
    text = UnsafePointer(synthesized.base)
  }

  /// Begins another leaf.
  ///
  /// - Parameter grows: `true` if the text comes in several steps.
  func begin(grows: Bool) {
    end = 0
    spacesEnd = 0
    position = 0
    textStart = 0
    lineStart = 0
    removeItems()
    expansion = 0
    foundLinks = 0
    element = -1
    delimiter = -1
    bracket = -1
    floors = Floors(-1)
    unclosed.removeAll(keepingCapacity: true)
    gaps = EndGaps()
    lineEnds.removeAll()
    committed = Checkpoint()
    self.grows = grows
    firstChanged = 0
    writer.begin()
  }

  /// Parses the text up to `newEnd`. What was parsed before must not have changed, unless ``shorten(to:)`` was told so.
  ///
  /// - Parameter lineEnd: The offset of the end of the last whole line; 0 for none.
  /// - Returns: The number of bytes that were looked at.
  func read(
    _ text: UnsafePointer<UInt8>, to newEnd: Int, lineEnd: Int = 0, in context: LeafParser.Context
  ) -> Int {
    self.text = text
    noteLineEnd(lineEnd, newEnd)
    let textEnd = newEnd
    var newEnd = newEnd
    while newEnd > 0, text[newEnd - 1].isSpace { newEnd = newEnd == spacesEnd ? end : newEnd - 1 }
    spacesEnd = textEnd
    if position > committed.position || matches.count > committed.matches { rollBack(to: committed) }
    end = newEnd
    lastWord = -1
    if let checkpoint = closedConstruct() { rollBack(to: checkpoint) }
    discardCommitted()
    let from = position
    nextCommit = grows ? committed.position + InlineParser.commitDistance : .max
    scan(in: context)
    flushText()
    return end - from
  }

  /// Whether the outcome may depend on definitions.
  var hasBrackets: Bool { brackets.count > 0 }

  // MARK: Discarding

  /// Gives up what was parsed and written before the first state that the parser may go back to.
  private func discardCommitted() {
    let first = lineEnds.first?.checkpoint ?? committed
    let opener = (lineEnds.first?.unclosed ?? unclosed).first
    guard first.delimiter < 0, first.bracket < 0, first.element < 0, firstChanged >= first.items,
      opener.map({ $0.checkpoint.position >= first.position }) ?? true,
      writer.discardItems(before: first.items)
    else { return }
    items.discard(before: first.items)
    delimiters.discard(before: first.delimiters)
    matches.discard(before: first.matches)
    brackets.discard(before: first.brackets)
    links.discard(before: first.links)
    synthesized.discard(before: first.synthesized)
    deactivated.discard(before: first.deactivated)
    elements.discard(before: first.elements)
  }

  private func removeItems() {
    items.removeAll()
    delimiters.removeAll()
    matches.removeAll()
    brackets.removeAll()
    links.removeAll()
    synthesized.removeAll()
    deactivated.removeAll()
    elements.removeAll()
  }

  /// The number of allocated bytes, without addresses and titles.
  var byteCount: Int {
    items.byteCount + delimiters.byteCount + matches.byteCount + brackets.byteCount + synthesized.byteCount
      + deactivated.byteCount + elements.byteCount + links.byteCount + writer.byteCount
  }
}
