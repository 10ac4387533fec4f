import StyledRuns

/// Lays blocks out line by line for a terminal.
///
/// What a block looks like depends on nothing but the block, the containers around it and the sibling before
/// it, so that a document can be written while it grows. Containers are kept on a stack of its own, so that
/// nesting costs memory and never the thread's stack.
struct TerminalWriter {
  let options: ANSIFormatter.Options
  private(set) var theme: ANSITheme
  let ornaments: TerminalOrnaments
  let measure: ClusterMeasure
  /// Columns of the terminal.
  let width: Int
  var pen = ANSIPen()
  var text: TerminalText
  /// One text for each column of a table.
  var cells: [TerminalText] = []
  var notes = LinkNotes()
  private var frames: [Frame] = []
  private var levels: [Level] = []
  /// What stands before each line within the containers, and its columns.
  private(set) var prefix: [UInt8] = []
  private(set) var prefixWidth = 0
  private var blankPrefix: [UInt8] = []
  private var hasMarkers = false
  private var listDepth = 0
  /// What has been made of markers: the same text always looks the same.
  private var markers: [String: Level] = [:]
  /// The right edge of a code block's frame with its colour.
  var codeEdge: [UInt8] = []
  /// How many lines of the code block in turn have been written; nil before its frame.
  var codeLines: Int?
  /// As much of a horizontal line as has been needed so far.
  private var line: [UInt8] = []
  /// Memory for the looks of a leaf's spans.
  var looks: [SpanLook] = []
  private var pendingGap = 0
  /// What stands on the empty lines of the gap: it lies outside of a container that starts after it.
  private var gapPrefix: [UInt8] = []
  /// How plain text looks here; quotes change it.
  var base = ANSIStyle.plain

  /// What a container puts before its lines.
  struct Level {
    var bytes: [UInt8]
    var width: Int
    /// What is put before the next line in place of `bytes`: a list item's marker.
    var marker: [UInt8]?
    var base: ANSIStyle
  }

  private struct Frame {
    var blocks: [Block]
    var next = 0
    /// The last sibling that was visible.
    var previous: Block?
    var kind: Kind
    var levels = 0
    var isAlert = false
  }

  enum Kind {
    case document, quote, footnotes, item, footnote
    case list(List, depth: Int)
  }

  private static let minimumWidth = 20

  init(options: ANSIFormatter.Options, sheet: StyleSheet?, ornaments: TerminalOrnaments? = nil) {
    self.options = options
    theme = ANSITheme(sheet, colors: options.colors)
    self.ornaments = ornaments ?? (options.ambiguousWidth == 2 ? .ascii : .boxes)
    measure = ClusterMeasure(ambiguousWidth: options.ambiguousWidth == 2 ? 2 : 1)
    width = max(options.width, Self.minimumWidth)
    text = TerminalText(measure: measure)
    pen.isEnabled = options.colors != .none
    let margin = options.margin ?? (width >= 60 ? 2 : width >= 40 ? 1 : 0)
    let room = min(max(margin, 0), width - Self.minimumWidth)
    levels = [Level(bytes: Array(repeating: 0x20, count: room), width: room, base: .plain)]
    rebuildPrefix()
  }

  mutating func setTheme(_ next: ANSITheme) {
    theme = next
    markers.removeAll()
    codeEdge.removeAll()
  }

  /// The columns left for running text.
  var textWidth: Int { min(width - prefixWidth, max(options.textWidth, Self.minimumWidth)) }

  /// Writes what of the document can no longer change and was not written before; with `isFinal`, all the rest.
  ///
  /// Each call is given the same document, grown. Nothing is looked at again but the open blocks.
  mutating func write(_ document: Document, isFinal: Bool, into out: inout ByteSink) {
    if frames.isEmpty { frames.append(Frame(blocks: [], kind: .document)) }
    guard refresh(document) else { return }
    drain(isFinal: isFinal, into: &out)
    guard isFinal else { return }
    if !document.footnotes.isEmpty {
      if !document.blocks.isEmpty { setGap(1) }
      rule(columns: min(textWidth, 12), into: &out)
      frames.append(Frame(blocks: document.footnotes, kind: .footnotes))
      drain(isFinal: true, into: &out)
    }
    writeNotes(into: &out)
  }

  /// Puts the blocks of the grown document in place of those that were seen before. False where the document
  /// is not the one that was begun.
  private mutating func refresh(_ document: Document) -> Bool {
    frames[0].blocks = document.blocks
    for index in frames.indices.dropFirst() {
      let parent = frames[index - 1]
      guard parent.next > 0, parent.next <= parent.blocks.count else { return false }
      var children = parent.blocks[parent.next - 1].children
      if frames[index].isAlert, let alert = Alert.recognise(children) { children = alert.blocks }
      frames[index].blocks = children
    }
    return true
  }

  private mutating func drain(isFinal: Bool, into out: inout ByteSink) {
    while let top = frames.indices.last {
      let index = frames[top].next
      guard index < frames[top].blocks.count else {
        guard isFinal || top > 0 && isFinished(containerOf: top) else { return }
        close(frames.removeLast(), into: &out)
        continue
      }
      let block = frames[top].blocks[index]
      guard isFinal || block.isFinished || mayBegin(block) else { return }
      if codeLines == nil, isVisible(block) {
        if let previous = frames[top].previous, !hasMarkers {
          setGap(gap(between: previous, and: block, in: frames[top].kind))
        }
        frames[top].previous = block
      }
      if !isFinal, !block.isFinished, case .code(let code) = block.content {
        writeSettled(code, into: &out)
        return
      }
      frames[top].next = index + 1
      if isVisible(block) { open(block, in: frames[top].kind, into: &out) }
    }
  }

  private func isFinished(containerOf frame: Int) -> Bool {
    frames[frame - 1].blocks[frames[frame - 1].next - 1].isFinished
  }

  /// Whether the lines of an unfinished block may be begun: what is above its open line is decided.
  private func mayBegin(_ block: Block) -> Bool {
    switch block.content {
    case .list, .listItem, .quote:
      // The first thing in it decides what it is: a task, a call-out, nothing of the kind.
      guard let first = block.children.first else { return false }
      return first.isFinished || block.children.count > 1 || mayBegin(first)
    case .code(let code): return settledLines(code) > 0 || codeLines != nil
    default: return false
    }
  }

  private func isVisible(_ block: Block) -> Bool {
    switch block.content {
    case .html(let text): !HTMLSanitizer.isComment(text)
    case .frontMatter: options.frontMatter != .hide
    case .paragraph(let inlines): !inlines.isEmpty
    default: true
    }
  }

  /// The empty lines between two siblings.
  private func gap(between previous: Block, and block: Block, in kind: Kind) -> Int {
    switch kind {
    case .list:
      guard case .listItem(let item) = block.content else { return 1 }
      return item.followsBlankLine ? 1 : 0
    case .item:
      if case .list(let list) = block.content, case .paragraph = previous.content,
        case .listItem(let first)? = list.items.first?.content
      {
        return first.followsBlankLine ? 1 : 0
      }
      return 1
    case .footnotes:
      return 0
    case .document:
      if case .heading(let heading) = block.content, heading.level <= 2 {
        if case .heading = previous.content { return 1 }
        return 2
      }
      return 1
    case .quote, .footnote:
      return 1
    }
  }

  private mutating func open(_ block: Block, in kind: Kind, into out: inout ByteSink) {
    switch block.content {
    case .paragraph(let inlines): write(inlines, style: base, into: &out)
    case .heading(let heading): write(heading, into: &out)
    case .quote(let blocks): openQuote(blocks, into: &out)
    case .list(let list):
      frames.append(Frame(blocks: list.items, kind: .list(list, depth: listDepth)))
      listDepth += 1
    case .listItem(let item): openItem(item, in: kind)
    case .code(let code): write(code, into: &out)
    case .html(let text): writeRaw(text, into: &out)
    case .table(let table): write(table, into: &out)
    case .thematicBreak: rule(columns: textWidth, into: &out)
    case .frontMatter(let matter):
      if options.frontMatter == .table, let table = matter.table {
        write(table, into: &out)
      } else {
        write(matter.code, into: &out)
      }
    case .footnote(let note):
      push(blocks: note.blocks, kind: .footnote, marker: "[\(note.number)] ", style: theme.muted)
    }
  }

  private mutating func close(_ frame: Frame, into out: inout ByteSink) {
    // An item without content still shows its marker.
    if frame.levels > 0, levels.last?.marker != nil { emptyLine(into: &out) }
    if case .list = frame.kind { listDepth -= 1 }
    if frame.levels > 0 { pop() }
  }

  // MARK: Containers

  private mutating func openQuote(_ blocks: [Block], into out: inout ByteSink) {
    var bar = theme.border
    var style = base
    var content = blocks
    let alert = options.recognisesAlerts ? Alert.recognise(blocks) : nil
    if let alert {
      bar.foreground = theme.color(of: alert.kind)
      content = alert.blocks
    } else {
      style.foreground = theme.quote
    }
    var level = Level(bytes: [], width: 0, base: style)
    if hasRoom(for: 2) {
      var sink = ByteSink(capacity: 64)
      var pen = ANSIPen()
      pen.isEnabled = self.pen.isEnabled
      pen.set(bar, into: &sink)
      sink.append(ornaments.bar)
      pen.set(.plain, into: &sink)
      sink.append(0x20)
      level = Level(bytes: sink.bytes, width: 2, base: style)
    }
    push(level)
    frames.append(Frame(blocks: content, kind: .quote, levels: 1, isAlert: alert != nil))
    if let alert {
      text.removeAll()
      text.setStyle(bar.with(bar.foreground, .bold))
      text.append(alert.kind.title, .prose)
      writeText(into: &out)
    }
  }

  private mutating func openItem(_ item: ListItem, in kind: Kind) {
    var marker = ""
    var style = theme.muted
    if case .list(let list, let depth) = kind {
      switch list.marker {
      case .bullet:
        marker = "\(ornaments.bullets[depth % ornaments.bullets.count]) "
        if depth == 0, !ornaments.isPlain { marker = " " + marker }
      case .ordered(let start, let delimiter):
        let position = (frames.last?.next ?? 1) - 1
        let (number, overflow) = start.addingReportingOverflow(position)
        let digits = String(overflow ? start : number)
        marker = (digits.utf8.count < 2 && !ornaments.isPlain ? " " : "") + "\(digits)\(delimiter) "
      }
    }
    if let isDone = item.task {
      marker = marker.hasPrefix(" ") ? " " : ""
      if let isBullet = Self.isBullet(kind), !isBullet { marker = "" }
      marker += isDone ? "[\(ornaments.done)] " : "[ ] "
      if isDone { style.foreground = theme.success }
    }
    push(blocks: item.blocks, kind: .item, marker: marker, style: style)
  }

  private static func isBullet(_ kind: Kind) -> Bool? {
    guard case .list(let list, _) = kind else { return nil }
    if case .bullet = list.marker { return true }
    return false
  }

  /// Enters a container whose first line has a marker and whose other lines hang below it.
  private mutating func push(blocks: [Block], kind: Kind, marker: String, style: ANSIStyle) {
    let known = markers[marker]
    let columns = known?.width ?? measure.width(of: marker)
    var level = Level(bytes: [], width: 0, base: base)
    if hasRoom(for: columns), var known {
      known.base = base
      level = known
    } else if hasRoom(for: columns) {
      var sink = ByteSink(capacity: 64)
      var pen = ANSIPen()
      pen.isEnabled = self.pen.isEnabled
      let mark = marker.drop { $0 == " " }
      sink.append(repeating: 0x20, count: marker.utf8.count - mark.utf8.count)
      pen.set(style, into: &sink)
      sink.append(text: String(mark.dropLast()))
      pen.set(.plain, into: &sink)
      sink.append(0x20)
      level = Level(
        bytes: Array(repeating: 0x20, count: columns), width: columns, marker: sink.bytes, base: base)
      if markers.count < 256 { markers[marker] = level }
    }
    push(level)
    frames.append(Frame(blocks: blocks, kind: kind, levels: 1))
  }

  /// Whether a container may take columns: beyond a point, deeper ones are shown without indentation.
  private func hasRoom(for columns: Int) -> Bool {
    width - prefixWidth - columns >= min(24, width / 2)
  }

  private mutating func push(_ level: Level) {
    levels.append(level)
    // Without columns of its own a level changes nothing, however many there are.
    if level.width > 0 { rebuildPrefix() } else { base = level.base }
  }

  private mutating func pop() {
    guard let level = levels.popLast() else { return }
    if level.width > 0 { rebuildPrefix() } else { base = levels.last?.base ?? .plain }
  }

  private mutating func rebuildPrefix() {
    prefix.removeAll(keepingCapacity: true)
    prefixWidth = 0
    hasMarkers = false
    for level in levels where level.width > 0 {
      prefix.append(contentsOf: level.bytes)
      prefixWidth += level.width
      if level.marker != nil { hasMarkers = true }
    }
    blankPrefix = prefix
    while blankPrefix.last == 0x20 { blankPrefix.removeLast() }
    base = levels.last?.base ?? .plain
  }

  // MARK: Lines

  /// Starts a line: the empty lines before it, and what the containers put in front.
  mutating func beginLine(into out: inout ByteSink) {
    flushGap(into: &out)
    guard hasMarkers else { return out.append(prefix) }
    for index in levels.indices {
      if let marker = levels[index].marker {
        out.append(marker)
        levels[index].marker = nil
      } else {
        out.append(levels[index].bytes)
      }
    }
    hasMarkers = false
  }

  /// Ends a line in the terminal's plain state.
  mutating func endLine(into out: inout ByteSink) {
    pen.set(.plain, into: &out)
    out.append(0x0A)
  }

  mutating func emptyLine(into out: inout ByteSink) {
    if hasMarkers {
      beginLine(into: &out)
    } else {
      flushGap(into: &out)
      out.append(blankPrefix)
    }
    endLine(into: &out)
  }

  private mutating func setGap(_ lines: Int) {
    guard pendingGap == 0 else { return }
    pendingGap = lines
    gapPrefix = blankPrefix
  }

  private mutating func flushGap(into out: inout ByteSink) {
    while pendingGap > 0 {
      pendingGap -= 1
      out.append(gapPrefix)
      out.append(0x0A)
    }
  }

  /// Writes what `text` holds, wrapped to the running text's width.
  mutating func writeText(into out: inout ByteSink) {
    text.finish()
    text.wrap(to: textWidth)
    var piece = 0
    for line in text.lines {
      beginLine(into: &out)
      text.write(line, from: &piece, pen: &pen, into: &out)
      endLine(into: &out)
    }
  }

  /// A stretch of a horizontal line.
  mutating func horizontals(_ columns: Int) -> ArraySlice<UInt8> {
    let size = ornaments.horizontal.utf8CodeUnitCount
    let mark = UnsafeBufferPointer(start: ornaments.horizontal.utf8Start, count: size)
    while line.count < max(columns, 0) * size { line.append(contentsOf: mark) }
    return line[..<(max(columns, 0) * size)]
  }

  mutating func rule(
    columns: Int, heavy: Bool = false, style: ANSIStyle? = nil, into out: inout ByteSink
  ) {
    let columns = ornaments.isPlain ? min(columns, 72) : columns
    beginLine(into: &out)
    pen.set(style ?? theme.border, into: &out)
    if heavy {
      for _ in 0..<max(columns, 0) { out.append(ornaments.heavy) }
    } else {
      out.append(horizontals(columns))
    }
    endLine(into: &out)
  }
}
