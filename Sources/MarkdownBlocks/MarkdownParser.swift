public import StyledRuns

/// Turns markdown into a ``Document``.
///
/// A parser belongs to one thread at a time and may be used again and again; any number of parsers may work at
/// once. Invalid UTF-8 is replaced by U+FFFD before anything else, and so is NUL; offsets count the text after
/// that. Nothing is limited but the nesting of containers (``MarkdownOptions/maximumNesting``), the cells that
/// are made up in short rows of tables (2^19; then a table ends), and the bytes that references to link
/// definitions expand to (2^24; then they stay text).
public final class MarkdownParser {
  public let options: MarkdownOptions
  private let inlineParser: InlineParser

  public init(options: MarkdownOptions = MarkdownOptions()) {
    self.options = options
    inlineParser = InlineParser(options: options)
  }

  /// The document that `source` says. Calls `transformCode` with each code block, in document order, before it
  /// is put in its place; that is the moment to highlight it.
  public func parse(
    _ source: UnsafeBufferPointer<UInt8>, transformCode: ((inout CodeBlock) -> Void)? = nil
  ) -> Document {
    guard SourceRepair.isClean(source) else {
      return SourceRepair.repair(source).withUnsafeBufferPointer { parseClean($0, transformCode) }
    }
    return parseClean(source, transformCode)
  }

  /// Parses bytes in an array.
  public func parse(_ source: [UInt8], transformCode: ((inout CodeBlock) -> Void)? = nil) -> Document {
    source.withUnsafeBufferPointer { parse($0, transformCode: transformCode) }
  }

  /// Parses a string.
  public func parse(_ source: String, transformCode: ((inout CodeBlock) -> Void)? = nil) -> Document {
    var source = source
    return source.withUTF8 { parse($0, transformCode: transformCode) }
  }

  private func parseClean(
    _ source: UnsafeBufferPointer<UInt8>, _ transformCode: ((inout CodeBlock) -> Void)?
  ) -> Document {
    var phase = BlockPhase(options: options, expectedBytes: source.count)
    var start = 0
    if options.extensions.contains(.frontMatter), let found = FrontMatterScan.find(in: source) {
      phase.addFrontMatter(found)
      start = found.next
    }
    let cancellation = Cancellation.current
    LineSplitter.forEachLine(UnsafeBufferPointer(rebasing: source[start...])) {
      if cancellation?.isCancelled ?? false { return }
      phase.process(line: $0, end: $1, source: $2 + start)
    }
    phase.finish()
    return document(of: phase, transformCode)
  }

  private func document(of phase: borrowing BlockPhase, _ transformCode: ((inout CodeBlock) -> Void)?)
    -> Document
  {
    var builder = DocumentBuilder()
    builder.collect(from: phase)
    var context = InlineParser.Context(
      text: phase.text.base,
      definitions: UnsafeBufferPointer(start: phase.definitions.base, count: phase.definitions.count),
      references: ReferenceMap(), footnoteLabels: [], footnotes: ReferenceMap())
    for index in 0..<phase.definitions.count {
      context.references.add(index, label: phase.bytes(phase.definitions[index].label))
    }
    for (index, node) in builder.footnotes.enumerated() {
      let label = TextSpan(start: phase.nodes[node].contentStart, end: phase.nodes[node].contentEnd)
      context.footnoteLabels.append(label)
      context.footnotes.add(index, label: phase.bytes(label))
    }
    inlineParser.startDocument()
    var withFootnotes: [Int] = []
    var inlines = inlineParser.parse(builder.leaves, in: context) { withFootnotes.append($0) }
    var numbering = FootnoteNumbering(count: builder.footnotes.count)
    for index in withFootnotes.sorted() {
      let references = numbering.number(inlines[index])
      inlines[index] = FootnoteNumbering.numbered(inlines[index], references) {
        phase.string(context.footnoteLabels[$0].start, context.footnoteLabels[$0].end)
      }
    }
    return builder.build(from: phase, inlines: inlines, numbering: numbering, transformCode: transformCode)
  }
}

extension BlockPhase {
  /// The bytes of a stretch of the leaf text, valid until text is added.
  func bytes(_ span: TextSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.base + span.start, count: span.end - span.start)
  }
}
