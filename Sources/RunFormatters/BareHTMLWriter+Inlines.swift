import StyledRuns

extension BareHTMLWriter {
  /// Writes a leaf's inline content.
  mutating func write(_ inlines: Inlines, into out: inout ByteSink) {
    if inlines.spans.isEmpty, inlines.runs.count == 1, inlines.runs[0].kind == .text {
      return withUTF8(inlines.text) { out.append(escapingBareHTML: $0) }
    }
    openSpans.removeAll(keepingCapacity: true)
    withUTF8(inlines.text) { text in
      inlines.spans.withUnsafeBufferPointer { spans in
        var walk = Walk(spans: spans)
        var offset = 0
        for run in inlines.runs {
          let end = min(offset + Int(run.length), text.count)
          enter(run.span, &walk, into: &out)
          write(run.kind, UnsafeBufferPointer(rebasing: text[offset..<end]), walk, into: &out)
          offset = end
        }
        enter(InlineRun.noSpan, &walk, into: &out)
      }
    }
  }

  /// How far the spans of a leaf were walked.
  private struct Walk {
    let spans: UnsafeBufferPointer<InlineSpan>
    /// The spans before this one were opened.
    var opened: Int32 = 0
    /// How many of the open spans there were when the outermost open image was opened, which writes its
    /// alternative text; -1 outside of images.
    var image = -1
    /// Whether the innermost open span is a footnote reference within an image, which shows nothing.
    var isSilent = false
  }

  private func write(
    _ kind: InlineRun.Kind, _ text: UnsafeBufferPointer<UInt8>, _ walk: Walk, into out: inout ByteSink
  ) {
    if walk.image >= 0 {
      switch kind {
      case .softBreak, .lineBreak: out.append(UInt8(ascii: " "))
      case .text, .code, .rawHTML, .math, .displayMath:
        if !walk.isSilent { out.append(escapingBareHTML: text) }
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

  /// Closes and opens spans until `target` is the innermost one. O(spans) over a whole leaf, because spans are
  /// numbered in the order in which they open.
  private mutating func enter(_ target: Int32, _ walk: inout Walk, into out: inout ByteSink) {
    if openSpans.last ?? InlineRun.noSpan == target { return }
    var ancestor = target
    var isNew = 0
    while ancestor >= walk.opened, Int(ancestor) < walk.spans.count {
      let parent = walk.spans[Int(ancestor)].parent
      isNew += 1
      ancestor = parent < ancestor ? parent : InlineRun.noSpan
    }
    while let last = openSpans.last, last != ancestor {
      openSpans.removeLast()
      if walk.image == openSpans.count { walk.image = -1 }
      if walk.image < 0 { close(walk.spans[Int(last)].kind, into: &out) }
      walk.isSilent = false
    }
    guard isNew > 0 else { return }
    let first = openSpans.count
    var span = target
    for _ in 0..<isNew {
      openSpans.append(span)
      span = walk.spans[Int(span)].parent
    }
    openSpans[first...].reverse()
    walk.opened = target + 1
    for position in first..<openSpans.count where walk.image < 0 {
      let kind = walk.spans[Int(openSpans[position])].kind
      open(kind, into: &out)
      if case .image = kind { walk.image = position }
    }
    if walk.image >= 0, case .footnoteReference = walk.spans[Int(target)].kind { walk.isSilent = true }
  }

  private func open(_ kind: InlineSpan.Kind, into out: inout ByteSink) {
    switch kind {
    case .emphasis: out.append("<em>")
    case .strong: out.append("<strong>")
    case .strikethrough: out.append("<del>")
    case .link(let destination, let title):
      out.append("<a href=\"")
      appendAddress(destination, into: &out)
      appendTitle(title, into: &out)
      out.append("\">")
    case .image(let destination, _):
      out.append("<img src=\"")
      appendAddress(destination, into: &out)
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
    }
  }

  private func close(_ kind: InlineSpan.Kind, into out: inout ByteSink) {
    switch kind {
    case .emphasis: out.append("</em>")
    case .strong: out.append("</strong>")
    case .strikethrough: out.append("</del>")
    case .link: out.append("</a>")
    case .image(_, let title):
      appendTitle(title, into: &out)
      out.append("\" />")
    case .footnoteReference: out.append("</a></sup>")
    }
  }

  private func appendTitle(_ title: String, into out: inout ByteSink) {
    guard !title.isEmpty else { return }
    out.append("\" title=\"")
    withUTF8(title) { out.append(escapingBareHTML: $0) }
  }

  private func appendAddress(_ address: String, into out: inout ByteSink) {
    if unsafeHTML || !BareHTMLWriter.isDangerous(address) { out.append(escapingBareAddress: address) }
  }

  /// Whether an address could run something, as cmark judges it.
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
