import StyledRuns

extension HTMLWriter {
  /// Writes a leaf's inline content. Every element that it opens, it closes.
  mutating func write(_ inlines: Inlines, into out: inout ByteSink) {
    // Most cells of tables, most items and headings are nothing but text.
    if inlines.spans.isEmpty, inlines.runs.count == 1, inlines.runs[0].kind == .text {
      return withUTF8(inlines.text) { text in
        var cursor = RunCursor(text)
        out.append(escapingHTML: cursor.next(inlines.runs[0].length))
      }
    }
    withUTF8(inlines.text) { write(inlines, bytes: $0, into: &out) }
  }

  private mutating func write(
    _ inlines: Inlines, bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteSink
  ) {
    let rawDepth = sanitizer.depth
    // Where nothing in the leaf is to be replaced, its runs are only copied.
    let isPlain = ByteSink.isPlainHTML(bytes)
    openSpans.begin(inlines.spans)
    var state = InlineState()
    var cursor = RunCursor(bytes)
    for run in inlines.runs {
      let text = cursor.next(run.length)
      if state.isCode, run.kind != .code || run.span != state.span { closeCode(&state, into: &out) }
      if run.span != openSpans.innermost {
        enter(run.span, of: inlines.spans, state: &state, into: &out)
      }
      state.span = run.span
      guard state.image == nil else {
        if run.kind != .rawHTML { out.append(escapingHTML: text) }
        continue
      }
      switch run.kind {
      case .text: if isPlain { out.append(text) } else { out.append(escapingHTML: text) }
      case .code:
        if !state.isCode { out.append("<code>") }
        state.isCode = true
        out.append(escapingHTMLCode: text)
      case .math, .displayMath: writeFormula(text, isDisplayed: run.kind == .displayMath, into: &out)
      case .softBreak: if !SourceLineEnd.vanishes(text, in: bytes) { out.append(0x0A) }
      case .lineBreak: out.append("<br>\n")
      case .rawHTML: writeRaw(text, floor: state.rawDepths.last ?? rawDepth, into: &out)
      }
    }
    closeCode(&state, into: &out)
    if openSpans.depth > 0 { enter(InlineRun.noSpan, of: inlines.spans, state: &state, into: &out) }
    sanitizer.close(to: rawDepth, into: &out)
  }

  /// What is open besides the spans.
  private struct InlineState {
    var span = InlineRun.noSpan
    var isCode = false
    /// The depth of the image whose alternative text is being written.
    var image: Int?
    var imageIsBlocked = false
    /// The depths of links that have no address, where they are below 64.
    var blockedLinks: UInt64 = 0
    /// How many of the sanitizer's elements were open when each span was opened.
    var rawDepths: [Int] = []
  }

  private func closeCode(_ state: inout InlineState, into out: inout ByteSink) {
    if state.isCode { out.append("</code>") }
    state.isCode = false
  }

  /// Closes and opens spans until `target` is the innermost one.
  private mutating func enter(
    _ target: Int32, of spans: [InlineSpan], state: inout InlineState, into out: inout ByteSink
  ) {
    let keep = openSpans.prepare(for: target)
    while let span = openSpans.close(to: keep) {
      close(span, of: spans, state: &state, into: &out)
    }
    while let span = openSpans.next() {
      open(span, of: spans, state: &state, into: &out)
    }
  }

  @inline(__always)
  private func open(
    _ span: Int, of spans: [InlineSpan], state: inout InlineState, into out: inout ByteSink
  ) {
    if options.rawHTML == .sanitize { state.rawDepths.append(sanitizer.depth) }
    guard state.image == nil else { return }
    switch openSpans.element(of: span) {
    case .emphasis: out.append("<em>")
    case .strong: out.append("<strong>")
    case .strikethrough: out.append("<del>")
    case .link, .image, .footnoteReference: open(spans[span].kind, state: &state, into: &out)
    }
  }

  private func open(_ kind: InlineSpan.Kind, state: inout InlineState, into out: inout ByteSink) {
    let depth = openSpans.depth - 1
    switch kind {
    case .emphasis, .strong, .strikethrough: break
    case .link(let destination, let title):
      guard writeLinkStart(destination, into: &out) else {
        state.blockedLinks |= 1 << UInt64(clamping: depth)
        out.append("<span class=\"ils-blocked\">")
        return
      }
      state.blockedLinks &= ~(1 << UInt64(clamping: depth))
      writeTitle(title, into: &out)
      out.append("\">")
    case .image(let destination, _):
      state.image = depth
      if let address = options.links.image(destination) {
        out.append("<img src=\"")
        withUTF8(address) { out.append(escapingAddress: $0) }
        out.append("\" alt=\"")
      } else {
        state.imageIsBlocked = true
        out.append("<span class=\"ils-blocked\">")
      }
    case .footnoteReference(_, let number, let occurrence):
      out.append("<sup class=\"ils-ref\"><a href=\"#")
      withUTF8(options.identifierPrefix) { out.append(escapingAddress: $0) }
      out.append("fn:")
      out.append(decimal: number)
      out.append("\" id=\"")
      out.append(escapingHTML: options.identifierPrefix)
      Self.writeReferenceName(number, occurrence, into: &out)
      out.append("\" role=\"doc-noteref\" aria-label=\"Footnote ")
      out.append(decimal: number)
      out.append("\">")
    }
  }

  @inline(__always)
  private mutating func close(
    _ span: Int, of spans: [InlineSpan], state: inout InlineState, into out: inout ByteSink
  ) {
    let depth = openSpans.depth
    if options.rawHTML == .sanitize, let rawDepth = state.rawDepths.popLast() {
      sanitizer.close(to: rawDepth, into: &out)
    }
    guard state.image == nil else { return closeWithinImage(spans[span], state: &state, into: &out) }
    switch openSpans.element(of: span) {
    case .emphasis: out.append("</em>")
    case .strong: out.append("</strong>")
    case .strikethrough: out.append("</del>")
    case .link:
      let isBlocked = depth < 64 ? state.blockedLinks >> UInt64(depth) & 1 == 1 : isBlocked(spans[span])
      out.append(isBlocked ? "</span>" : "</a>")
    case .image: break
    case .footnoteReference: out.append("</a></sup>")
    }
  }

  /// Closes the image whose alternative text is being written, or a span within that.
  private func closeWithinImage(
    _ span: InlineSpan, state: inout InlineState, into out: inout ByteSink
  ) {
    guard state.image == openSpans.depth else { return }
    if case .image(_, let title) = span.kind, !state.imageIsBlocked {
      writeTitle(title, into: &out)
      out.append("\" loading=\"lazy\">")
    } else {
      out.append("</span>")
    }
    state.image = nil
    state.imageIsBlocked = false
  }

  private func isBlocked(_ span: InlineSpan) -> Bool {
    guard case .link(let destination, _) = span.kind else { return false }
    return options.links.link(destination) == nil
  }

  /// Writes a link's tag up to its address; false, and nothing written, where the address is not allowed.
  private func writeLinkStart(_ destination: String, into out: inout ByteSink) -> Bool {
    let isWritten = withUTF8(destination) { bytes in
      guard options.links.allowsAsIs(bytes) else { return false }
      out.append("<a href=\"")
      out.append(escapingAddress: bytes)
      return true
    }
    if isWritten { return true }
    guard let address = options.links.link(destination) else { return false }
    out.append("<a href=\"")
    writeAddress(address, into: &out)
    return true
  }

  private func writeAddress(_ address: String, into out: inout ByteSink) {
    withUTF8(address) { bytes in
      guard bytes.first == UInt8(ascii: "#"), !options.identifierPrefix.isEmpty else {
        return out.append(escapingAddress: bytes)
      }
      out.append(UInt8(ascii: "#"))
      withUTF8(options.identifierPrefix) { out.append(escapingAddress: $0) }
      out.append(escapingAddress: UnsafeBufferPointer(rebasing: bytes.dropFirst()))
    }
  }

  /// Ends the attribute that is open and leaves `title` open in its place, where there is one.
  private func writeTitle(_ title: String, into out: inout ByteSink) {
    guard !title.isEmpty else { return }
    out.append("\" title=\"")
    out.append(escapingHTML: title)
  }

  private mutating func writeRaw(
    _ text: UnsafeBufferPointer<UInt8>, floor: Int, into out: inout ByteSink
  ) {
    switch options.rawHTML {
    case .unsafe: out.append(text)
    case .sanitize:
      sanitizer.write(String(decoding: text, as: UTF8.self), isInline: true, floor: floor, into: &out)
    case .escape:
      if !HTMLSanitizer.isComment(String(decoding: text, as: UTF8.self)) { out.append(escapingHTML: text) }
    }
  }
}
