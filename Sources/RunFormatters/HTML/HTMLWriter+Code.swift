import StyledRuns

extension HTMLWriter {
  /// Writes a code block: a header with the language's name and buttons, and the lines.
  func write(_ code: CodeBlock, into out: inout ByteSink) {
    let attributes = CodeAttributes(info: code.info)
    if writeDrawing(code, label: attributes.label, into: &out) { return }
    var note = code.undrawnNote(options.diagrams)
    if draws(code) {
      note = writeDiagram(code, into: &out)
      if note == nil { return }
    }
    let isWide = code.lines.prefix(Self.widthLines).contains { Self.isWide($0) }
    writeStart(code, attributes, isWide: isWide, note: note, into: &out)
    let isSeparate = separatesLines(attributes)
    var notations = CodeNotations()
    let folds = attributes.folds(of: code)
    for (index, line) in code.lines.enumerated() where !out.isStopped {
      if let fold = folds.first(where: { $0.lowerBound == index }) { writeFoldStart(fold.count, into: &out) }
      defer { if folds.contains(where: { $0.upperBound == index + 1 }) { out.append("</details>") } }
      let notation = options.codeNotations ? notations.next(line) : nil
      write(line, at: index, notation, attributes, isSeparate: isSeparate, into: &out)
    }
    Self.writeCodeEnd(into: &out)
  }

  static func writeCodeEnd(into out: inout ByteSink) { out.append("</code></pre></figure>\n") }

  /// Writes the start of folded lines. Their label is no text of the code, so that copies do not contain it.
  private func writeFoldStart(_ count: Int, into out: inout ByteSink) {
    let label = MessageLabels.unchanged(count)
    out.append("<details class=\"ils-fold\"")
    if options.styling == .inline {
      out.append(text: "><summary>\u{2026} \(label)</summary>")
    } else {
      out.append(text: " style=\"--n:\(count)\"><summary aria-label=\"\(label)\"></summary>")
    }
  }

  /// Whether each line is an element of its own, because it has a number or a mark.
  func separatesLines(_ attributes: CodeAttributes) -> Bool {
    numbering(attributes) != .never || !attributes.marks.isEmpty || attributes.wraps ?? options.wrapsCode
  }

  /// Writes a code block up to its first line.
  ///
  /// - Parameters:
  ///   - isWide: Whether the first lines (``widthLines``) contain a wide line (``isWide(_:)``).
  ///   - note: The reason why a diagram is shown as code.
  func writeStart(
    _ code: CodeBlock, _ attributes: CodeAttributes, isWide: Bool, note: String? = nil,
    into out: inout ByteSink
  ) {
    let name = Self.name(of: code, attributes)
    let numbering = numbering(attributes)
    let wraps = attributes.wraps ?? options.wrapsCode
    out.append("<figure class=\"ils-code")
    if numbering == .shown { out.append(" ils-numbered") }
    if wraps { out.append(" ils-wrap") } else if isWide { out.append(" ils-wide") }
    if attributes.hasSigns { out.append(" ils-signed") }
    if attributes.title == nil, note == nil,
      name.isEmpty || code.lines.count < Self.headerLines
    {
      out.append(" ils-plain")
    }
    out.append("\"")
    if let palette { out.append(text: " style=\"margin:1em 0;color:\(palette.codeText.hex)\"") }
    out.append(" dir=\"ltr\">")
    writeHeader(
      name: name, attributes, numbering: numbering, note: note, into: &out)
    out.append("<pre role=\"group\" aria-label=\"")
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
    if numbering != .never, attributes.startLine != 1 {
      out.append(text: " style=\"counter-reset:l \(attributes.startLine - 1)\"")
    }
    out.append(">")
  }

  /// The minimum number of lines of a block with a header. The header of a shorter block would be as tall as
  /// its code.
  static let headerLines = 3

  /// The number of columns of code that fit into a page's text column.
  private static let pageColumns = 80

  /// The number of lines at the start of a block that decide whether the block is wide. Its start can then be written
  /// before the other lines are known.
  static let widthLines = 1000

  /// Whether a line of code is wider than a page's text column. On a wide screen, such code extends beyond
  /// the column.
  static func isWide(_ line: CodeLine) -> Bool {
    // Only tabs in the indentation count as four columns.
    let bytes = line.text.utf8.count
    guard bytes > pageColumns / 4,
      bytes + line.text.utf8.prefix(while: { $0 == 0x09 }).count * 3 > pageColumns
    else { return false }
    return withUTF8(line.text) { ByteWords.isASCII($0) }
      || DisplayWidth.columns(of: line.text.utf8) > pageColumns
  }

  /// Returns the display name of the language: the registered name, or else the label as written.
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
    name: String, _ attributes: CodeAttributes, numbering: HTMLFormatter.LineNumbers, note: String?,
    into out: inout ByteSink
  ) {
    let title = attributes.title
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
        writeLanguage(name: name, label: attributes.label, into: &out)
      }
      if let note { Self.writeNote(note, into: &out) }
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

  /// Writes the label of the language as written. A different registered name becomes the title.
  private func writeLanguage(name: String, label: String, into out: inout ByteSink) {
    let shown = label.isEmpty ? name : String(label.prefix(40))
    out.append("<span class=\"ils-lang\"")
    if shown.lowercased() != name.lowercased() {
      out.append(" title=\"")
      out.append(escapingHTML: name)
      out.append("\"")
    }
    out.append(">")
    out.append(escapingHTML: shown)
    out.append("</span>")
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

  /// Writes a line: as an element of its own if it has a notation, or if all lines of the block have one
  /// (``separatesLines(_:)``).
  ///
  /// - Parameter index: The number of lines of the block before this one.
  func write(
    _ line: CodeLine, at index: Int, _ notation: CodeNotation?, _ attributes: CodeAttributes,
    isSeparate: Bool, into out: inout ByteSink
  ) {
    if let notation {
      write(line.prefix(bytes: notation.end), notation.mark, attributes, into: &out)
    } else if isSeparate {
      let mark = attributes.marks.isEmpty ? nil : attributes.mark(of: attributes.startLine + index)
      write(line, mark, attributes, into: &out)
    } else {
      write(line, attributes, into: &out)
      out.append(0x0A)
    }
  }

  private func write(
    _ line: CodeLine, _ mark: CodeAttributes.LineMark?, _ attributes: CodeAttributes,
    into out: inout ByteSink
  ) {
    switch mark {
    case nil: out.append("<span class=\"l\">")
    case .highlighted?: out.append("<span class=\"l ils-hl\">")
    case .inserted?: out.append("<span class=\"l ils-ins\">")
    case .deleted?: out.append("<span class=\"l ils-del\">")
    case .focused?: out.append("<span class=\"l ils-focus\">")
    case .error?: out.append("<span class=\"l ils-hl ils-bad\">")
    case .warning?: out.append("<span class=\"l ils-hl ils-warn\">")
    }
    write(line, attributes, into: &out)
    out.append("\n</span>")
  }

  private func write(_ line: CodeLine, _ attributes: CodeAttributes, into out: inout ByteSink) {
    let marked = attributes.hasWords ? line.ranges(of: attributes.words) : []
    guard !marked.isEmpty else { return write(line, into: &out) }
    // The parts before, inside and after each word are written like lines.
    var start = 0
    for range in marked {
      write(line.part(start..<range.lowerBound), into: &out)
      out.append("<mark class=\"ils-word\">")
      write(line.part(range), into: &out)
      out.append("</mark>")
      start = range.upperBound
    }
    write(line.part(start..<line.text.utf8.count), into: &out)
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
        // White space looks the same in all looks without a background or a line.
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
