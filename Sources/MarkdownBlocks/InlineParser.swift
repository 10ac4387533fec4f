internal import StyledRuns

/// Parses the inlines of leaves, one after the other. Owned by one thread at a time.
final class InlineParser {
  /// What the leaves of a document are parsed against.
  struct Context {
    /// The document's leaf text, with room for one byte after its end.
    var text: UnsafeMutablePointer<UInt8>
    var definitions: UnsafeBufferPointer<LinkDefinition>
    var references: ReferenceMap
    var footnoteLabels: [TextSpan]
    var footnotes: ReferenceMap
  }

  /// Bytes that were looked at, again and again where a leaf was.
  private(set) var parsedBytes = 0

  private let scan: InlineScan
  private let syntax: InlineSyntax
  private lazy var leaf = LeafInlines(syntax: syntax)
  private var builder = InlinesBuilder()
  /// Bytes of the definitions that finished leaves used.
  private var expansion = 0

  /// The number of bytes that the definitions used by a document's leaves may add up to, behind `position` bytes of
  /// leaf text: many short references to a long definition would otherwise make an endless document of a short one.
  private static func maximumExpansion(at position: Int) -> Int { (1 << 20) + 32 * position }

  init(options: MarkdownOptions) {
    scan = InlineScan(options: options)
    syntax = InlineSyntax(options: options)
  }

  /// Forgets what was counted for the last document.
  func startDocument() { expansion = 0 }

  /// The inlines of each leaf, in order. Calls `withFootnotes` with the index of each that refers to some:
  /// there, each reference's `number` is the index of its definition.
  func parse(_ leaves: [TextSpan], in context: Context, withFootnotes: (Int) -> Void) -> [Inlines] {
    var results: [Inlines] = []
    results.reserveCapacity(leaves.count)
    for (index, leaf) in leaves.enumerated() {
      let (inlines, hasFootnotes) = parse(leaf, in: context)
      results.append(inlines)
      if hasFootnotes { withFootnotes(index) }
    }
    return results
  }

  /// The inlines of one leaf, and whether they refer to footnotes.
  ///
  /// - Parameter lent: The memory to parse with, instead of the parser's own.
  func parse(
    _ span: TextSpan, in context: Context, with lent: LeafInlines? = nil
  ) -> (inlines: Inlines, hasFootnotes: Bool) {
    parse(
      UnsafePointer(context.text + span.start), count: span.end - span.start, endingAt: span.end, in: context,
      with: lent)
  }

  /// The inlines of a leaf the text of which need not be the document's; one byte behind it is readable.
  ///
  /// - Parameter position: How many bytes of leaf text there are up to the leaf's end.
  func parse(
    _ text: UnsafePointer<UInt8>, count: Int, endingAt position: Int, in context: InlineParser.Context,
    with lent: LeafInlines? = nil
  ) -> (inlines: Inlines, hasFootnotes: Bool) {
    if scan.isPlain(text, count: count) {
      return (PlainLeaf.inlines(text, count: count, into: &builder), false)
    }
    let leaf = lent ?? leaf
    leaf.begin(grows: false)
    leaf.availableExpansion = Self.maximumExpansion(at: position) - expansion
    parsedBytes += leaf.read(text, to: count, in: context)
    expansion += leaf.expansion
    return leaf.inlines()
  }

  // MARK: Leaves that grow

  /// A leaf whose text is still coming.
  func makeLeaf() -> LeafInlines { LeafInlines(syntax: syntax) }

  /// Reads a leaf whose text may have grown since it was read last; if it `isUnfinished`, with what its end is
  /// about to become. Answers whether it refers to footnotes.
  func read(
    _ span: TextSpan, with leaf: LeafInlines, isUnfinished: Bool, in context: Context
  ) -> Bool {
    leaf.availableExpansion = Self.maximumExpansion(at: span.end) - expansion
    let text = UnsafePointer(context.text + span.start)
    let count = span.end - span.start
    parsedBytes +=
      isUnfinished
      ? leaf.readOptimistically(text, to: count, in: context) : leaf.read(text, to: count, in: context)
    return leaf.hasFootnotes()
  }

  /// Counts what a leaf used, now that it is finished.
  func finish(_ leaf: LeafInlines) { expansion += leaf.expansion }
}
