import StyledRuns

extension HTMLWriter {
  /// Writes a leaf's inline content, and closes every element that it opens.
  ///
  /// - Parameter place: The content that the leaf's element allows.
  mutating func write(_ inlines: Inlines, in place: HTMLSanitizer.ContentModel, into out: inout ByteSink) {
    // Most table cells, items and headings contain only text.
    if inlines.spans.isEmpty, !sanitizer.linkText.isOpen, inlines.runs.count == 1,
      inlines.runs[0].kind == .text
    {
      return withUTF8(inlines.text) { text in
        var cursor = RunCursor(text)
        out.append(escapingHTML: cursor.next(inlines.runs[0].length))
      }
    }
    withUTF8(inlines.text) { write(inlines, bytes: $0, in: place, into: &out) }
  }

  private mutating func write(
    _ inlines: Inlines, bytes: UnsafeBufferPointer<UInt8>, in place: HTMLSanitizer.ContentModel,
    into out: inout ByteSink
  ) {
    // If nothing in the leaf must be escaped, its runs are copied.
    let isPlain = ByteSink.isPlainHTML(bytes)
    openSpans.begin(inlines.spans)
    var state = HTMLInlineState(rawDepth: sanitizer.depth)
    var cursor = RunCursor(bytes)
    for run in inlines.runs {
      let text = cursor.next(run.length)
      if state.isCode, run.kind != .code || run.span != state.span { closeCode(&state, into: &out) }
      if run.span != openSpans.innermost {
        enter(run.span, of: inlines.spans, state: &state, into: &out)
      }
      state.span = run.span
      guard state.image == nil else {
        if run.kind != .rawHTML {
          if !text.isEmpty { state.imageHasText = true }
          // The text of an image that is not shown becomes the text of the link.
          if state.unloaded != nil || state.imageIsBlocked { sanitizer.linkText.append(text) }
          out.append(escapingHTML: text)
        }
        continue
      }
      if sanitizer.linkText.isOpen, run.kind != .rawHTML { sanitizer.linkText.append(text) }
      switch run.kind {
      case .text: if isPlain { out.append(text) } else { out.append(escapingHTML: text) }
      case .code:
        if !state.isCode { out.append("<code>") }
        state.isCode = true
        out.append(escapingHTMLCode: text)
      case .math, .displayMath: writeFormula(text, isDisplayed: run.kind == .displayMath, into: &out)
      case .softBreak: if !SourceLineEnd.vanishes(text, in: bytes) { out.append(0x0A) }
      case .lineBreak: out.append("<br>\n")
      case .rawHTML: writeRaw(text, in: place, state: &state, into: &out)
      }
    }
    closeCode(&state, into: &out)
    if openSpans.depth > 0 { enter(InlineRun.noSpan, of: inlines.spans, state: &state, into: &out) }
    sanitizer.close(to: state.rawDepth, into: &out)
  }

  /// The open elements of a leaf other than spans.
  private struct HTMLInlineState {
    /// The number of the sanitizer's open elements at the start of the leaf.
    let rawDepth: Int
    var span = InlineRun.noSpan
    var isCode = false
    /// The depth of the image whose alternative text is being written; nil outside images.
    var image: Int?
    var imageIsBlocked = false
    var imageHasText = false
    /// The replacement of the current image, if the image may not be loaded.
    var unloaded: UnloadedImage?
    /// The depth of the current link. Links within it are written as text.
    var link: Int?
    /// The number of the sanitizer's open elements at the start of each span. It stays empty until the leaf
    /// contains raw HTML.
    var rawDepths: [Int] = []
    var hasRawHTML = false

    /// The number of elements that were opened before the innermost span.
    var floor: Int { rawDepths.last ?? rawDepth }
  }

  private func closeCode(_ state: inout HTMLInlineState, into out: inout ByteSink) {
    if state.isCode { out.append("</code>") }
    state.isCode = false
  }

  /// Closes and opens spans so that `target` becomes the innermost open span.
  private mutating func enter(
    _ target: Int32, of spans: [InlineSpan], state: inout HTMLInlineState, into out: inout ByteSink
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
  private mutating func open(
    _ span: Int, of spans: [InlineSpan], state: inout HTMLInlineState, into out: inout ByteSink
  ) {
    if state.hasRawHTML { state.rawDepths.append(sanitizer.depth) }
    guard state.image == nil else { return }
    switch openSpans.element(of: span) {
    case .emphasis: out.append("<em>")
    case .strong: out.append("<strong>")
    case .strikethrough: out.append("<del>")
    case .link, .image, .footnoteReference, .element: open(spans[span].kind, state: &state, into: &out)
    }
  }

  private mutating func open(
    _ kind: InlineSpan.SpanKind, state: inout HTMLInlineState, into out: inout ByteSink
  ) {
    switch kind {
    case .emphasis, .strong, .strikethrough: break
    case .link(let destination, let title):
      guard beginLink(&state, into: &out), writeLinkStart(destination, into: &out) else {
        if state.link == openSpans.depth - 1 { endLink(&state) }
        out.append("<span class=\"ils-blocked\">")
        return
      }
      writeTitle(title, into: &out)
      out.append("\">")
    case .image(let destination, _):
      state.image = openSpans.depth - 1
      openImage(destination, state: &state, into: &out)
    case .footnoteReference(_, let number, let occurrence):
      out.append("<sup class=\"ils-ref\">")
      guard beginLink(&state, into: &out) else { return }
      out.append("<a href=\"#")
      withUTF8(identifierPrefix) { out.append(escapingAddress: $0) }
      out.append("fn:")
      out.append(decimal: number)
      out.append("\" id=\"")
      out.append(escapingHTML: identifierPrefix)
      Self.writeReferenceName(number, occurrence, into: &out)
      out.append("\" role=\"doc-noteref\" aria-label=\"Footnote ")
      out.append(decimal: number)
      out.append("\">")
    case .element(let name, let role, _): Self.writeStart(ofInline: name, role, into: &out)
    }
  }

  /// Makes the innermost span the leaf's link; returns `false` inside another link.
  private mutating func beginLink(_ state: inout HTMLInlineState, into out: inout ByteSink) -> Bool {
    guard state.link == nil else { return false }
    if sanitizer.depth > 0, !sanitizer.makeRoomForLink(floor: state.floor, into: &out) { return false }
    state.link = openSpans.depth - 1
    sanitizer.isWithinLink = true
    return true
  }

  private mutating func endLink(_ state: inout HTMLInlineState) {
    state.link = nil
    sanitizer.isWithinLink = false
  }

  private func openImage(_ destination: String, state: inout HTMLInlineState, into out: inout ByteSink) {
    state.imageHasText = false
    switch options.links.verdict(onImage: destination) {
    case .allowed(let address):
      out.append("<img src=\"")
      withUTF8(address) { out.append(escapingAddress: $0) }
      out.append("\" alt=\"")
    case .elsewhere(let address):
      let canLink = state.link == nil && !sanitizer.hasOpenLink
      let unloaded = UnloadedImage(address: address, links: canLink ? options.links : nil)
      unloaded.writeStart(into: &out)
      state.unloaded = unloaded
    case .refused:
      state.imageIsBlocked = true
      out.append("<span class=\"ils-blocked\">")
    }
  }

  @inline(__always)
  private mutating func close(
    _ span: Int, of spans: [InlineSpan], state: inout HTMLInlineState, into out: inout ByteSink
  ) {
    if let rawDepth = state.rawDepths.popLast() { sanitizer.close(to: rawDepth, into: &out) }
    guard state.image == nil else { return closeWithinImage(spans[span], state: &state, into: &out) }
    switch openSpans.element(of: span) {
    case .emphasis: out.append("</em>")
    case .strong: out.append("</strong>")
    case .strikethrough: out.append("</del>")
    case .link: closeLink(spans[span], state: &state, into: &out)
    case .image: break
    case .footnoteReference:
      if state.link == openSpans.depth {
        endLink(&state)
        out.append("</a>")
      }
      out.append("</sup>")
    case .element: Self.writeInlineEnd(of: spans[span].kind, into: &out)
    }
  }

  private mutating func closeLink(
    _ span: InlineSpan, state: inout HTMLInlineState, into out: inout ByteSink
  ) {
    guard state.link != openSpans.depth else {
      endLink(&state)
      out.append("</a>")
      return out.append(target: sanitizer.linkText.end())
    }
    out.append("</span>")
    guard case .link(let destination, _) = span.kind else { return }
    switch options.links.verdict(onLink: destination) {
    case .allowed(let address), .elsewhere(let address): out.append(target: address)
    case .refused: break
    }
  }

  /// Closes the image whose alternative text is being written, or a span within that text.
  private mutating func closeWithinImage(
    _ span: InlineSpan, state: inout HTMLInlineState, into out: inout ByteSink
  ) {
    guard state.image == openSpans.depth else { return }
    state.image = nil
    if let unloaded = state.unloaded {
      unloaded.writeEnd(hasText: state.imageHasText, into: &out)
      sanitizer.linkText.append(" " + unloaded.address)
      state.unloaded = nil
    } else if state.imageIsBlocked {
      out.append("</span>")
      state.imageIsBlocked = false
    } else {
      if case .image(_, let title) = span.kind { writeTitle(title, into: &out) }
      out.append("\" loading=\"lazy\">")
    }
  }

  /// Writes a link's start tag up to its address; writes nothing and returns `false` if the address is not
  /// allowed.
  private mutating func writeLinkStart(_ destination: String, into out: inout ByteSink) -> Bool {
    let isWritten = withUTF8(destination) { bytes in
      guard options.links.allowsAsIs(bytes) else { return false }
      out.append("<a href=\"")
      out.append(escapingAddress: bytes)
      return true
    }
    if isWritten {
      sanitizer.linkText.begin(destination)
      return true
    }
    guard let address = options.links.link(destination) else { return false }
    out.append("<a href=\"")
    out.append(address: address, fragmentPrefix: identifierPrefix)
    sanitizer.linkText.begin(address)
    return true
  }

  /// Closes the open attribute and leaves a `title` attribute open instead, if there is a title.
  private func writeTitle(_ title: String, into out: inout ByteSink) {
    guard !title.isEmpty else { return }
    out.append("\" title=\"")
    out.append(escapingHTML: title)
  }

  private mutating func writeRaw(
    _ text: UnsafeBufferPointer<UInt8>, in place: HTMLSanitizer.ContentModel, state: inout HTMLInlineState,
    into out: inout ByteSink
  ) {
    rawBytes += text.count
    switch options.rawHTML {
    case .unsafe: out.append(text)
    case .sanitize:
      if !state.hasRawHTML {
        // No raw element has been opened since the start of the leaf.
        state.hasRawHTML = true
        state.rawDepths = Array(repeating: state.rawDepth, count: openSpans.depth)
      }
      sanitizer.write(
        String(decoding: text, as: UTF8.self), in: place, floor: state.floor, into: &out)
    case .escape:
      if !HTMLSanitizer.isComment(String(decoding: text, as: UTF8.self)) { out.append(escapingHTML: text) }
    }
  }
}
