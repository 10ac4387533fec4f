package import StyledRuns

/// Writes a document as an HTML fragment while it grows. Each top-level block is written once, when no later
/// text can change it.
///
/// ```swift
/// var stream = HTMLStream(options: HTMLOptions(), sheets: sheets)
/// stream.write(document, sheets: sheets, limit: session.finalBlockCount, into: &sink)  // after each update
/// stream.write(document, sheets: sheets, isFinal: true, into: &sink)  // at the end
/// ```
///
/// The output of all calls together equals that of ``HTMLFormatter`` for the finished document. A standalone
/// page cannot be written in this way, because its head depends on the whole document.
package struct HTMLStream: ~Copyable {
  private let formatter: HTMLFormatter
  private var writer: HTMLWriter
  /// The number of blocks of the document that were written.
  private var next = 0
  private var hasBegun = false

  /// Creates a stream.
  ///
  /// - Parameter sheets: The styles of the scopes so far, one sheet for each theme.
  package init(options: HTMLOptions, sheets: [StyleSheet]) {
    var options = options
    options.isStandalone = false
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
    if !hasBegun {
      // The first letter of the text decides the direction of the root element.
      var finder = DirectionFinder()
      let direction = finder.direction(of: blocks)
      guard isFinal || direction != nil else { return }
      formatter.writeRootStart("ils", into: &sink) { direction }
      hasBegun = true
    }
    next = end
    writer.write(
      part: blocks, of: .document, isTight: false, endsContainer: isFinal, keepsElements: !isFinal,
      into: &sink)
    guard isFinal else { return }
    writer.write(footnotes: document.footnotes, into: &sink)
    sink.append("</div>\n")
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
