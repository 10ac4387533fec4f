public import StyledRuns

/// Writes a document for a terminal while it grows: each line once, as soon as it can no longer change.
///
/// What all calls write together is what ``ANSIFormatter`` writes of the finished document, but for text that a
/// late link definition or footnote changes after its line was written. A call costs what it writes and what is
/// open, not what lies behind.
public struct ANSIStream: Sendable {
  private var options: ANSIFormatter.Options
  /// Nil for those of terminals.
  private let boxCharacters: TerminalBoxCharacters?
  private var theme: ANSITheme
  private var progress: TerminalLayoutState
  private var sheetKey: SheetKey?

  /// A theme's answers for a growing scope table: more of them, never other ones.
  private struct SheetKey: Hashable {
    var id: String
    var count: Int
  }

  public init(options: ANSIFormatter.Options = ANSIFormatter.Options()) {
    self.init(options: options, boxCharacters: nil)
  }

  /// Writes what ``PlainTextFormatter`` writes.
  public init(text options: PlainTextFormatter.Options) {
    self.init(options: options.layout, boxCharacters: .text)
  }

  private init(options: ANSIFormatter.Options, boxCharacters: TerminalBoxCharacters?) {
    self.options = options
    self.boxCharacters = boxCharacters
    theme = ANSITheme(nil, colors: options.colors)
    progress = TerminalWriter.start(options)
  }

  /// The columns that lines written from now on may take; for a terminal whose size changes.
  public var width: Int {
    get { options.width }
    set { options.width = newValue }
  }

  /// Appends the lines of `document` that are final and were not written before.
  ///
  /// Each call is given the same document, grown, and a sheet that knows its scopes. With `isFinal` all that is
  /// left follows, footnotes included; nothing may be written after that but another document, after ``beginDocument()``.
  ///
  /// - Parameter limit: nothing of the blocks at the top from this index on is written; nil: whatever is final. Who gives
  ///   the number of blocks that no late definition can change gets exactly what the finished document gives.
  public mutating func write(
    _ document: Document, sheet: StyleSheet?, isFinal: Bool = false, limit: Int? = nil,
    into sink: inout ByteSink
  ) {
    let key = sheet.map { SheetKey(id: $0.id, count: $0.styles.count) }
    if key != sheetKey {
      theme = ANSITheme(sheet, colors: options.colors)
      sheetKey = key
    }
    var writer = TerminalWriter(
      options: options, theme: theme, progress: takeProgress(), boxCharacters: boxCharacters)
    writer.write(document, isFinal: isFinal, limit: isFinal ? .max : limit ?? .max, into: &sink)
    progress = writer.progress
  }

  /// Begins another document, which stands below the one that was written to its end.
  public mutating func beginDocument() {
    let previous = progress.lastAtTop
    progress = TerminalWriter.start(options)
    progress.frames = [
      TerminalLayoutState.Frame(blocks: [], previous: previous, kind: .document, hasLevel: false)
    ]
    sheetKey = nil
  }

  /// Says that the document which follows has another scope table, and so another sheet. Its lines must be those of the
  /// document before.
  public mutating func forgetSheet() { sheetKey = nil }

  /// Hands the progress over, so that it is changed in place.
  private mutating func takeProgress() -> TerminalLayoutState {
    let taken = progress
    progress = TerminalWriter.start(options)
    return taken
  }

  /// Appends what would follow if the document ended here: the part that is still to be drawn anew.
  public func writeTail(of document: Document, sheet: StyleSheet?, into sink: inout ByteSink) {
    var copy = self
    // A picture is drawn once, when its line is final.
    copy.options.images = nil
    copy.write(document, sheet: sheet, isFinal: true, into: &sink)
  }
}
