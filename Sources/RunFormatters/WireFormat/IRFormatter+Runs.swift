public import StyledRuns

extension IRFormatter {
  func writeContent(_ inlines: Inlines, into out: inout ByteSink) {
    out.append(",\"content\":")
    write(inlines, into: &out)
  }

  /// Appends inline content: a string if it is plain, otherwise an object with runs and spans.
  public func write(_ inlines: Inlines, into out: inout ByteSink) {
    if inlines.isPlain { return out.append(jsonString: inlines.text) }
    out.append("{\"runs\":[")
    withUTF8(inlines.text) { bytes in
      var cursor = RunCursor(bytes)
      var isFirst = true
      for run in inlines.runs {
        if !isFirst { out.append(UInt8(ascii: ",")) }
        isFirst = false
        write(run, cursor.next(run.length), into: &out)
      }
    }
    out.append("]")
    if !inlines.spans.isEmpty {
      out.append(",\"spans\":[")
      for index in inlines.spans.indices {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        write(index, of: inlines.spans, into: &out)
      }
      out.append("]")
    }
    out.append("}")
  }

  private func write(_ run: InlineRun, _ text: UnsafeBufferPointer<UInt8>, into out: inout ByteSink) {
    if run.kind == .text, run.span == InlineRun.noSpan { return out.append(jsonString: text) }
    let hasText = !Self.isImplied(text, by: run.kind)
    if hasText {
      out.append("{\"text\":\"")
      out.append(jsonContents: text)
      out.append(UInt8(ascii: "\""))
    }
    if run.kind != .text {
      out.append(hasText ? ",\"kind\":\"" : "{\"kind\":\"")
      out.append(text: run.kind.wire)
      out.append(UInt8(ascii: "\""))
    }
    if run.span != InlineRun.noSpan {
      out.append(hasText || run.kind != .text ? ",\"span\":" : "{\"span\":")
      out.append(decimal: Int(run.span))
    }
    out.append(UInt8(ascii: "}"))
  }

  /// Whether the text is the default for runs of this kind, which is not written.
  @inline(__always)
  private static func isImplied(_ text: UnsafeBufferPointer<UInt8>, by kind: InlineRun.RunKind) -> Bool {
    text.count <= 1 && text.elementsEqual(kind.wireText.utf8)
  }

  private func write(_ span: Int, of spans: [InlineSpan], into out: inout ByteSink) {
    switch spans[span].kind.element {
    case .emphasis: out.append("{\"type\":\"emphasis\"")
    case .strong: out.append("{\"type\":\"strong\"")
    case .strikethrough: out.append("{\"type\":\"strikethrough\"")
    case .link, .image, .footnoteReference, .element: write(spans[span].kind, into: &out)
    }
    if spans[span].parent != InlineRun.noSpan {
      out.append(",\"parent\":")
      out.append(decimal: Int(spans[span].parent))
    }
    out.append("}")
  }

  private func write(_ kind: InlineSpan.SpanKind, into out: inout ByteSink) {
    switch kind {
    case .emphasis, .strong, .strikethrough: break
    case .link(let destination, let title):
      out.append("{\"type\":\"link\"")
      write(destination, title, into: &out)
    case .image(let destination, let title):
      out.append("{\"type\":\"image\"")
      write(destination, title, into: &out)
    case .footnoteReference(let label, let number, let occurrence):
      out.append("{\"type\":\"footnote\",\"label\":")
      out.append(jsonString: label)
      out.append(",\"number\":")
      out.append(decimal: number)
      out.append(",\"occurrence\":")
      out.append(decimal: occurrence)
    case .element(let name, let role, let attributes):
      out.append("{\"type\":\"element\"")
      writeElement(name, role, attributes, into: &out)
    }
  }

  private func write(_ destination: String, _ title: String, into out: inout ByteSink) {
    out.append(",\"href\":")
    out.append(jsonString: destination)
    guard !title.isEmpty else { return }
    out.append(",\"title\":")
    out.append(jsonString: title)
  }

  func write(_ code: CodeBlock, into out: inout ByteSink) {
    write(code.header, afterComma: true, into: &out)
    out.append(",\"lines\":")
    write(code.lines, into: &out)
  }

  /// Appends the members of a code block's header.
  func write(_ code: CodeBlock.Header, afterComma: Bool, into out: inout ByteSink) {
    var hasMember = afterComma
    if !code.info.isEmpty {
      beginMember("info", &hasMember, into: &out)
      out.append(jsonString: code.info)
    }
    if code.isFenced {
      beginMember("fenced", &hasMember, into: &out)
      out.append("true")
    }
    if let language = code.language {
      beginMember("language", &hasMember, into: &out)
      out.append(jsonString: language)
    }
    if let name = code.languageName {
      beginMember("languageName", &hasMember, into: &out)
      out.append(jsonString: name)
    }
    if code.isDetected {
      beginMember("detected", &hasMember, into: &out)
      out.append("true")
    }
    if let drawing = code.drawing {
      beginMember("drawing", &hasMember, into: &out)
      out.append(jsonString: drawing.rawValue)
    }
    if code.isUndrawn {
      beginMember("undrawn", &hasMember, into: &out)
      out.append("true")
    }
    if code.highlighting != .none {
      beginMember("highlighting", &hasMember, into: &out)
      out.append(jsonString: code.highlighting.wire)
    }
    if case .limited(let plainLines) = code.highlighting {
      beginMember("plainLines", &hasMember, into: &out)
      out.append(decimal: plainLines)
    }
  }

  private func beginMember(_ key: StaticString, _ hasMember: inout Bool, into out: inout ByteSink) {
    if hasMember { out.append(",") }
    hasMember = true
    out.append("\"")
    out.append(key)
    out.append("\":")
  }

  /// Appends an array of lines of code.
  public func write(_ lines: [CodeLine], into out: inout ByteSink) {
    out.append("[")
    for index in lines.indices where !out.isStopped {
      if index > 0 { out.append(",") }
      write(lines[index], into: &out)
    }
    out.append("]")
  }

  /// Appends a line of code: a string if it is plain, otherwise an array of `[text, scope]`.
  public func write(_ line: CodeLine, into out: inout ByteSink) {
    guard !line.runs.isEmpty else { return out.append(jsonString: line.text) }
    out.append("[")
    withUTF8(line.text) { bytes in
      var cursor = RunCursor(bytes)
      for (index, run) in line.runs.enumerated() {
        out.append(index == 0 ? "[" : ",[")
        out.append(jsonString: cursor.next(run.length))
        out.append(",")
        out.append(decimal: Int(run.scopes.rawValue))
        out.append("]")
      }
    }
    out.append("]")
  }
}
