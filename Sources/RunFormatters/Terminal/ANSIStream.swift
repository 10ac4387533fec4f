public import StyledRuns

/// Writes a document for a terminal while it grows. Each line is written once, as soon as it is final.
///
/// ```swift
/// var stream = ANSIStream()
/// stream.write(document, sheet: sheet, into: &sink)  // after each update
/// stream.write(document, sheet: sheet, isFinal: true, into: &sink)  // at the end
/// ```
///
/// The output of all calls together equals that of ``ANSIFormatter`` for the finished document, except for
/// text that a late link definition or footnote changes after its line was written. The cost of a call
/// depends on the lines that it writes and on the open blocks.
public struct ANSIStream: Sendable {
  private var options: ANSIOptions
  /// The box characters; nil for those of terminals.
  private let boxCharacters: TerminalBoxCharacters?
  private var theme: ANSITheme
  private var progress: TerminalLayoutState
  private var sheetKey: SheetKey?

  /// The identity of a style sheet for a growing scope table. Existing styles never change.
  private struct SheetKey: Hashable {
    var id: String
    var count: Int
  }

  public init(options: ANSIOptions = ANSIOptions()) {
    self.init(options: options, boxCharacters: nil)
  }

  /// Creates a stream that writes the same text as ``PlainTextFormatter``.
  public init(text options: PlainTextOptions) {
    self.init(options: options.layout, boxCharacters: .text)
  }

  private init(options: ANSIOptions, boxCharacters: TerminalBoxCharacters?) {
    self.options = options
    self.boxCharacters = boxCharacters
    theme = ANSITheme(nil, colors: options.colors)
    progress = TerminalWriter.start(options)
  }

  /// The width of later lines in columns. It can change when the terminal is resized.
  public var width: Int {
    get { options.width }
    set { options.width = newValue }
  }

  /// Appends the final lines of `document` that have not been written yet.
  ///
  /// - Parameters:
  ///   - document: The same document in every call, with more content each time.
  ///   - sheet: The styles for all scopes so far.
  ///   - isFinal: Whether to write everything that remains, footnotes included. Afterwards, only another
  ///     document may follow, after ``beginDocument()``.
  ///   - limit: The number of leading top-level blocks that may be written; nil for all final blocks. With
  ///     the number of blocks that no late definition can change, the output is exactly that of the finished
  ///     document.
  ///   - sink: The sink to append to.
  public mutating func write(
    _ document: Document, sheet: StyleSheet?, isFinal: Bool = false, limit: Int? = nil,
    into sink: inout ByteSink
  ) {
    use(sheet)
    var writer = TerminalWriter(
      options: options, theme: theme, progress: takeProgress(), boxCharacters: boxCharacters)
    writer.write(document, isFinal: isFinal, limit: isFinal ? .max : limit ?? .max, into: &sink)
    progress = writer.progress
  }

  /// Appends the next lines of a document that consists of one code block and is written part by part.
  ///
  /// ```swift
  /// stream.write(part: parts.append(piece), sheet: sheet, into: &sink)
  /// stream.write(part: parts.finish(), sheet: sheet, isLast: true, into: &sink)
  /// ```
  ///
  /// The parts need not be kept, so that code of any length takes little memory. The output of all calls
  /// together equals that of ``ANSIFormatter`` for the whole block, unless the block is the source of a
  /// drawing.
  ///
  /// - Parameters:
  ///   - code: The block with the lines of this part only. The header is the same in every call.
  ///   - sheet: The styles for all scopes so far.
  ///   - isLast: Whether no part follows.
  ///   - sink: The sink to append to.
  public mutating func write(
    part code: CodeBlock, sheet: StyleSheet?, isLast: Bool = false, into sink: inout ByteSink
  ) {
    use(sheet)
    var writer = TerminalWriter(
      options: options, theme: theme, progress: takeProgress(), boxCharacters: boxCharacters)
    writer.write(part: code, isLast: isLast, into: &sink)
    progress = writer.progress
  }

  /// Returns the blocks that later calls do not read, so that the caller can remove them from the document;
  /// returns nil if there are none. The next call must get a document without them.
  ///
  /// ```swift
  /// if let written = stream.removeWritten() { document.remove(written) }
  /// ```
  package mutating func removeWritten() -> WrittenBlocks? { progress.removeWritten() }

  private mutating func use(_ sheet: StyleSheet?) {
    let key = sheet.map { SheetKey(id: $0.id, count: $0.styles.count) }
    guard key != sheetKey else { return }
    theme = ANSITheme(sheet, colors: options.colors)
    sheetKey = key
  }

  /// Starts another document below the one that was written to its end.
  public mutating func beginDocument() {
    let previous = progress.lastAtTop
    progress = TerminalWriter.start(options)
    progress.frames = [
      TerminalLayoutState.LayoutFrame(blocks: [], previous: previous, kind: .document, hasLevel: false)
    ]
    sheetKey = nil
  }

  /// Prepares for a document with another scope table, and thus another sheet. Its lines must equal those of
  /// the previous document.
  public mutating func forgetSheet() { sheetKey = nil }

  /// Moves the layout state out, so that it is changed in place.
  private mutating func takeProgress() -> TerminalLayoutState {
    let taken = progress
    progress = TerminalWriter.start(options)
    return taken
  }

  /// Appends the lines that would follow if the document ended here. They are not final and must be drawn
  /// again.
  public func writeTail(of document: Document, sheet: StyleSheet?, into sink: inout ByteSink) {
    var copy = self
    // An image is drawn once, when its line is final.
    copy.options.images = nil
    copy.write(document, sheet: sheet, isFinal: true, into: &sink)
  }
}
