import StyledRuns

extension BareHTMLWriter {
  /// Writes a leaf's inline content.
  mutating func write(_ inlines: Inlines, into out: inout ByteSink) {
    if inlines.spans.isEmpty, inlines.runs.count == 1, inlines.runs[0].kind == .text {
      return withUTF8(inlines.text) { out.append(escapingBareHTML: $0) }
    }
    openSpans.begin(inlines.spans)
    var state = BareInlineState()
    withUTF8(inlines.text) { text in
      var offset = 0
      for run in inlines.runs {
        let end = min(offset + Int(run.length), text.count)
        if run.span != openSpans.innermost { enter(run.span, of: inlines.spans, &state, into: &out) }
        write(run.kind, UnsafeBufferPointer(rebasing: text[offset..<end]), state, into: &out)
        offset = end
      }
      if openSpans.depth > 0 { enter(InlineRun.noSpan, of: inlines.spans, &state, into: &out) }
    }
  }

  /// The open elements of a leaf other than spans.
  private struct BareInlineState {
    /// The depth of the image whose alternative text is being written; -1 outside images.
    var image = -1
    /// Whether the innermost open span is a footnote reference inside an image, which writes nothing.
    var isSilent = false
  }

  private func write(
    _ kind: InlineRun.RunKind, _ text: UnsafeBufferPointer<UInt8>, _ state: BareInlineState,
    into out: inout ByteSink
  ) {
    if state.image >= 0 {
      switch kind {
      case .softBreak, .lineBreak: out.append(UInt8(ascii: " "))
      case .text, .code, .rawHTML, .math, .displayMath:
        if !state.isSilent { out.append(escapingBareHTML: text) }
      }
      return
    }
    switch kind {
    case .text:
      out.append(escapingBareHTML: text)
    case .code:
      out.append("<code>")
      out.append(escapingBareHTML: text)
      out.append("</code>")
    case .math, .displayMath:
      out.append(kind == .math ? "<span class=\"math inline\">" : "<span class=\"math display\">")
      out.append(escapingBareHTML: text)
      out.append("</span>")
    case .softBreak:
      out.append(0x0A)
    case .lineBreak:
      out.append("<br />\n")
    case .rawHTML:
      if !unsafeHTML {
        out.append("<!-- raw HTML omitted -->")
      } else if filtersTags {
        TagFilter.appendTag(text, into: &out)
      } else {
        out.append(text)
      }
    }
  }

  /// Closes and opens spans so that `target` becomes the innermost open span.
  private mutating func enter(
    _ target: Int32, of spans: [InlineSpan], _ state: inout BareInlineState, into out: inout ByteSink
  ) {
    let keep = openSpans.prepare(for: target)
    while let span = openSpans.close(to: keep) {
      if state.image == openSpans.depth { state.image = -1 }
      if state.image < 0 { close(spans, span, into: &out) }
      state.isSilent = false
    }
    while let span = openSpans.next() {
      if state.image >= 0 {
        if openSpans.element(of: span) == .footnoteReference { state.isSilent = true }
        continue
      }
      switch openSpans.element(of: span) {
      case .emphasis: out.append("<em>")
      case .strong: out.append("<strong>")
      case .strikethrough: out.append("<del>")
      case .link, .footnoteReference, .element: open(spans[span].kind, into: &out)
      case .image:
        open(spans[span].kind, into: &out)
        state.image = openSpans.depth - 1
      }
    }
  }

  private func open(_ kind: InlineSpan.SpanKind, into out: inout ByteSink) {
    switch kind {
    case .emphasis, .strong, .strikethrough: break
    case .link(let destination, let title):
      out.append("<a href=\"")
      appendAddress(destination, links?.verdict(onLink: destination), into: &out)
      appendTitle(title, into: &out)
      out.append("\">")
    case .image(let destination, _):
      out.append("<img src=\"")
      appendAddress(destination, links?.verdict(onImage: destination), into: &out)
      out.append("\" alt=\"")
    case .footnoteReference(let label, _, let occurrence):
      out.append("<sup class=\"footnote-ref\"><a href=\"#fn-")
      out.append(escapingBareAddress: label)
      out.append("\" id=\"fnref-")
      out.append(escapingBareAddress: label)
      if occurrence > 1 {
        out.append(UInt8(ascii: "-"))
        out.append(decimal: occurrence)
      }
      out.append("\" data-footnote-ref>")
    case .element(let name, let role, _): HTMLWriter.writeStart(ofInline: name, role, into: &out)
    }
  }

  private func close(_ spans: [InlineSpan], _ span: Int, into out: inout ByteSink) {
    switch openSpans.element(of: span) {
    case .emphasis: out.append("</em>")
    case .strong: out.append("</strong>")
    case .strikethrough: out.append("</del>")
    case .link: out.append("</a>")
    case .image:
      if case .image(_, let title) = spans[span].kind { appendTitle(title, into: &out) }
      out.append("\" />")
    case .footnoteReference: out.append("</a></sup>")
    case .element: HTMLWriter.writeInlineEnd(of: spans[span].kind, into: &out)
    }
  }

  private func appendTitle(_ title: String, into out: inout ByteSink) {
    guard !title.isEmpty else { return }
    out.append("\" title=\"")
    withUTF8(title) { out.append(escapingBareHTML: $0) }
  }

  private func appendAddress(
    _ address: String, _ verdict: LinkPolicy.LinkVerdict?, into out: inout ByteSink
  ) {
    guard unsafeHTML || !BareHTMLWriter.isDangerous(address) else { return }
    switch verdict {
    case .allowed(let address)?: out.append(escapingBareAddress: address)
    case .elsewhere?, .refused?: break
    case nil: out.append(escapingBareAddress: address)
    }
  }

  /// Whether an address could execute a script, by the rules of cmark.
  static func isDangerous(_ address: String) -> Bool {
    withUTF8(address) { bytes in
      func starts(_ prefix: StaticString) -> Bool {
        guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount {
          let byte = bytes[index]
          let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
          if lower != prefix.utf8Start[index] { return false }
        }
        return true
      }
      if starts("data:image/png") || starts("data:image/gif") || starts("data:image/jpeg")
        || starts("data:image/webp")
      {
        return false
      }
      return starts("javascript:") || starts("vbscript:") || starts("file:") || starts("data:")
    }
  }
}
