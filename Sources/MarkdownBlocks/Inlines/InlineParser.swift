internal import MarkdownSource
internal import StyledRuns

/// Parses the inline content of one leaf incrementally (CommonMark 0.29, appendix "Phase 2", with the
/// extensions of cmark-gfm 0.29.0.gfm.6).
///
/// The text is parsed once, from left to right, into ``items``. Emphasis is resolved at each closing
/// delimiter, and again if a link encloses it. Later text can only change the content of unclosed constructs:
/// before each of them the parser keeps a ``InlineCheckpoint``, to which it rolls back when the closing delimiter
/// arrives. The cost of growing text is therefore proportional to the addition and to the content that it
/// changes.
///
/// ```swift
/// parser.begin(grows: true)
/// _ = parser.read(text, to: 5, in: context)  // "a **b"
/// _ = parser.read(text, to: 7, in: context)  // "a **b**": resumes after "a "
/// ```
///
/// A parser can be reused for other leaves.
final class InlineParser {
  /// The state that a rollback restores.
  struct InlineCheckpoint: BitwiseCopyable {
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
    var floors = Floors(repeating: -1)
  }

  /// The stack positions below which no opener matches, for each kind of closing delimiter and each length
  /// modulo 3 (`openers_bottom` of CommonMark).
  typealias Floors = InlineArray<15, Int32>

  /// A parser state before a complete line. A leaf may lose its last two lines, because partial lines are
  /// speculative and a table takes the preceding line as its header.
  struct LineEnd {
    /// The offset of the line end.
    var offset: Int
    /// The length of the text in that state.
    var end: Int
    var checkpoint: InlineCheckpoint
    var unclosed: [UnclosedConstruct]
  }

  let syntax: InlineSyntax
  let cancellation = Cancellation.current

  /// The text of the leaf. `text[end]` is readable.
  var text: UnsafePointer<UInt8>
  /// The length of the text so far without trailing spaces.
  var end = 0
  /// The end of the trailing spaces after ``end``.
  var spacesEnd = 0
  var position = 0
  /// The start of the text that is not part of an item yet.
  var textStart = 0
  /// The start of the line for cmark's columns: after the last unescaped line break.
  var lineStart = 0

  // Exclusivity checking is off for these buffers and arrays, because it would take over 1/14 of the parser's
  // instructions. This is safe: neither their methods nor the entity decoder, the only function that receives one of
  // them, use the parser.
  @exclusivity(unchecked) var items = RawBuffer<InlineItem>(capacity: 16)
  @exclusivity(unchecked) var delimiters = RawBuffer<InlineDelimiter>(capacity: 7)
  @exclusivity(unchecked) var matches = RawBuffer<InlineMatch>(capacity: 7)
  @exclusivity(unchecked) var brackets = RawBuffer<InlineBracket>(capacity: 3)
  @exclusivity(unchecked) var links = DiscardableArray<InlineLink>()
  /// Text that does not occur in the source: decoded character references and typographic punctuation.
  @exclusivity(unchecked) var synthesized = RawBuffer<UInt8>(capacity: 64)
  /// The brackets that an inner link has made inactive, in the order of deactivation.
  @exclusivity(unchecked) var deactivated = RawBuffer<Int32>(capacity: 7)
  /// The custom elements so far.
  @exclusivity(unchecked) var elements = RawBuffer<InlineElement>(capacity: 1)
  /// The index of the innermost open element; -1 for none.
  var element: Int32 = -1
  /// The number of links so far, without images and autolinks.
  var foundLinks = 0
  /// The tops of the delimiter stack and the bracket stack; -1 for an empty stack.
  var delimiter: Int32 = -1
  var bracket: Int32 = -1
  var floors = Floors(repeating: -1)

  /// The number of bytes of definitions that the leaf used.
  var expansion = 0
  /// The number of bytes of definitions that the leaf may use. A reference that needs more does not resolve.
  var availableExpansion = 0

  @exclusivity(unchecked) var unclosed: [UnclosedConstruct] = []
  /// The checkpoint before the last `]` whose link target is incomplete. Optimistic parsing uses it.
  var openTarget: InlineCheckpoint?
  var seeksOpenTarget = false
  var gaps = EndGaps()
  /// The checkpoint at which parsing resumes. Earlier text cannot change any more.
  var committed = InlineCheckpoint()
  /// The states for removing the last one or two complete lines.
  @exclusivity(unchecked) var lineEnds: [LineEnd] = []
  /// The first offset at which ``committed`` may advance.
  var nextCommit = Int.max
  /// The cached last word of the text up to some offset.
  var lastWord = TextSpan(start: 0, end: 0)
  /// The number of bytes of link targets and definitions that were examined, including repeated reads.
  var targetBytes = 0
  /// Whether the text arrives in several steps.
  var grows = false
  /// The first item that changed since the items were written.
  var firstChanged = 0
  var writer = RunWriter()
  var entity = EntityDecoder()

  /// The minimum number of bytes between two commits.
  static let commitDistance = 6

  /// The maximum number of unclosed constructs other than formulas. Nothing after the last one is committed.
  static let maximumUnclosed = 64

  /// The maximum number of bytes between an opening delimiter or bracket and its closing counterpart, which
  /// bounds the visible changes that a closing delimiter causes.
  static let maximumSpan = 8000

  /// The maximum length of a delimiter run. A longer run is text.
  static let longestRun = 100

  /// The maximum number of backticks around a code span, as in cmark.
  static let longestTicks = 80

  init(syntax: InlineSyntax) {
    self.syntax = syntax
    text = UnsafePointer(synthesized.base)
  }

  /// Starts another leaf.
  ///
  /// - Parameter grows: Whether the text arrives in several steps.
  func begin(grows: Bool) {
    end = 0
    spacesEnd = 0
    position = 0
    textStart = 0
    lineStart = 0
    lastWord = TextSpan(start: 0, end: 0)
    removeItems()
    expansion = 0
    foundLinks = 0
    element = -1
    delimiter = -1
    bracket = -1
    floors = Floors(repeating: -1)
    unclosed.removeAll(keepingCapacity: true)
    gaps = EndGaps()
    lineEnds.removeAll()
    committed = InlineCheckpoint()
    self.grows = grows
    firstChanged = 0
    writer.begin()
  }

  /// The numbers of bytes that one step examined, including bytes that were examined before.
  struct ReadBytes {
    var text = 0
    /// The bytes of link targets and definitions.
    var targets = 0
  }

  /// Parses the text up to `newEnd`. The text before must be unchanged, unless ``shorten(to:)`` was called
  /// for it.
  ///
  /// - Parameter lineEnd: The offset of the end of the last complete line; 0 for none.
  func read(
    _ text: UnsafePointer<UInt8>, to newEnd: Int, lineEnd: Int = 0, in context: LeafParser.Context
  ) -> ReadBytes {
    self.text = text
    noteLineEnd(lineEnd, newEnd)
    let textEnd = newEnd
    var newEnd = newEnd
    while newEnd > 0, text[newEnd - 1].isSpace { newEnd = newEnd == spacesEnd ? end : newEnd - 1 }
    spacesEnd = textEnd
    if position > committed.position || matches.count > committed.matches { rollBack(to: committed) }
    end = newEnd
    if let checkpoint = closedConstruct() { rollBack(to: checkpoint) }
    if grows { discardCommitted() }
    let (from, targets) = (position, targetBytes)
    nextCommit = grows ? committed.position + InlineParser.commitDistance : .max
    scan(in: context)
    flushText()
    return ReadBytes(text: end - from, targets: targetBytes - targets)
  }

  /// Whether the result may depend on definitions.
  var hasBrackets: Bool { brackets.count > 0 }

  // MARK: Discarding

  /// Releases the items and runs before the first state to which the parser may roll back.
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
