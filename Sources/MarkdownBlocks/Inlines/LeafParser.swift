internal import StyledRuns

/// Parses the inline content of a document's leaves, and limits the expansion of their references. Not
/// thread-safe.
final class LeafParser {
  /// The text of a document's leaves, and the definitions that apply to it.
  struct Context {
    /// The document's leaf text, with room for one byte after its end.
    var text: UnsafeMutablePointer<UInt8>
    var definitions: UnsafeBufferPointer<LinkDefinition>
    var references: ReferenceMap<DefinitionIndex>
    var footnotes: ReferenceMap<FootnoteIndex>
    /// The offset in the text after the last complete line.
    var lineEnd: Int

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafePointer(text)[range] }
  }

  /// The number of parsed bytes, including bytes that were parsed again.
  private(set) var parsedBytes = 0
  /// The number of bytes of link targets and definitions that were examined, including repeated reads.
  private(set) var targetBytes = 0

  private let syntax: InlineSyntax
  /// A cached parser that no leaf uses.
  private var spare: InlineParser?
  /// The number of bytes of definitions that finished leaves used.
  private var expansion = 0

  /// Returns the maximum number of bytes of definitions that leaves may use after `position` bytes of leaf
  /// text. Without a limit, many short references to a long definition would expand a short document without
  /// bound.
  private static func maximumExpansion(at position: Int) -> Int { (1 << 20) + 8 * position }

  init(options: MarkdownOptions) {
    syntax = InlineSyntax(options: options)
  }

  /// The number of bytes that are allocated for later leaves.
  var byteCount: Int { spare?.byteCount ?? 0 }

  /// Parses a complete leaf.
  func parse(_ span: TextSpan, in context: Context) -> (inlines: Inlines, hasFootnotes: Bool) {
    parse(
      UnsafePointer(context.text + span.start), count: span.count, endingAt: span.end, in: context)
  }

  /// Parses a leaf whose text need not be part of the document. One byte after the text must be readable.
  ///
  /// - Parameter position: The length of the document's leaf text up to the end of the leaf.
  func parse(
    _ text: UnsafePointer<UInt8>, count: Int, endingAt position: Int, in context: LeafParser.Context
  ) -> (inlines: Inlines, hasFootnotes: Bool) {
    let leaf = makeLeaf()
    defer { recycle(leaf) }
    leaf.begin(grows: false)
    leaf.availableExpansion = Self.maximumExpansion(at: position) - expansion
    note(leaf.read(text, to: count, in: context))
    expansion += leaf.expansion
    return leaf.inlines()
  }

  // MARK: Leaves that grow

  /// Returns a parser for one leaf.
  func makeLeaf() -> InlineParser {
    defer { spare = nil }
    return spare ?? InlineParser(syntax: syntax)
  }

  /// Caches an unused parser for another leaf, unless it has much more memory than most leaves need.
  func recycle(_ leaf: InlineParser) {
    if leaf.byteCount <= 16_384 { spare = leaf }
  }

  /// Parses the new text of a leaf.
  ///
  /// - Parameter isUnfinished: Whether the end of the leaf is parsed as the construct that it seems to
  ///   become.
  /// - Returns: Whether the leaf refers to footnotes.
  func read(
    _ span: TextSpan, with leaf: InlineParser, isUnfinished: Bool, in context: Context
  ) -> Bool {
    leaf.availableExpansion = Self.maximumExpansion(at: span.end) - expansion
    let text = UnsafePointer(context.text + span.start)
    let count = span.count
    let lineEnd = max(min(context.lineEnd, span.end) - span.start, 0)
    note(
      isUnfinished
        ? leaf.readOptimistically(text, to: count, lineEnd: lineEnd, in: context)
        : leaf.read(text, to: count, lineEnd: lineEnd, in: context))
    return leaf.hasFootnotes()
  }

  private func note(_ read: InlineParser.ReadBytes) {
    parsedBytes += read.text
    targetBytes += read.targets
  }

  /// Adds the definitions that a finished leaf used to the count.
  func finish(_ leaf: InlineParser) { expansion += leaf.expansion }
}
