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
    let text = inlines.text
    withUTF8(text) { write(inlines, bytes: $0, into: &out) }
  }

  private mutating func write(
    _ inlines: Inlines, bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteSink
  ) {
    let rawDepth = sanitizer.depth
    measureDepths(of: inlines.spans)
    openSpans.removeAll(keepingCapacity: true)
    var state = InlineState()
    var cursor = RunCursor(bytes)
    for run in inlines.runs {
      let text = cursor.next(run.length)
      if state.isCode, run.kind != .code || run.span != state.span { closeCode(&state, into: &out) }
      enter(run.span, of: inlines.spans, state: &state, into: &out)
      state.span = run.span
      guard state.image == nil else {
        if run.kind != .rawHTML { out.append(escapingHTML: text) }
        continue
      }
      switch run.kind {
      case .text: out.append(escapingHTML: text)
      case .code:
        if !state.isCode { out.append("<code>") }
        state.isCode = true
        out.append(escapingHTMLCode: text)
      case .math, .displayMath: writeFormula(text, isDisplayed: run.kind == .displayMath, into: &out)
      case .softBreak: out.append(0x0A)
      case .lineBreak: out.append("<br>\n")
      case .rawHTML: writeRaw(text, floor: state.rawDepths.last ?? rawDepth, into: &out)
      }
    }
    closeCode(&state, into: &out)
    enter(InlineRun.noSpan, of: inlines.spans, state: &state, into: &out)
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

  /// The depth of each span, from 1; a parent that does not precede its child counts as none.
  private mutating func measureDepths(of spans: [InlineSpan]) {
    spanDepths.removeAll(keepingCapacity: true)
    for (index, span) in spans.enumerated() {
      let parent = Int(span.parent)
      spanDepths.append(parent >= 0 && parent < index ? spanDepths[parent] + 1 : 1)
    }
  }

  /// Closes and opens spans until `target` is the innermost one.
  private mutating func enter(
    _ target: Int32, of spans: [InlineSpan], state: inout InlineState, into out: inout ByteSink
  ) {
    if openSpans.last ?? InlineRun.noSpan == target { return }
    // What is to be opened, innermost first, up to the first ancestor that is open.
    spanPath.removeAll(keepingCapacity: true)
    var current = target
    while current >= 0, Int(current) < spans.count {
      let depth = Int(spanDepths[Int(current)])
      if depth <= openSpans.count, openSpans[depth - 1] == current { break }
      spanPath.append(current)
      current = depth > 1 ? spans[Int(current)].parent : InlineRun.noSpan
    }
    let keep = current >= 0 && Int(current) < spans.count ? Int(spanDepths[Int(current)]) : 0
    while openSpans.count > keep {
      let span = openSpans.removeLast()
      close(spans[Int(span)].kind, depth: openSpans.count, state: &state, into: &out)
    }
    while let span = spanPath.popLast() {
      open(spans[Int(span)].kind, depth: openSpans.count, state: &state, into: &out)
      openSpans.append(span)
    }
  }

  private func open(
    _ kind: InlineSpan.Kind, depth: Int, state: inout InlineState, into out: inout ByteSink
  ) {
    if options.rawHTML == .sanitize { state.rawDepths.append(sanitizer.depth) }
    guard state.image == nil else { return }
    switch kind {
    case .emphasis: out.append("<em>")
    case .strong: out.append("<strong>")
    case .strikethrough: out.append("<del>")
    case .link(let destination, let title):
      guard let address = options.links.link(destination) else {
        state.blockedLinks |= 1 << UInt64(clamping: depth)
        out.append("<span class=\"ils-blocked\">")
        return
      }
      state.blockedLinks &= ~(1 << UInt64(clamping: depth))
      out.append("<a href=\"")
      writeAddress(address, into: &out)
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

  private mutating func close(
    _ kind: InlineSpan.Kind, depth: Int, state: inout InlineState, into out: inout ByteSink
  ) {
    if let rawDepth = state.rawDepths.popLast() { sanitizer.close(to: rawDepth, into: &out) }
    if let image = state.image {
      guard image == depth else { return }
      if case .image(_, let title) = kind, !state.imageIsBlocked {
        writeTitle(title, into: &out)
        out.append("\" loading=\"lazy\">")
      } else {
        out.append("</span>")
      }
      state.image = nil
      state.imageIsBlocked = false
      return
    }
    switch kind {
    case .emphasis: out.append("</em>")
    case .strong: out.append("</strong>")
    case .strikethrough: out.append("</del>")
    case .link(let destination, _):
      let isBlocked =
        depth < 64 ? state.blockedLinks >> UInt64(depth) & 1 == 1 : options.links.link(destination) == nil
      out.append(isBlocked ? "</span>" : "</a>")
    case .image: break
    case .footnoteReference: out.append("</a></sup>")
    }
  }

  private func writeAddress(_ address: String, into out: inout ByteSink) {
    if address.utf8.first == UInt8(ascii: "#"), !options.identifierPrefix.isEmpty {
      let prefixed = "#" + options.identifierPrefix + address.dropFirst()
      withUTF8(prefixed) { out.append(escapingAddress: $0) }
    } else {
      withUTF8(address) { out.append(escapingAddress: $0) }
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
