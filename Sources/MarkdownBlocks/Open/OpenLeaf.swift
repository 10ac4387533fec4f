internal import StyledRuns

/// A leaf whose text may still grow: its parse, which goes on where it stopped, and what the document shows of it.
struct OpenLeaf {
  /// The offset in the leaf text where the leaf begins.
  private(set) var start: Int
  /// The offset where the leaf ended when it was read last; nil if nothing of it counts.
  private var end: Int?
  private var reader: InlineParser
  private var isUnfinished = false
  private(set) var hasFootnotes = false
  /// The numbers of references to footnotes in what the document shows.
  private var references = ShownReferences()
  /// Whether the document shows, byte for byte, what the reader has written, numbers of footnotes apart.
  private var isShown = false
  /// Whether what the document shows was changed in place, and may so have room for more.
  private var hasGrown = false

  init(startingAt start: Int, _ reader: InlineParser) {
    self.start = start
    self.reader = reader
    reader.begin(grows: true)
  }

  /// The number of allocated bytes.
  var byteCount: Int { reader.byteCount }

  /// Parses what is new in the leaf.
  ///
  /// - Parameter isUnfinished: Whether the document ends with the leaf, so that it is shown as what it is about to become.
  /// - Returns: Whether anything may be another than at the last call.
  mutating func read(
    to span: TextSpan, isUnfinished: Bool, by parser: LeafParser, in pass: borrowing UpdatePass
  ) -> Bool {
    if start != span.start {
      // The lines before a table's header are a paragraph whose text is written anew, without the backslashes before pipes.
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

  /// Changes what the document shows of the leaf where that is possible: then it costs what changed.
  ///
  /// - Parameters:
  ///   - shown: What the document shows. It must be uniquely referenced.
  ///   - number: Numbers the references to footnotes in what changed, after so many that stay; false if it
  ///     cannot.
  /// - Returns: Nil, and nothing is done, where all must be made anew.
  mutating func extend(
    _ shown: inout Inlines, _ counters: inout MarkdownStream.Counters,
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

  /// Makes all of the leaf's inline content; references to footnotes have no numbers in it.
  mutating func make(
    _ span: TextSpan, by parser: LeafParser, in pass: borrowing UpdatePass,
    _ counters: inout MarkdownStream.Counters
  ) -> Inlines {
    if reader.writer.builder.isPartial {
      // Of what grew in place only the end is kept.
      restart()
      continueReading(to: span, isUnfinished: isUnfinished, by: parser, in: pass)
    }
    let (inlines, isExact) = reader.writer.builder.finishGrowing()
    counters.shownBytes += inlines.text.utf8.count
    isShown = isExact
    hasGrown = false
    return inlines
  }

  /// Notes the numbers in the inline content that was made.
  mutating func note(_ numbered: Inlines) {
    references = ShownReferences()
    if hasFootnotes { references.add(numbered.spans[...]) }
  }

  /// Ends the leaf, the text of which is complete.
  mutating func finish(_ shown: inout Inlines, by parser: LeafParser) {
    if hasGrown { shown.fit() }
    parser.finish(reader)
    parser.recycle(reader)
  }

  /// Gives the reader back, since no block of the document begins with this text.
  func recycle(_ parser: LeafParser) { parser.recycle(reader) }
}
