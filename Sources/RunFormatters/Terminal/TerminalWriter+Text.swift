import StyledRuns

extension TerminalWriter {
  mutating func write(_ inlines: Inlines, style: ANSIStyle, into out: inout ByteSink) {
    text.removeAll()
    compose(inlines, style: style)
    writeText(into: &out)
  }

  mutating func write(_ heading: Heading, into out: inout ByteSink) {
    text.removeAll()
    let style = style(ofHeading: heading.level)
    if let prefix = options.marks.headingPrefix(level: heading.level) {
      text.setStyle(style)
      text.append(prefix, .verbatim)
    } else if options.headingMarks ?? (heading.level > 2 && !pen.isEnabled) {
      // Without styles, only number signs distinguish deep levels.
      text.setStyle(style)
      text.append(repeating: UInt8(ascii: "#"), count: min(heading.level, 6))
      text.append(repeating: 0x20, count: 1)
    }
    compose(heading.inlines, style: style)
    writeText(into: &out)
    guard heading.level <= 2, options.marks.hasHeadingRules else { return }
    var widest = 0
    for index in text.lines.indices { widest = max(widest, text.lines[index].width) }
    guard widest > 0 else { return }
    let isTop = heading.level <= 1
    let columns = isTop && !boxCharacters.isPlain ? textWidth : min(widest, textWidth)
    rule(columns: columns, heavy: isTop, into: &out)
  }

  /// Returns the style of a heading. From level 3 on there is no rule below the heading, so each level has
  /// its own weight and slant. They distinguish the levels even in themes whose headings have the colour of
  /// text.
  private func style(ofHeading level: Int) -> ANSIStyle {
    switch level {
    case ...2: base.with(theme.heading.foreground, .bold)
    case 3: base.with(theme.deepHeading, .bold)
    case 4: base.with(theme.deepHeading, [.bold, .italic])
    case 5: base.with(theme.deepHeading, .italic)
    default: base.with(theme.muted.foreground, .italic)
    }
  }

  /// Writes HTML as text if it is simple markup, otherwise as source.
  mutating func writeHTML(_ html: String, into out: inout ByteSink) {
    guard let parts = ReadableHTML.parts(of: html, boxCharacters) else { return writeRaw(html, into: &out) }
    for (index, part) in parts.enumerated() {
      if index > 0, !part.followsClosely { progress.setGap(1) }
      switch part.content {
      case .paragraph(let inlines): write(inlines, style: base, into: &out)
      case .heading(let heading): write(heading, into: &out)
      case .code(let code): write(code, into: &out)
      default: rule(columns: textWidth, into: &out)
      }
    }
  }

  /// Writes the source of HTML in a muted colour.
  private mutating func writeRaw(_ html: String, into out: inout ByteSink) {
    text.removeAll()
    text.setStyle(theme.muted)
    var rest = html[...]
    while rest.last == "\n" { rest.removeLast() }
    for (index, line) in rest.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { text.appendLineEnd() }
      text.append(String(line), .verbatim)
    }
    writeText(into: &out)
  }

  /// Appends cleaned inline content to `text`, with styles and links.
  mutating func compose(_ inlines: Inlines, style: ANSIStyle) {
    withUTF8(inlines.text) { bytes in
      if inlines.spans.isEmpty, inlines.runs.count == 1, inlines.runs[0].kind == .text {
        text.setStyle(style)
        text.append(bytes, .prose)
        return
      }
      compose(inlines, bytes, style: style)
    }
  }

  /// The style of a span's runs, and the link around them.
  struct SpanLook {
    var style: ANSIStyle
    /// The index of the link's span, or -1.
    var link: Int32
    /// The index of the enclosing image's span, or -1.
    var image: Int32
    /// Whether the span is a footnote reference.
    var isNote = false
  }

  private mutating func compose(
    _ inlines: Inlines, _ bytes: UnsafeBufferPointer<UInt8>, style: ANSIStyle
  ) {
    findLooks(of: inlines.spans, base: style)
    let outside = SpanLook(style: style, link: -1, image: -1)
    var link: Int32 = -1
    var linkStart = 0
    var image: Int32 = -1
    var cursor = RunCursor(bytes)
    /// Whether runs can be copied without cleaning.
    var isPlain = CleanText.isPlainProse(bytes)
    var wasRemovableBreak = false
    var tags = TagLook()
    /// Whether a display formula precedes, after which a new line starts.
    var followsFormula = false
    for run in inlines.runs {
      let piece = cursor.next(run.length)
      if followsFormula {
        followsFormula = false
        wasRemovableBreak = false
        if run.kind == .softBreak || run.kind == .lineBreak {
          text.appendLineEnd()
          continue
        }
        text.appendLineEnd()
      }
      var look = run.span >= 0 && Int(run.span) < looks.count ? looks[Int(run.span)] : outside
      if look.image != image || look.link != link {
        if image >= 0, look.image != image {
          close(image: image, of: inlines.spans)
          image = -1
        }
        if look.link != link {
          if link >= 0 { endLink(Int(link), of: inlines.spans, from: linkStart) }
          link = look.link
          linkStart = text.count
          if link >= 0 { beginLink(Int(link), of: inlines.spans) }
        }
        if look.image >= 0, look.image != image {
          image = look.image
          text.setStyle(theme.muted)
          text.append(trusted: "[")
        }
      }
      if !tags.isEmpty {
        look.style.attributes.formUnion(tags.attributes)
        if tags.isCode, run.kind == .text { look.style = code(look.style) }
      }
      if wasRemovableBreak {
        wasRemovableBreak = false
        let first = piece.isEmpty ? 0x20 : ClusterMeasure.decode(piece, at: 0).point
        if first < 0x80 || first >= 0x1F000 || !ScalarProperties(first).isIdeographic {
          text.setStyle(look.style)
          text.append(" ", .prose)
        }
      }
      text.setStyle(run.kind == .code ? code(look.style) : look.style)
      switch run.kind {
      case .text:
        if let script = tags.script {
          script.marked(piece).withUnsafeBufferPointer { text.append($0, .prose) }
        } else if look.isNote {
          append(note: inlines.spans[Int(run.span)])
        } else if isPlain {
          text.append(clean: piece)
        } else {
          text.append(piece, .prose)
        }
      case .code:
        if isPlain { text.append(clean: piece) } else { text.append(piece, .code) }
      case .math: append(formula: piece, style: look.style)
      case .displayMath:
        isPlain = false
        append(displayFormula: piece, style: look.style)
        followsFormula = true
      case .softBreak:
        isPlain = false
        if text.endsIdeographic() { wasRemovableBreak = true } else { text.append(" ", .prose) }
      case .lineBreak:
        isPlain = false
        text.appendLineEnd()
      case .rawHTML:
        isPlain = false
        if !tags.apply(piece) { append(raw: piece, look.style) }
      }
    }
    if image >= 0 { close(image: image, of: inlines.spans) }
    if link >= 0 { endLink(Int(link), of: inlines.spans, from: linkStart) }
  }

  private mutating func findLooks(of spans: [InlineSpan], base: ANSIStyle) {
    looks.removeAll()
    for index in spans.indices {
      let parent = Int(spans[index].parent)
      var look =
        parent >= 0 && parent < index ? looks[parent] : SpanLook(style: base, link: -1, image: -1)
      look.isNote = false
      switch spans[index].kind.element {
      case .emphasis: look.style.attributes.insert(.italic)
      case .strong: look.style.attributes.insert(.bold)
      case .strikethrough: look.style.attributes.insert(.strikethrough)
      case .link:
        look.style = look.style.with(theme.link, .underline)
        look.link = Int32(index)
      case .image:
        look.style = look.style.with(theme.muted.foreground, .italic)
        if look.image < 0 { look.image = Int32(index) }
        if look.link < 0 { look.link = Int32(index) }
      case .footnoteReference:
        look.style = look.style.with(theme.link)
        look.isNote = true
      case .element:
        guard case .element(let name, let role, _) = spans[index].kind else { break }
        if role == .thinking { look.style = look.style.with(theme.muted.foreground) }
        if ElementLabels.isCitation(name) { look.style.attributes.insert(.italic) }
      }
      looks.append(look)
    }
  }

  func code(_ style: ANSIStyle) -> ANSIStyle {
    var style = style
    if !style.attributes.contains(.underline) || style.foreground != theme.link {
      style.foreground = theme.inlineCode
    }
    style.background = theme.inlineCodeBackground
    return style
  }

  private mutating func append(note span: InlineSpan) {
    guard case .footnoteReference(let label, let number, _) = span.kind else { return }
    text.append("[\(progress.footnotes.number(of: label, inDocument: number))]", .prose)
  }

  /// Writes a tag or comment. `<br>` becomes a line end and a comment nothing. A tag without a style is shown
  /// as source in a muted colour.
  private mutating func append(raw piece: UnsafeBufferPointer<UInt8>, _ style: ANSIStyle) {
    let tag = String(decoding: piece, as: UTF8.self)
    if HTMLSanitizer.isComment(tag) { return }
    let name = tag.lowercased().filter { !" />\n".contains($0) }
    if name == "<br" { return text.appendLineEnd() }
    text.setStyle(style.with(theme.muted.foreground))
    text.append(piece, .prose)
  }

  private mutating func close(image: Int32, of spans: [InlineSpan]) {
    if text.bytes.lastByte == UInt8(ascii: "[") {
      text.setStyle(theme.muted)
      text.append(trusted: "image")
    }
    text.setStyle(theme.muted)
    text.append(trusted: "]")
  }

  // MARK: Links

  /// Stores a span's address in `address`.
  ///
  /// - Returns: `false` if no address must be written.
  private mutating func takeAddress(of span: Int, in spans: [InlineSpan]) -> Bool {
    address.removeAll()
    switch spans[span].kind {
    case .link(let destination, _), .image(let destination, _):
      return TerminalAddress.append(destination, options.linkPolicy, into: &address)
    default: return false
    }
  }

  private mutating func beginLink(_ span: Int, of spans: [InlineSpan]) {
    if options.links == .hyperlinks, takeAddress(of: span, in: spans) || takeFile(of: span, in: spans) {
      text.beginLink(address.buffer)
    }
  }

  private mutating func endLink(_ span: Int, of spans: [InlineSpan], from start: Int) {
    text.endLink()
    let shown = UnsafeBufferPointer(rebasing: text.bytes.buffer[min(start, text.count)...])
    var target: String?
    if case .link(let destination, _) = spans[span].kind {
      let clean = LinkPolicy.cleaned(destination)
      if LinkText.isMisleading(shown, on: clean) { target = clean }
    }
    if listsSources, TextScript.isRaisedNumber(shown) { return }
    if options.links == .inline || options.links == .notes, takeAddress(of: span, in: spans) {
      // Do not repeat an address that equals the text.
      let isShown =
        shown.elementsEqual(address.buffer)
        || address.buffer.count == shown.count + 7
          && address.buffer.starts(with: "mailto:".utf8) && shown.elementsEqual(address.buffer.dropFirst(7))
      if !isShown { appendAddress() }
      if options.links == .inline { return }
    }
    guard let target else { return }
    text.setStyle(theme.muted)
    text.append(" (\(LinkText.shown(target)))", .prose)
  }

  /// Appends the address of the link, or the number of its note.
  private mutating func appendAddress() {
    text.setStyle(theme.muted)
    text.append(repeating: 0x20, count: 1)
    if options.links == .inline {
      text.append(trusted: "<")
      text.append(address.buffer, .prose)
      text.append(trusted: ">")
    } else {
      text.append("<\(progress.notes.number(of: address.bytes))>", .prose)
    }
  }

  /// Writes the list of addresses that the text refers to by number.
  mutating func writeNotes(into out: inout ByteSink) {
    guard !progress.notes.addresses.isEmpty else { return }
    emptyLine(into: &out)
    for (index, address) in progress.notes.addresses.enumerated() {
      text.removeAll()
      text.setStyle(theme.muted)
      text.append("<\(index + 1)> \(String(decoding: address, as: UTF8.self))", .prose)
      writeText(into: &out)
    }
  }
}
