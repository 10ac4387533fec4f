internal import StyledRuns

/// The inlines of one leaf, as far as its text has come (CommonMark 0.29, appendix "Phase 2", with the extensions as
/// cmark-gfm 0.29.0.gfm.6 has them).
///
/// The text is read once, from left to right, into ``items``; emphasis is found as each closing delimiter comes, and
/// found anew where a link turns out to enclose it. What a later byte could still change is an opener that waits for
/// its end: before each one stands a ``Place`` to go back to. So when the text grows, what costs is what was added,
/// and what it changes.
///
/// Used for one leaf after the other: ``begin(_:)``, then ``read(_:to:in:)`` with an end that grows.
final class LeafInlines {
  /// Everything that going back restores.
  struct Place: BitwiseCopyable {
    var position = 0
    var lineStart = 0
    var items = 0
    var delimiters = 0
    var matches = 0
    var brackets = 0
    var links = 0
    var made = 0
    var changes = 0
    var expansion = 0
    var delimiter: Int32 = -1
    var bracket: Int32 = -1
    var floors = Floors(-1)
  }

  /// For each kind and length modulo 3 of a closing delimiter: below which no opener is for it.
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

  /// A flag of a bracket that was changed after it was pushed.
  struct BracketChange: BitwiseCopyable {
    var bracket: Int32
    var isActivity: Bool
  }

  /// Something that is text, unless more text ends it.
  struct Pending: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
      case ticks(Int)
      case tag(InlineTag)
      /// The address of a link in pointed brackets.
      case address
      /// The title of a link, up to this byte.
      case title(UInt8)
      /// The label after a link's text.
      case label
      /// The end of a formula.
      case formula(MathSpan.Delimiter)
    }

    var kind: Kind
    var place: Place
    /// Up to where the text was looked at.
    var seen: Int
  }

  let syntax: InlineSyntax
  let cancellation = Cancellation.current

  /// The leaf's text: `text[end]` is readable.
  var text: UnsafePointer<UInt8>
  /// Where the text ends so far, without the spaces there.
  var end = 0
  var position = 0
  /// Where text that no item has yet starts.
  var textStart = 0
  /// Where the line starts, as cmark counts columns: after the last line break that is not escaped.
  var lineStart = 0

  var items = RawBuffer<InlineItem>(capacity: 16)
  var delimiters = RawBuffer<InlineDelimiter>(capacity: 7)
  var matches = RawBuffer<InlineMatch>(capacity: 7)
  var brackets = RawBuffer<InlineBracket>(capacity: 3)
  var links: [InlineLink] = []
  /// Text that does not stand in the source.
  var made = RawBuffer<UInt8>(capacity: 64)
  var changes = RawBuffer<BracketChange>(capacity: 7)
  /// The tops of the two stacks.
  var delimiter: Int32 = -1
  var bracket: Int32 = -1
  /// Below which no opener is for a closing delimiter.
  var floors = Floors(-1)

  /// Bytes of the definitions that the leaf used.
  var expansion = 0
  /// Bytes of the definitions that the leaf may use; a reference that needs more does not resolve.
  var availableExpansion = 0

  var pending: [Pending] = []
  /// Before the last `]` behind which a link's target is unfinished; looked for only while it is asked for.
  var openTarget: Place?
  var seeksOpenTarget = false
  var ticks = TickRuns()
  var ends = TagEnds()
  var formulaGaps = FormulaGaps()
  /// From where to go on when the text has grown.
  var settled = Place()
  /// The first position at which ``settled`` may be moved on.
  var nextMark = Int.max
  /// The word that was begun to be read last, and up to where nothing in it means anything.
  var word = (start: -1, end: -1)
  /// Where the last word of the text starts so far; -1 where nobody asked.
  var lastWord = -1
  /// Whether the text is read in several steps.
  var grows = false
  /// The first item that is not shown as it was written.
  var firstChanged = 0
  /// Whether there were brackets that are forgotten.
  private var forgotBrackets = false
  var writer = InlinesWriter()
  var entity = EntityDecoder()

  /// How much a leaf must have grown before it is marked again.
  static let markDistance = 32

  /// How many openers may wait.
  static let maximumPending = 64

  init(syntax: InlineSyntax) {
    self.syntax = syntax
    text = UnsafePointer(made.base)
  }

  /// Forgets the leaf before. `grows`: the text may be read in several steps.
  func begin(grows: Bool) {
    end = 0
    position = 0
    textStart = 0
    lineStart = 0
    removeItems()
    forgotBrackets = false
    expansion = 0
    delimiter = -1
    bracket = -1
    floors = Floors(-1)
    pending.removeAll(keepingCapacity: true)
    ticks = TickRuns()
    ends = TagEnds()
    formulaGaps = FormulaGaps()
    settled = Place()
    word = (-1, -1)
    self.grows = grows
    firstChanged = 0
    writer.begin()
  }

  /// Reads on to `newEnd`; all before the end of the last read must be as it was. Answers with how many bytes were
  /// looked at.
  func read(_ text: UnsafePointer<UInt8>, to newEnd: Int, in context: InlineParser.Context) -> Int {
    self.text = text
    var newEnd = newEnd
    while newEnd > 0, text[newEnd - 1].isSpace { newEnd -= 1 }
    if position > settled.position { goBack(to: settled) }
    end = newEnd
    lastWord = -1
    if let place = endOfPending() { goBack(to: place) }
    forgetSettled()
    let from = word.start == position ? max(min(word.end, end), position) : position
    nextMark = grows ? settled.position + LeafInlines.markDistance : .max
    scan(in: context)
    flushText()
    return end - from
  }

  /// Whether what it says depends on definitions.
  var hasBrackets: Bool { forgotBrackets || brackets.count > 0 }

  // MARK: Forgetting

  /// Where nothing waits for what comes, all that was read and written before is for good: it need not be kept.
  private func forgetSettled() {
    guard items.count >= LeafInlines.leastForgotten, position == settled.position,
      settled.items == items.count,
      firstChanged == items.count, pending.isEmpty, delimiter < 0, bracket < 0,
      writer.isFree(at: items.count)
    else { return }
    forgotBrackets = hasBrackets
    removeItems()
    floors = Floors(-1)
    firstChanged = 0
    settled = place
    writer.forgetItems()
  }

  /// Fewer items are not worth it.
  private static let leastForgotten = 16

  private func removeItems() {
    items.removeAll()
    delimiters.removeAll()
    matches.removeAll()
    brackets.removeAll()
    links.removeAll(keepingCapacity: true)
    made.removeAll()
    changes.removeAll()
  }

  /// What is allocated, but for addresses and titles.
  var byteCount: Int {
    items.byteCount + delimiters.byteCount + matches.byteCount + brackets.byteCount + made.byteCount
      + changes.byteCount + links.capacity * MemoryLayout<InlineLink>.stride + writer.byteCount
  }
}
