internal import StyledRuns

/// A leaf whose text can still grow: its resumable parser, and the state of its content in the document.
struct OpenLeaf {
  /// The start of the leaf in the leaf text.
  private(set) var start: Int
  /// The end of the leaf at the last read; nil if the leaf must be parsed again.
  private var end: Int?
  private var reader: InlineParser
  private var isUnfinished = false
  private(set) var hasFootnotes = false
  /// The footnote numbers in the document.
  private var references = ShownReferences()
  /// Whether the document shows exactly the parser's runs, apart from footnote numbers.
  private var isShown = false
  /// Whether the shown content was extended in place, so that it may have unused capacity.
  private var hasGrown = false

  init(startingAt start: Int, _ reader: InlineParser) {
    self.start = start
    self.reader = reader
    reader.begin(grows: true)
  }

  /// The number of allocated bytes.
  var byteCount: Int { reader.byteCount }

  /// Parses the new text of the leaf.
  ///
  /// - Parameter isUnfinished: Whether the document ends with the leaf, so that incomplete constructs are
  ///   completed optimistically.
  /// - Returns: Whether the content may have changed since the last call.
  mutating func read(
    to span: TextSpan, isUnfinished: Bool, by parser: LeafParser, in pass: borrowing UpdatePass
  ) -> Bool {
    if start != span.start {
      // The lines before a table header become a paragraph, whose text is rewritten without the backslashes
      // before pipes.
      start = span.start
      restart()
    } else if let end {
      let hasStaleLabels =
        reader.hasBrackets && pass.changedLabels.mayOccur(in: pass.context.bytes(start..<min(end, span.end)))
      if !hasStaleLabels, end == span.end, pass.changedFrom >= end, self.isUnfinished == isUnfinished {
        return false
      }
      if hasStaleLabels || !reader.shorten(to: min(span.end, pass.changedFrom) - start) { restart() }
    }
    continueReading(to: span, isUnfinished: isUnfinished, by: parser, in: pass)
    return true
  }

  private mutating func restart() {
    reader.begin(grows: true)
    end = nil
    isShown = false
    references = ShownReferences()
  }

  private mutating func continueReading(
    to span: TextSpan, isUnfinished: Bool, by parser: LeafParser, in pass: borrowing UpdatePass
  ) {
    end = span.end
    self.isUnfinished = isUnfinished
    hasFootnotes = parser.read(span, with: reader, isUnfinished: isUnfinished, in: pass.context)
  }

  /// Updates the shown content in place if possible. O(changes).
  ///
  /// - Parameters:
  ///   - shown: The content in the document. It must be uniquely referenced.
  ///   - number: Numbers the footnote references in the changed part, after a number of unchanged ones;
  ///     returns `false` if this is not
  ///     possible.
  /// - Returns: The edit; nil without any change if the content must be created again.
  mutating func extend(
    _ shown: inout Inlines, _ counters: inout MarkdownStream.ParsingCounters,
    number: (inout FootnoteNumbering.Tail, UnsafeBufferPointer<UInt8>, _ kept: Int) -> Bool
  ) -> InlinesEdit? {
    guard isShown else { return nil }
    let before = shown.text.utf8.count
    let isNumbered = hasFootnotes || references.count > 0
    let update =
      isNumbered
      ? reader.writer.builder.bringUpToDate(&shown, &references, number: number)
      : reader.writer.builder.bringUpToDate(&shown)
    guard let (edit, kept) = update else { return nil }
    hasGrown = true
    if !isNumbered { reader.writer.discardShown() }
    counters.shownBytes += before + shown.text.utf8.count - 2 * kept
    return edit
  }

  /// Creates the leaf's inline content, in which footnote references have no numbers.
  mutating func make(
    _ span: TextSpan, by parser: LeafParser, in pass: borrowing UpdatePass,
    _ counters: inout MarkdownStream.ParsingCounters
  ) -> Inlines {
    if reader.writer.builder.isPartial {
      // Content that grew in place is kept only at its end.
      restart()
      continueReading(to: span, isUnfinished: isUnfinished, by: parser, in: pass)
    }
    let (inlines, isExact) = reader.writer.builder.finishGrowing()
    counters.shownBytes += inlines.text.utf8.count
    isShown = isExact
    hasGrown = false
    return inlines
  }

  /// Records the numbers in new inline content.
  mutating func note(_ numbered: Inlines) {
    references = ShownReferences()
    if hasFootnotes { references.add(numbered.spans[...]) }
  }

  /// Ends the leaf, whose text is complete.
  mutating func finish(_ shown: inout Inlines, by parser: LeafParser) {
    if hasGrown { shown.shrinkToFit() }
    parser.finish(reader)
    parser.recycle(reader)
  }

  /// Returns the parser for reuse, because no block begins with this text any more.
  func recycle(_ parser: LeafParser) { parser.recycle(reader) }
}
