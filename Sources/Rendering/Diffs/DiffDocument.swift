public import StyledRuns
internal import TextMate

extension Renderer {
  /// Renders a diff as a document: a heading for each file, and a code block for each hunk in the language of
  /// the file, with marks for inserted and deleted lines and for changed words.
  ///
  /// - Parameters:
  ///   - bytes: The diff.
  ///   - folds: Whether long unchanged parts are folded. The document contains their lines, too.
  /// - Returns: nil if the bytes are not a unified diff.
  ///
  /// ```swift
  /// let document = renderer.render(diff: bytes) ?? renderer.render(code: bytes, language: diff)
  /// ```
  public func render(diff bytes: [UInt8], folds: Bool = true) -> Document? {
    guard let diff = UnifiedDiff(bytes) else { return nil }
    var document = Document()
    for part in diff.parts {
      switch part {
      case .text(let lines, let source):
        let code = CodeBlock(info: "", isFenced: true, lines: lines.map { CodeLine(text: String($0)) })
        document.blocks.append(
          Block(id: BlockID(offset: source.lowerBound, depth: 0), source: source, content: .code(code)))
      case .file(let file): append(file, folds: folds, to: &document)
      }
    }
    return document
  }

  private func append(_ file: UnifiedDiff.DiffFile, folds: Bool, to document: inout Document) {
    let lines = file.hunks.flatMap(\.lines)
    let inserted = lines.count { $0.kind == .inserted }
    let deleted = lines.count { $0.kind == .deleted }
    let path = file.new ?? file.old ?? ""
    var title = path
    if let old = file.old, let new = file.new, old != new { title = "\(old) \u{2192} \(new)" }
    if inserted > 0 { title += "  +\(inserted)" }
    if deleted > 0 { title += "  \u{2212}\(deleted)" }
    let heading = Heading(level: 3, inlines: Inlines(plain: title))
    document.blocks.append(
      Block(
        id: BlockID(offset: file.source.lowerBound, depth: 0), source: file.source, content: .heading(heading)
      ))
    let notes = file.notes.filter { !$0.hasPrefix("old mode") }
    if !notes.isEmpty {
      let note = Inlines(plain: notes.joined(separator: ", "))
      // The blocks start one byte after the heading, because two blocks need two identities.
      document.blocks.append(
        Block(
          id: BlockID(offset: file.source.lowerBound + 1, depth: 0), source: file.source,
          content: .paragraph(note)))
    }
    let language = highlighter?.languages.language(forFile: path)
    for hunk in file.hunks {
      let code = code(of: hunk, in: path, language, folds: folds, scopes: &document.scopes)
      document.blocks.append(
        Block(
          id: BlockID(offset: hunk.source.lowerBound, depth: 0), source: hunk.source, content: .code(code)))
    }
  }

  /// Returns the code block of a hunk.
  private func code(
    of hunk: UnifiedDiff.Hunk, in path: String, _ language: Language?, folds: Bool, scopes: inout ScopeTable
  ) -> CodeBlock {
    var lines = hunk.lines.map { CodeLine(text: String($0.text)) }
    // Only blocks without a fence can have folds.
    var header = CodeBlock.Header(info: "", isFenced: false)
    if let language, let highlighter {
      header.language = language.id.rawValue
      header.languageName = language.name
      // Each side of the change is tokenized as code of its own.
      for side in [UnifiedDiff.DiffLine.LineOrigin.deleted, .inserted] {
        let indices = hunk.lines.indices.filter {
          hunk.lines[$0].kind == .same || hunk.lines[$0].kind == side
        }
        var code = CodeBlock(header: header, lines: indices.map { lines[$0] })
        CodeHighlighting.highlight(&code, with: highlighter, scopes: &scopes)
        header.highlighting = code.highlighting
        for (place, index) in indices.enumerated() { lines[index].runs = code.lines[place].runs }
      }
    }
    guard let layout = DiffLayout(hunk, folds: folds) else {
      // If the marks do not fit into an info string, the hunk is shown as a diff.
      let signs: [UnifiedDiff.DiffLine.LineOrigin: String] = [
        .same: " ", .inserted: "+", .deleted: "-", .remark: "",
      ]
      var code = CodeBlock(
        info: "diff", isFenced: true, language: "diff", languageName: "Diff", isClosed: true,
        lines: hunk.lines.map { CodeLine(text: signs[$0.kind, default: ""] + $0.text) })
      if let highlighter { CodeHighlighting.highlight(&code, with: highlighter, scopes: &scopes) }
      return code
    }
    markWords(in: &lines, of: hunk, scopes: &scopes)
    header.info = "\(language?.id.rawValue ?? "text") noLineNumbers \(layout.info)"
    let section = hunk.section.filter { $0 != "\"" && $0 != "'" }
    header.info +=
      " title=\"\(path.filter { $0 != "\"" }):\(hunk.start)\(section.isEmpty ? "" : "  \(section)")\""
    return CodeBlock(header: header, lines: lines)
  }

  private func markWords(in lines: inout [CodeLine], of hunk: UnifiedDiff.Hunk, scopes: inout ScopeTable) {
    var words = ChangedWords(haveSigns: false)
    for (index, line) in hunk.lines.enumerated() {
      let side: ChangedWords.ChangeSide? =
        switch line.kind {
        case .same, .remark: nil
        case .deleted: .deleted
        case .inserted: .inserted
        }
      words.add(lines[index], side, scopes: &scopes)?.show(in: &lines)
    }
    words.end(scopes: &scopes)?.show(in: &lines)
  }
}

/// The marks of a hunk's lines in an info string.
private struct DiffLayout {
  private(set) var info = ""

  /// The number of unchanged lines above which a part is folded, apart from the lines next to a change.
  private static let longestPart = 10
  private static let kept = 3
  /// The maximum number of ranges that formatters read (``CodeAttributes/maximumRanges``).
  private static let maximumRanges = 100

  /// Creates the layout; nil if it has too many marks.
  init?(_ hunk: UnifiedDiff.Hunk, folds: Bool) {
    var ranges: [(name: String, ranges: [ClosedRange<Int>])] = [("ins", []), ("del", []), ("fold", [])]
    var index = 0
    while index < hunk.lines.count {
      let kind = hunk.lines[index].kind
      var end = index + 1
      while end < hunk.lines.count, hunk.lines[end].kind == kind { end += 1 }
      switch kind {
      case .inserted: ranges[0].ranges.append(index + 1...end)
      case .deleted: ranges[1].ranges.append(index + 1...end)
      case .same where folds && end - index > Self.longestPart:
        let first = index == 0 ? index : index + Self.kept
        let last = end == hunk.lines.count ? end : end - Self.kept
        ranges[2].ranges.append(first + 1...last)
      case .same, .remark: break
      }
      index = end
    }
    guard ranges[0].ranges.count + ranges[1].ranges.count <= Self.maximumRanges else { return nil }
    info = ranges.filter { !$0.ranges.isEmpty }
      .map { name, ranges in
        let list = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
        return "\(name)={\(list.joined(separator: ","))}"
      }
      .joined(separator: " ")
  }
}
