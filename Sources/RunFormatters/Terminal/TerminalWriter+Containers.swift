import StyledRuns

extension TerminalWriter {
  /// The text before the first line of a container.
  struct ItemMarker {
    var bytes: [UInt8]
    /// Spaces with the same width as the marker.
    var indentation: [UInt8]
    var columns: Int { indentation.count }

    init(_ bytes: [UInt8], columns: Int) {
      self.bytes = bytes
      indentation = Array(repeating: 0x20, count: columns)
    }
  }

  /// The maximum number of characters of a footnote's label.
  private static let longestNoteLabel = 24

  mutating func openQuote(_ blocks: [Block], into out: inout ByteSink) {
    var bar = theme.border
    var style = base
    let alert = options.recognisesAlerts ? Alert.recognise(blocks.first) : nil
    if let alert {
      bar.foreground = theme.color(of: alert.kind)
    } else {
      style.foreground = theme.quote
    }
    pushBar(
      bar, alert == nil ? options.marks.quoteBar : options.marks.alertBar,
      usual: alert == nil ? boxCharacters.bar : boxCharacters.alertBar, base: style)
    var frame = TerminalLayoutState.LayoutFrame(blocks: blocks, kind: .quote)
    if let alert { frame.leaveOutMarker(of: alert) }
    progress.frames.append(frame)
    if let alert {
      text.removeAll()
      text.setStyle(bar.with(bar.foreground, .bold))
      text.append(alert.kind.title, .prose)
      writeText(into: &out)
    }
  }

  /// Opens a custom element: thinking and cards with a title and a bar.
  mutating func openElement(_ element: Element, into out: inout ByteSink) {
    guard element.role != .container else {
      progress.frames.append(
        TerminalLayoutState.LayoutFrame(blocks: element.blocks, kind: .quote, hasLevel: false))
      return
    }
    var style = base
    var title = base.with(base.foreground, .bold)
    if element.role == .thinking {
      style = theme.muted
      title = theme.muted
      title.attributes.insert(.italic)
    }
    text.removeAll()
    text.setStyle(title)
    if element.role == .thinking, !boxCharacters.isPlain { text.append("\u{2726} ", .prose) }
    text.append(ElementLabels.title(of: element), .prose)
    writeText(into: &out)
    pushBar(theme.border, options.marks.quoteBar, usual: boxCharacters.bar, base: style)
    progress.frames.append(TerminalLayoutState.LayoutFrame(blocks: element.blocks, kind: .quote))
  }

  /// Opens a container with a bar before all its lines.
  ///
  /// - Parameters:
  ///   - own: The bar that the user configured; nil for the default.
  ///   - usual: The default bar.
  private mutating func pushBar(
    _ color: ANSIStyle, _ own: String?, usual: StaticString, base style: ANSIStyle
  ) {
    guard hasRoom(for: 2) else { return progress.prefix.push(base: style) }
    var sink = ByteSink(capacity: 64)
    var pen = ANSIPen(isEnabled: pen.isEnabled)
    pen.set(color, into: &sink)
    var columns = 2
    if let own, !boxCharacters.isPlain {
      sink.append(text: own)
      columns = measure.width(of: own) + 1
    } else {
      sink.append(usual)
    }
    pen.set(.plain, into: &sink)
    sink.append(0x20)
    progress.prefix.push(sink.bytes, columns: columns, base: style)
  }

  mutating func openList(_ list: List) {
    let kind: TerminalLayoutState.FrameKind =
      switch list.marker {
      case .bullet: .bullets(depth: progress.listDepth)
      case .ordered(let start, let delimiter):
        .numbers(start: start, delimiter: delimiter.asciiValue ?? UInt8(ascii: "."))
      }
    progress.frames.append(TerminalLayoutState.LayoutFrame(blocks: list.items, kind: kind, hasLevel: false))
    progress.listDepth += 1
  }

  /// Opens an item. An item with a single paragraph that `isComplete` is written at once.
  mutating func openItem(
    _ item: ListItem, in kind: TerminalLayoutState.FrameKind, isComplete: Bool, into out: inout ByteSink
  ) {
    let marker: ItemMarker
    switch kind {
    case .bullets(let depth): marker = bullet(depth: depth, task: item.task)
    case .numbers(let start, let delimiter):
      let frame = progress.frames[progress.frames.count - 1]
      let position = frame.removedCount + frame.next - 1
      let (number, overflow) = start.addingReportingOverflow(position)
      marker = self.number(overflow ? start : number, delimiter, task: item.task)
    default: marker = ItemMarker([], columns: 0)
    }
    push(hanging: marker)
    if isComplete, item.blocks.count == 1, case .paragraph(let inlines) = item.blocks[0].content {
      if !inlines.isEmpty { write(paragraph: inlines, into: &out) }
      popLevel(into: &out)
    } else {
      progress.frames.append(TerminalLayoutState.LayoutFrame(blocks: item.blocks, kind: .item))
    }
  }

  /// Opens a footnote. Its prefix is the number in the written references, or its label if those were written
  /// before the definition.
  mutating func openFootnote(_ note: Footnote) {
    text.removeAll()
    if let number = progress.footnotes.number(of: note.label) {
      text.append("[\(number)]", .prose)
    } else {
      let isLong = note.label.count > Self.longestNoteLabel
      text.append("[^\(note.label.prefix(Self.longestNoteLabel))\(isLong ? "\u{2026}" : "")]", .prose)
    }
    push(hanging: marker(text.bytes.buffer, indent: 0, theme.muted))
    progress.frames.append(TerminalLayoutState.LayoutFrame(blocks: note.blocks, kind: .footnote))
  }

  /// Closes the innermost container.
  mutating func closeContainer(into out: inout ByteSink) {
    let frame = progress.frames.removeLast()
    switch frame.kind {
    case .bullets, .numbers: progress.listDepth -= 1
    default: break
    }
    if frame.hasLevel { popLevel(into: &out) }
  }

  /// Closes the innermost level of the prefix. An empty item still shows its marker.
  private mutating func popLevel(into out: inout ByteSink) {
    if progress.prefix.endsInMarker { emptyLine(into: &out) }
    progress.prefix.pop()
  }

  /// Opens a container with a marker on its first line and indentation on the others.
  private mutating func push(hanging marker: ItemMarker) {
    if hasRoom(for: marker.columns) {
      progress.prefix.push(hanging: marker.bytes, marker.indentation, base: base)
    } else {
      progress.prefix.push(overlapping: marker.bytes, columns: marker.columns, base: base)
    }
  }

  /// Whether a container may use columns. Deeply nested containers have no indentation.
  private func hasRoom(for columns: Int) -> Bool {
    availableWidth - columns >= min(24, width / 2)
  }

  // MARK: Markers

  private mutating func bullet(depth: Int, task: Bool?) -> ItemMarker {
    let custom = boxCharacters.isPlain ? [] : options.marks.bullets
    let count = custom.isEmpty ? boxCharacters.bullets.count : custom.count
    let shape = depth % count
    let indent = depth == 0 && !boxCharacters.isPlain ? 1 : 0
    // One slot for each shape, and for each state of a task at two indentations.
    let slot = 3 * (indent * count + shape) + (task.map { $0 ? 2 : 1 } ?? 0)
    if bullets.isEmpty { bullets = Array(repeating: nil, count: 6 * count) }
    if let known = bullets[slot] { return known }
    let made: ItemMarker
    if let task {
      made = checkbox(task, indent: indent)
    } else if !custom.isEmpty {
      made = withUTF8(custom[shape]) { marker($0, indent: indent, theme.muted) }
    } else {
      let mark = boxCharacters.bullets[shape]
      made = marker(
        UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount), indent: indent,
        theme.muted)
    }
    bullets[slot] = made
    return made
  }

  private func checkbox(_ isDone: Bool, indent: Int) -> ItemMarker {
    var sink = ByteSink(capacity: 64)
    if let mark = isDone ? options.marks.doneTask : options.marks.openTask, !boxCharacters.isPlain {
      sink.append(text: mark)
    } else {
      sink.append("[")
      sink.append(isDone ? boxCharacters.done : " ")
      sink.append("]")
    }
    var style = theme.muted
    if isDone { style.foreground = theme.success }
    return marker(sink.buffer, indent: indent, style)
  }

  private func number(_ number: Int, _ delimiter: UInt8, task: Bool?) -> ItemMarker {
    if let task { return checkbox(task, indent: 0) }
    var sink = ByteSink(capacity: 64)
    sink.append(decimal: number)
    let indent = sink.count < 2 && !boxCharacters.isPlain ? 1 : 0
    sink.append(delimiter)
    return marker(sink.buffer, indent: indent, theme.muted)
  }

  /// Creates a marker from `mark`, with `indent` spaces before it and one after it.
  private func marker(_ mark: UnsafeBufferPointer<UInt8>, indent: Int, _ style: ANSIStyle) -> ItemMarker {
    var sink = ByteSink(capacity: 64)
    var pen = ANSIPen(isEnabled: pen.isEnabled)
    sink.append(repeating: 0x20, count: indent)
    pen.set(style, into: &sink)
    sink.append(mark)
    pen.set(.plain, into: &sink)
    sink.append(0x20)
    return ItemMarker(sink.bytes, columns: indent + measure.width(of: mark) + 1)
  }
}
