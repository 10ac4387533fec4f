internal import StyledRuns

/// Parses the inline content of a document's leaves, and bounds what their references expand to. Owned by one thread at a
/// time.
final class LeafParser {
  /// The text of a document's leaves and the definitions that count in it.
  struct Context {
    /// The document's leaf text, with room for one byte after its end.
    var text: UnsafeMutablePointer<UInt8>
    var definitions: UnsafeBufferPointer<LinkDefinition>
    var references: ReferenceMap<DefinitionIndex>
    var footnotes: ReferenceMap<FootnoteIndex>
    /// The offset in the text after the last whole line.
    var lineEnd: Int

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: text + range.lowerBound, count: range.count)
    }
  }

  /// The number of bytes that were parsed, counting again what was parsed again.
  private(set) var parsedBytes = 0

  private let syntax: InlineSyntax
  /// A parser that no leaf uses.
  private var spare: InlineParser?
  /// The number of bytes of the definitions that finished leaves used.
  private var expansion = 0

  /// Returns the number of bytes that the definitions used by a document's leaves may add up to, after
  /// `position` bytes of leaf text: many short references to a long definition would otherwise make an
  /// endless document of a short one.
  private static func maximumExpansion(at position: Int) -> Int { (1 << 20) + 32 * position }

  init(options: MarkdownOptions) {
    syntax = InlineSyntax(options: options)
  }

  /// The number of bytes that the parser holds allocated for leaves to come.
  var byteCount: Int { spare?.byteCount ?? 0 }

  /// Parses a leaf that is complete.
  func parse(_ span: TextSpan, in context: Context) -> (inlines: Inlines, hasFootnotes: Bool) {
    parse(
      UnsafePointer(context.text + span.start), count: span.end - span.start, endingAt: span.end, in: context)
  }

  /// Parses a leaf whose text need not be the document's; one byte after the text is readable.
  ///
  /// - Parameter position: The number of bytes of leaf text up to the leaf's end.
  func parse(
    _ text: UnsafePointer<UInt8>, count: Int, endingAt position: Int, in context: LeafParser.Context
  ) -> (inlines: Inlines, hasFootnotes: Bool) {
    let leaf = makeLeaf()
    defer { recycle(leaf) }
    leaf.begin(grows: false)
    leaf.availableExpansion = Self.maximumExpansion(at: position) - expansion
    parsedBytes += leaf.read(text, to: count, in: context)
    expansion += leaf.expansion
    return leaf.inlines()
  }

  // MARK: Leaves that grow

  /// Returns a parser for one leaf.
  func makeLeaf() -> InlineParser {
    defer { spare = nil }
    return spare ?? InlineParser(syntax: syntax)
  }

  /// Takes a parser back that nobody uses, for another leaf. The parser of a long leaf has more memory than most leaves need.
  func recycle(_ leaf: InlineParser) {
    if leaf.byteCount <= 16_384 { spare = leaf }
  }

  /// Parses what is new in a leaf.
  ///
  /// - Parameter isUnfinished: Whether the end of the leaf is parsed as what it is about to become.
  /// - Returns: Whether the leaf refers to footnotes.
  func read(
    _ span: TextSpan, with leaf: InlineParser, isUnfinished: Bool, in context: Context
  ) -> Bool {
    leaf.availableExpansion = Self.maximumExpansion(at: span.end) - expansion
    let text = UnsafePointer(context.text + span.start)
    let count = span.end - span.start
    let lineEnd = max(min(context.lineEnd, span.end) - span.start, 0)
    parsedBytes +=
      isUnfinished
      ? leaf.readOptimistically(text, to: count, lineEnd: lineEnd, in: context)
      : leaf.read(text, to: count, lineEnd: lineEnd, in: context)
    return leaf.hasFootnotes()
  }

  /// Counts the definitions that a leaf used, now that it is finished.
  func finish(_ leaf: InlineParser) { expansion += leaf.expansion }
}
