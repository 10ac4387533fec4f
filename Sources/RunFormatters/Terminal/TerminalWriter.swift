import StyledRuns

/// Lays out blocks line by line for a terminal.
///
/// The layout of a block only depends on the block, the containers around it and the preceding sibling, so
/// that a document can be written while it grows. ``progress`` is the state between calls. Everything else is
/// temporary memory for one call.
struct TerminalWriter: ~Copyable {
  let options: ANSIOptions
  let theme: ANSITheme
  let boxCharacters: TerminalBoxCharacters
  let measure: ClusterMeasure
  /// The width of the terminal, and the free columns at its edges.
  let width: Int
  private let margin: Int
  private let rightMargin: Int
  var progress: TerminalLayoutState
  var pen = ANSIPen()
  var text: TerminalText
  /// The progress in each cell of the current table row.
  var cells = PlainList<CellCursor>()
  /// The first part of each table row; -1 for a row that was not composed.
  var rowParts = PlainList<Int>()
  /// The styles of a leaf's spans.
  var looks = PlainList<SpanLook>()
  /// The address of a link.
  var address = ByteSink(capacity: 64)
  /// Whether the addresses of superscript numbers are listed at the end, so that the numbers need no
  /// addresses after them.
  var listsSources = false
  /// A cache of bullets.
  var bullets: [ItemMarker?] = []
  /// The right edge of a frame with its colour.
  private var frameEdge = ByteSink(capacity: 64)
  private var frameEdgeCount = 0
  /// The longest horizontal line so far, of which shorter ones are prefixes.
  private var line: [UInt8] = []

  private static let minimumWidth = 20

  init(
    options: ANSIOptions, theme: ANSITheme, progress: TerminalLayoutState? = nil,
    boxCharacters: TerminalBoxCharacters? = nil
  ) {
    self.options = options
    self.theme = theme
    self.boxCharacters = boxCharacters ?? .of(options)
    measure = ClusterMeasure(ambiguousWidth: options.ambiguousWidth == 2 ? 2 : 1)
    width = max(options.width, Self.minimumWidth)
    margin = Self.margin(options)
    rightMargin = max(0, min(margin, width - Self.minimumWidth - margin))
    self.progress = progress ?? Self.start(options)
    text = TerminalText(measure: measure)
    pen.isEnabled = options.colors != .none
  }

  /// Returns the state before anything is written.
  static func start(_ options: ANSIOptions) -> TerminalLayoutState {
    TerminalLayoutState(prefix: LinePrefix(margin: margin(options)))
  }

  private static func margin(_ options: ANSIOptions) -> Int {
    let width = max(options.width, minimumWidth)
    let margin = options.margin ?? (width >= 60 ? 2 : width >= 40 ? 1 : 0)
    return min(max(margin, 0), width - minimumWidth)
  }

  /// The style of plain text, which quotes change.
  var base: ANSIStyle { progress.prefix.base }

  /// The remaining width inside the containers, in columns.
  var availableWidth: Int { width - rightMargin - progress.prefix.width }

  /// The remaining width for running text, in columns. It ends at the same edge inside containers, unless
  /// they are deeply nested.
  var textWidth: Int {
    let limit = max(options.textWidth, Self.minimumWidth)
    return min(availableWidth, max(limit - (progress.prefix.width - margin), min(limit, 48)))
  }

  // MARK: Lines

  /// Starts a line: writes the empty lines before it and the prefix of the containers.
  @inline(__always)
  mutating func beginLine(into out: inout ByteSink) {
    if progress.gap > 0 { flushGap(into: &out) }
    progress.prefix.write(into: &out)
  }

  /// Ends a line in the plain style.
  @inline(__always)
  mutating func endLine(into out: inout ByteSink) {
    pen.set(.plain, into: &out)
    out.append(0x0A)
  }

  mutating func emptyLine(into out: inout ByteSink) {
    flushGap(into: &out)
    if progress.prefix.hasMarkers {
      progress.prefix.write(into: &out)
    } else {
      progress.prefix.writeBlank(into: &out)
    }
    endLine(into: &out)
  }

  mutating func flushGap(into out: inout ByteSink) {
    while progress.gap > 0 {
      progress.gap -= 1
      progress.prefix.writeBlank(levels: progress.gapDepth, into: &out)
      out.append(0x0A)
    }
  }

  /// Writes the contents of `text`, wrapped to the width of running text.
  mutating func writeText(into out: inout ByteSink) {
    text.finish()
    linkFiles()
    text.wrap(to: textWidth)
    let isRightToLeft = isRightToLeft(0..<text.count)
    var piece = 0
    for index in text.lines.indices where !out.isStopped {
      beginLine(into: &out)
      writeLine(text.lines[index], from: &piece, isRightToLeft: isRightToLeft, into: &out)
      endLine(into: &out)
    }
  }

  /// Whether a paragraph of `text` begins with a right-to-left letter. Always `false` unless lines are
  /// reordered.
  func isRightToLeft(_ range: Range<Int>) -> Bool {
    guard options.reordering != nil else { return false }
    return TextDirection(of: UnsafeBufferPointer(rebasing: text.bytes.buffer[range])) == .rightToLeft
  }

  /// Writes the text of a line, in visual order if that is requested.
  mutating func writeLine(
    _ line: TerminalText.TextLine, from piece: inout Int, isRightToLeft: Bool, into out: inout ByteSink
  ) {
    if let reordering = options.reordering,
      text.writeReordered(
        line, from: &piece, isRightToLeft: isRightToLeft, by: reordering, pen: &pen, into: &out)
    {
      return
    }
    text.write(line, from: &piece, pen: &pen, into: &out)
  }

  // MARK: Box characters

  /// Writes a horizontal line.
  mutating func writeHorizontal(_ columns: Int, into out: inout ByteSink) {
    let size = boxCharacters.horizontal.utf8CodeUnitCount
    let mark = UnsafeBufferPointer(start: boxCharacters.horizontal.utf8Start, count: size)
    while line.count < max(columns, 0) * size { line.append(contentsOf: mark) }
    out.append(line[..<(max(columns, 0) * size)])
  }

  /// Writes a vertical edge of a frame, starting and ending in the plain style.
  mutating func writeFrameEdge(into out: inout ByteSink) {
    prepareFrameEdge()
    writePreparedFrameEdge(into: &out)
  }

  /// Prepares the edge that ``writePreparedFrameEdge(into:)`` writes.
  mutating func prepareFrameEdge() {
    guard frameEdgeCount == 0 else { return }
    var pen = ANSIPen(isEnabled: pen.isEnabled)
    pen.set(theme.border, into: &frameEdge)
    frameEdge.append(boxCharacters.vertical)
    pen.set(.plain, into: &frameEdge)
    frameEdgeCount = frameEdge.count
    frameEdge.append(repeating: 0, count: 8)
  }

  @inline(__always)
  func writePreparedFrameEdge(into out: inout ByteSink) {
    if let start = frameEdge.buffer.baseAddress { out.append(padded: start, count: frameEdgeCount) }
  }

  mutating func rule(
    columns: Int, heavy: Bool = false, style: ANSIStyle? = nil, into out: inout ByteSink
  ) {
    let columns = boxCharacters.isPlain ? min(columns, 72) : columns
    beginLine(into: &out)
    pen.set(style ?? theme.border, into: &out)
    if heavy {
      for _ in 0..<max(columns, 0) { out.append(boxCharacters.heavy) }
    } else {
      writeHorizontal(columns, into: &out)
    }
    endLine(into: &out)
  }
}
