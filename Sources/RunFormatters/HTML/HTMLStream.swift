package import StyledRuns

/// Writes a document, or one code block, as HTML while it grows. Each top-level block and each line of the code is
/// written once, when no later text can change it.
///
/// ```swift
/// var head = ByteSink()
/// var body = ByteSink()
/// var stream = HTMLStream(options: HTMLOptions(), sheets: sheets)
/// stream.write(document, sheets: sheets, limit: session.finalBlockCount, into: &body)  // after each update
/// stream.write(document, sheets: sheets, isFinal: true, into: &body)  // at the end
/// stream.writeHead(sheets: sheets, into: &head)
/// ```
///
/// Later blocks can change what stands before the first one: a page's stylesheet depends on all its tokens, a fragment's
/// direction on its first letter, the start of code on its width. So the head is written by itself, when ``knowsHead`` is
/// true or at the end. The head and the output of all other calls together equal what ``HTMLFormatter`` writes for the
/// finished document.
package struct HTMLStream: ~Copyable {
  private let formatter: HTMLFormatter
  private var writer: HTMLWriter
  /// The number of blocks of the document that were written.
  private var next = 0
  private var direction: TextDirection?
  private var facts = PageFacts()
  private var code: CodeStart?

  /// The start of a code block depends on its header and on its first lines.
  private struct CodeStart {
    /// The block with its first lines.
    var block: CodeBlock
    let attributes: CodeAttributes
    var lineCount = 0
    var isWide = false
    var notations = CodeNotations()
  }

  /// Creates a stream.
  ///
  /// - Parameter sheets: The styles of the scopes so far, one sheet for each theme.
  package init(options: HTMLOptions, sheets: [StyleSheet]) {
    formatter = HTMLFormatter(options: options)
    writer = HTMLWriter(options: options, sheets: sheets)
  }

  /// Appends the final blocks of `document` that have not been written yet.
  ///
  /// - Parameters:
  ///   - document: The same document in every call, with more content each time.
  ///   - sheets: The styles for all scopes so far.
  ///   - isFinal: Whether to write everything that remains, footnotes included. No call may follow.
  ///   - limit: The number of leading top-level blocks that no late definition can change.
  ///   - sink: The sink to append to.
  package mutating func write(
    _ document: Document, sheets: [StyleSheet], isFinal: Bool = false, limit: Int = .max,
    into sink: inout ByteSink
  ) {
    writer.styles.extend(sheets)
    var end = next
    let most = isFinal ? document.blocks.count : min(limit, document.blocks.count)
    while end < most, isFinal || document.blocks[end].isFinished { end += 1 }
    guard isFinal || end > next else { return }
    let blocks = Array(document.blocks[next..<end])
    if formatter.options.isStandalone {
      facts.add(blocks)
    } else if direction == nil {
      var finder = DirectionFinder()
      direction = finder.direction(of: blocks)
    }
    next = end
    writer.write(
      part: blocks, of: .document, isTight: false, endsContainer: isFinal, keepsElements: !isFinal,
      into: &sink)
    guard isFinal else { return }
    writer.write(footnotes: document.footnotes, into: &sink)
    formatter.writeEnd(into: &sink)
  }

  /// Appends lines of a document that consists of one code block. Such a block is not drawn as a diagram or formula.
  ///
  /// - Parameters:
  ///   - part: The block with its next lines. All parts have the same header.
  ///   - sheets: The styles for all scopes so far.
  ///   - isLast: Whether these are the last lines. No call may follow.
  ///   - sink: The sink to append to.
  package mutating func write(
    part: CodeBlock, sheets: [StyleSheet], isLast: Bool, into sink: inout ByteSink
  ) {
    writer.styles.extend(sheets)
    var code =
      self.code.take()
      ?? CodeStart(
        block: CodeBlock(header: part.header, lines: []), attributes: CodeAttributes(info: part.info))
    code.block.lines += part.lines.prefix(HTMLWriter.headerLines - code.block.lines.count)
    let isSeparate = writer.separatesLines(code.attributes)
    for line in part.lines where !sink.isStopped {
      if code.lineCount < HTMLWriter.widthLines, !code.isWide { code.isWide = HTMLWriter.isWide(line) }
      let notation = writer.options.codeNotations ? code.notations.next(line) : nil
      writer.write(line, at: code.lineCount, notation, code.attributes, isSeparate: isSeparate, into: &sink)
      code.lineCount += 1
    }
    self.code = code
    guard isLast else { return }
    HTMLWriter.writeCodeEnd(into: &sink)
    formatter.writeEnd(into: &sink)
  }

  /// Whether nothing that follows can change the head.
  package var knowsHead: Bool {
    if formatter.options.isStandalone { return false }
    guard let code else { return direction != nil }
    return code.lineCount >= (code.isWide ? HTMLWriter.headerLines : HTMLWriter.widthLines)
  }

  /// Appends what stands before the output of all other calls. Call it when ``knowsHead`` is true, or after the last part.
  ///
  /// - Parameter sheets: The styles of all scopes.
  package func writeHead(sheets: [StyleSheet], into sink: inout ByteSink) {
    if formatter.options.isStandalone { formatter.writePageHead(facts, sheets: sheets, into: &sink) }
    formatter.writeRootStart("ils", into: &sink) { direction }
    guard let code else { return }
    writer.writeStart(code.block, code.attributes, isWide: code.isWide, into: &sink)
  }

  /// Returns the blocks that later calls do not read, so that the caller can remove them from the document;
  /// returns nil if there are none. The next call must get a document without them.
  package mutating func removeWritten() -> WrittenBlocks? {
    let removed = WrittenBlocks.removed(ofWritten: next).count
    guard removed > 0 else { return nil }
    defer { next -= removed }
    return WrittenBlocks(counts: [next])
  }
}
