import StyledRuns

extension HTMLWriter {
  /// Writes a code block: a header with the language's name and buttons, and the lines.
  func write(_ code: CodeBlock, into out: inout ByteSink) {
    let attributes = CodeAttributes(info: code.info)
    if writeDrawing(code, label: attributes.label, into: &out) { return }
    let name = Self.name(of: code, attributes)
    let numbering = numbering(attributes)
    let wraps = attributes.wraps ?? options.wrapsCode
    out.append("<figure class=\"ils-code")
    if numbering == .shown { out.append(" ils-numbered") }
    if wraps { out.append(" ils-wrap") }
    if attributes.hasSigns { out.append(" ils-signed") }
    if name.isEmpty, attributes.title == nil { out.append(" ils-plain") }
    out.append("\"")
    if let palette { out.append(text: " style=\"margin:1em 0;color:\(palette.codeText.hex)\"") }
    out.append(" dir=\"ltr\">")
    writeHeader(name: name, title: attributes.title, numbering: numbering, into: &out)
    out.append("<pre tabindex=\"0\" role=\"group\" aria-label=\"")
    if name.isEmpty {
      out.append("Code")
    } else {
      out.append(escapingHTML: name)
      out.append(" code")
    }
    out.append("\"")
    if let palette {
      out.append(
        text:
          " style=\"margin:0;padding:1em;overflow:auto;font-family:monospace;background:\(palette.codeBackground.hex)\""
      )
    }
    out.append("><code")
    writeLanguageClass(code, attributes, into: &out)
    let hasLines = numbering != .never || !attributes.marks.isEmpty || wraps
    if numbering != .never, attributes.startLine != 1 {
      out.append(text: " style=\"counter-reset:l \(attributes.startLine - 1)\"")
    }
    out.append(">")
    if hasLines {
      writeLines(code.lines, attributes, into: &out)
    } else {
      writePlainLines(code.lines, into: &out)
    }
    out.append("</code></pre></figure>\n")
  }

  /// The language's name for people: as the registry has it, else the label as written.
  static func name(of code: CodeBlock, _ attributes: CodeAttributes) -> String {
    code.languageName ?? code.language ?? String(attributes.label.prefix(40))
  }

  private func numbering(_ attributes: CodeAttributes) -> HTMLFormatter.LineNumbers {
    switch attributes.lineNumbers {
    case true?: .shown
    case false?: options.lineNumbers == .never ? .never : .hidden
    case nil: options.lineNumbers
    }
  }

  private func writeHeader(
    name: String, title: String?, numbering: HTMLFormatter.LineNumbers, into out: inout ByteSink
  ) {
    guard title != nil || options.hasCodeHeaders && !(name.isEmpty && options.styling == .inline) else {
      return
    }
    out.append("<figcaption>")
    if let title {
      out.append("<span class=\"ils-title\">")
      out.append(escapingHTML: title)
      out.append("</span>")
    }
    if options.hasCodeHeaders {
      if !name.isEmpty || title != nil {
        out.append("<span class=\"ils-lang\">")
        out.append(escapingHTML: name)
        out.append("</span>")
      }
      if options.styling != .inline {
        if numbering != .never {
          out.append("<button type=\"button\" class=\"ils-lines\" aria-pressed=\"")
          out.append(numbering == .shown ? "true" : "false")
          out.append("\" hidden>Lines</button>")
        }
        out.append("<button type=\"button\" class=\"ils-copy\" hidden>Copy</button>")
      }
    }
    out.append("</figcaption>")
  }

  private func writeLanguageClass(
    _ code: CodeBlock, _ attributes: CodeAttributes, into out: inout ByteSink
  ) {
    let language = code.language ?? attributes.label
    guard !language.isEmpty else { return }
    out.append(" class=\"language-")
    out.append(escapingHTML: String(language.prefix(40)))
    out.append("\"")
  }

  private func writePlainLines(_ lines: [CodeLine], into out: inout ByteSink) {
    for line in lines where !out.isStopped {
      write(line, into: &out)
      out.append(0x0A)
    }
  }

  /// Each line in an element of its own, for its number and its mark.
  private func writeLines(_ lines: [CodeLine], _ attributes: CodeAttributes, into out: inout ByteSink) {
    let hasMarks = !attributes.marks.isEmpty
    for (index, line) in lines.enumerated() where !out.isStopped {
      switch hasMarks ? attributes.mark(of: attributes.startLine + index) : nil {
      case nil: out.append("<span class=\"l\">")
      case .highlighted?: out.append("<span class=\"l ils-hl\">")
      case .inserted?: out.append("<span class=\"l ils-ins\">")
      case .deleted?: out.append("<span class=\"l ils-del\">")
      }
      write(line, into: &out)
      out.append("\n</span>")
    }
  }

  private func write(_ line: CodeLine, into out: inout ByteSink) {
    let text = line.text
    withUTF8(text) { bytes in
      let isASCII = ByteWords.isASCII(bytes)
      guard !line.runs.isEmpty else {
        return isASCII ? out.append(escapingHTML: bytes) : out.append(escapingHTMLCode: bytes)
      }
      var cursor = RunCursor(bytes)
      var open = 0
      for run in line.runs {
        let piece = cursor.next(run.length)
        let look = styles.look(of: run.scopes)
        // White space looks the same in any look that has no background and no line.
        if look != open, styles.marksSpace[open] || styles.marksSpace[look] || !Self.isSpace(piece) {
          if open != 0 { out.append("</span>") }
          if look != 0 { out.append(styles.tags[look]) }
          open = look
        }
        if isASCII { out.append(escapingHTML: piece) } else { out.append(escapingHTMLCode: piece) }
      }
      if open != 0 { out.append("</span>") }
      out.append(escapingHTMLCode: cursor.rest)
    }
  }

  @inline(__always)
  private static func isSpace(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte != 0x20 && byte != 0x09 { return false }
    return true
  }
}
