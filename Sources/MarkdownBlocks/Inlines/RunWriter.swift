internal import MarkdownSource
internal import StyledRuns

/// Writes the items of an ``InlineParser`` as runs and spans, starting with the first item that changed.
struct RunWriter: ~Copyable {
  /// The state at a commit point among the items, from which writing can resume.
  struct RunWriterCheckpoint: BitwiseCopyable {
    var item: Int32 = 0
    /// The number of links around the position.
    var links: Int32 = 0
    var written = RunBuilder.RunBuilderCheckpoint()
    var addresses = AddressSearch()
    var span = InlineRun.noSpan
    var hasFootnotes = false
  }

  /// The search for email addresses in the current text run, which can resume after a commit point.
  struct AddressSearch: BitwiseCopyable {
    /// The offset before which no address begins.
    var begin: Int32 = 0
    /// The offset before which every `@` has been examined.
    var next: Int32 = 0
    /// The number of `@` so far. Like cmark, the search stops after 1000.
    var ats: Int32 = 0

    init(from: Int = 0) { begin = Int32(truncatingIfNeeded: from) }
  }

  var builder = RunBuilder()
  private var checkpoints = RawBuffer<RunWriterCheckpoint>(capacity: 7)
  /// The first checkpoint to which the writer may still roll back.
  private var firstCheckpoint = 0
  private var state = RunWriterCheckpoint()
  private var code = RawBuffer<UInt8>(capacity: 64)

  mutating func begin() {
    builder.reset()
    checkpoints.removeAll()
    checkpoints.append(RunWriterCheckpoint())
    firstCheckpoint = 0
    state = RunWriterCheckpoint()
  }

  var hasFootnotes: Bool { state.hasFootnotes }

  /// Rolls back to the last checkpoint before an item.
  ///
  /// - Returns: The item at which to resume.
  private mutating func resume(before firstChanged: Int) -> Int {
    while checkpoints.count > firstCheckpoint + 1, Int(checkpoints[checkpoints.count - 1].item) > firstChanged
    {
      checkpoints.truncate(to: checkpoints.count - 1)
    }
    state = checkpoints[checkpoints.count - 1]
    builder.truncate(to: state.written)
    return Int(state.item)
  }

  private mutating func addCheckpoint(_ item: Int) {
    state.item = Int32(truncatingIfNeeded: item)
    state.written = builder.checkpoint
    checkpoints.append(state)
  }

  /// Releases the checkpoints before an item, whose runs stay. Does nothing and returns `false` if there is
  /// no checkpoint at the item, or if an open span encloses it.
  mutating func discardItems(before item: Int) -> Bool {
    let index = checkpoints.partitioningIndex(from: firstCheckpoint) { Int($0.item) >= item }
    guard index < checkpoints.count, Int(checkpoints[index].item) == item,
      checkpoints[index].span == InlineRun.noSpan, checkpoints[index].links == 0
    else { return false }
    firstCheckpoint = index
    checkpoints.discard(before: index)
    return true
  }

  /// Releases the runs that are shown and cannot change any more.
  mutating func discardShown() { builder.discard(before: checkpoints[firstCheckpoint].written) }

  /// The number of allocated bytes.
  var byteCount: Int { builder.byteCount + checkpoints.byteCount + code.byteCount }

  /// Writes the items from the first changed one on.
  mutating func write(_ leaf: InlineParser) {
    var index = resume(before: leaf.firstChanged)
    while index < leaf.items.count {
      let item = leaf.items[index]
      let (text, count) = (leaf.text + Int(item.start), Int(item.end - item.start))
      index += 1
      switch item.kind {
      case .text: appendText(text, count)
      case .synthesized: appendText(leaf.synthesized.base + Int(item.start), count)
      case .code: appendCode(text, count, leaf)
      case .math, .displayMath, .html:
        endText(leaf)
        let kind: InlineRun.RunKind =
          item.kind == .html ? .rawHTML : item.kind == .math ? .math : .displayMath
        builder.append(kind, text, count: count, span: state.span)
      case .elementStart:
        endText(leaf)
        openElement(
          UnsafeBufferPointer(start: text, count: count), leaf.syntax.elements?.rules[Int(item.reference)])
      case .elementEnd:
        endText(leaf)
        close()
        state.addresses = AddressSearch(from: builder.count)
      case .softBreak, .lineBreak:
        endText(leaf)
        builder.append(item.kind == .softBreak ? .softBreak : .lineBreak, span: state.span)
      case .delimiter: appendDelimiter(leaf.delimiters[Int(item.reference)], leaf)
      case .bracket where item.reference < 0: appendText(text, count)
      case .bracket: index = openLink(leaf.links[Int(item.reference)], next: index, leaf)
      case .linkEnd:
        if case .hidden = leaf.links[Int(item.reference)].kind { break }
        closeLink(leaf)
      case .address, .pointedAddress:
        endText(leaf)
        let inner = builder.open(
          .link(destination: leaf.links[Int(item.reference)].destination, title: ""), parent: state.span)
        builder.appendText(
          item.kind == .address ? text : UnsafePointer(leaf.synthesized.base) + Int(item.start), count: count,
          span: inner)
        builder.close(inner)
      case .commitPoint:
        findAddresses(leaf, isWhole: false)
        addCheckpoint(index)
      }
    }
    endText(leaf)
    // A span that is closed optimistically may still be empty.
    while state.span != InlineRun.noSpan { close() }
  }

  private mutating func appendText(_ text: UnsafePointer<UInt8>, _ count: Int) {
    builder.appendText(text, count: count, span: state.span)
  }

  // MARK: Code

  private mutating func appendCode(_ text: UnsafePointer<UInt8>, _ count: Int, _ leaf: InlineParser) {
    endText(leaf)
    code.truncate(to: 0)
    var isBlank = true
    for index in 0..<count {
      let byte = text[index] == .newline ? .space : text[index]
      if byte != .space { isBlank = false }
      code.append(byte)
    }
    let isPadded = !isBlank && code[0] == .space && code[count - 1] == .space
    builder.append(
      .code, UnsafePointer(code.base) + (isPadded ? 1 : 0), count: count - (isPadded ? 2 : 0),
      span: state.span)
  }

  // MARK: Spans

  private mutating func open(_ kind: InlineSpan.SpanKind) {
    state.span = builder.open(kind, parent: state.span)
  }

  private mutating func close() {
    builder.close(state.span)
    state.span = builder.span(state.span).parent
  }

  private mutating func openElement(_ tag: UnsafeBufferPointer<UInt8>, _ rule: ElementRules.ElementRule?) {
    guard let rule else { return }
    open(
      .element(
        name: String(decoding: rule.name, as: UTF8.self), role: rule.role,
        attributes: ElementTag.attributes(tag)))
    state.addresses = AddressSearch(from: builder.count)
  }

  private mutating func appendDelimiter(_ delimiter: InlineDelimiter, _ leaf: InlineParser) {
    if delimiter.isQuote { return appendQuote(delimiter) }
    if delimiter.closedCount > 0 || delimiter.outermost >= 0 { endText(leaf) }
    for _ in 0..<delimiter.closedCount { close() }
    for _ in 0..<delimiter.remaining {
      withUnsafePointer(to: delimiter.byte) { builder.appendText($0, count: 1, span: state.span) }
    }
    if delimiter.outermost >= 0, delimiter.remaining > 0 { endText(leaf) }
    var match = delimiter.outermost
    while match >= 0 {
      switch leaf.matches[Int(match)].kind {
      case .strong: open(.strong)
      case .strikethrough: open(.strikethrough)
      case .emphasis, .quote: open(.emphasis)
      }
      match = leaf.matches[Int(match)].inner
    }
    if delimiter.closedCount > 0 || delimiter.outermost >= 0 {
      state.addresses = AddressSearch(from: builder.count)
    }
  }

  private mutating func appendQuote(_ delimiter: InlineDelimiter) {
    let glyph: StaticString =
      switch (delimiter.byte, delimiter.opensQuote) {
      case (UInt8(ascii: "'"), true): "\u{2018}"
      case (UInt8(ascii: "'"), false): "\u{2019}"
      case (_, true): "\u{201C}"
      case (_, false): "\u{201D}"
      }
    builder.appendText(glyph.utf8Start, count: glyph.utf8CodeUnitCount, span: state.span)
  }

  /// Opens a link or image, or writes a construct without a span.
  ///
  /// - Returns: The item at which to continue.
  private mutating func openLink(_ link: InlineLink, next: Int, _ leaf: InlineParser) -> Int {
    switch link.kind {
    case .link, .image:
      endText(leaf)
      if case .link = link.kind {
        open(.link(destination: link.destination, title: link.title))
        state.links += 1
      } else {
        open(.image(destination: link.destination, title: link.title))
      }
      state.addresses = AddressSearch(from: builder.count)
      return next
    case .footnote(let definition):
      endText(leaf)
      state.hasFootnotes = true
      let inner = builder.open(
        .footnoteReference(label: "", number: definition.rawValue, occurrence: 0), parent: state.span)
      builder.appendEmpty(span: inner)
      state.addresses = AddressSearch(from: builder.count)
      return Int(link.next)
    case .hidden:
      return next
    case .text(let synthesized):
      appendText(leaf.synthesized.base + synthesized.start, synthesized.end - synthesized.start)
      return Int(link.next)
    }
  }

  private mutating func closeLink(_ leaf: InlineParser) {
    endText(leaf)
    if case .link = builder.span(state.span).kind { state.links -= 1 }
    close()
    state.addresses = AddressSearch(from: builder.count)
  }

  // MARK: Mail

  /// Ends the current run of text.
  private mutating func endText(_ leaf: InlineParser) {
    findAddresses(leaf, isWhole: true)
    state.addresses = AddressSearch(from: builder.count)
  }

  private mutating func findAddresses(_ leaf: InlineParser, isWhole: Bool) {
    guard leaf.syntax.autolinks, state.links == 0 else { return }
    builder.linkMail(span: state.span, isWhole: isWhole, &state.addresses)
  }
}

extension InlineParser {
  /// Returns the inline content, and whether it refers to footnotes.
  func inlines() -> (inlines: Inlines, hasFootnotes: Bool) {
    write()
    return (writer.builder.finish(), writer.hasFootnotes)
  }

  /// Writes the items, and returns whether they refer to footnotes.
  func hasFootnotes() -> Bool {
    write()
    return writer.hasFootnotes
  }

  private func write() {
    writer.write(self)
    firstChanged = items.count
  }
}
