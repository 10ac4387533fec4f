public import StyledRuns
internal import TextMate

extension Renderer {
  /// Renders a diff as a document: a heading for each file, and a code block for each hunk in the language of
  /// the file, with marks for inserted and deleted lines and for changed words. Long unchanged parts are
  /// collapsed.
  ///
  /// - Returns: nil if the bytes are not a unified diff.
  ///
  /// ```swift
  /// let document = renderer.render(diff: bytes) ?? renderer.render(code: bytes, language: diff)
  /// ```
  public func render(diff bytes: [UInt8]) -> Document? {
    guard let diff = UnifiedDiff(bytes) else { return nil }
    var document = Document()
    for part in diff.parts {
      switch part {
      case .text(let lines, let source):
        let code = CodeBlock(info: "", isFenced: true, lines: lines.map { CodeLine(text: String($0)) })
        document.blocks.append(
          Block(id: BlockID(offset: source.lowerBound, depth: 0), source: source, content: .code(code)))
      case .file(let file): append(file, to: &document)
      }
    }
    return document
  }

  private func append(_ file: UnifiedDiff.DiffFile, to document: inout Document) {
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
      let code = code(of: hunk, in: path, language, scopes: &document.scopes)
      document.blocks.append(
        Block(
          id: BlockID(offset: hunk.source.lowerBound, depth: 0), source: hunk.source, content: .code(code)))
    }
  }

  /// Returns the code block of a hunk.
  private func code(
    of hunk: UnifiedDiff.Hunk, in path: String, _ language: Language?, scopes: inout ScopeTable
  ) -> CodeBlock {
    var lines = hunk.lines.map { CodeLine(text: String($0.text)) }
    var header = CodeBlock.Header(info: "", isFenced: true)
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
    guard let layout = DiffLayout(hunk, lines) else {
      // If the marks do not fit into an info string, the hunk is shown as a diff.
      let signs: [UnifiedDiff.DiffLine.LineOrigin: String] = [
        .same: " ", .inserted: "+", .deleted: "-", .remark: "",
      ]
      var code = CodeBlock(
        info: "diff", isFenced: true, language: "diff", languageName: "Diff",
        lines: hunk.lines.map { CodeLine(text: signs[$0.kind, default: ""] + $0.text) })
      if let highlighter { CodeHighlighting.highlight(&code, with: highlighter, scopes: &scopes) }
      return code
    }
    header.info = "\(language?.id.rawValue ?? "text") noLineNumbers \(layout.info)"
    let section = hunk.section.filter { $0 != "\"" && $0 != "'" }
    header.info +=
      " title=\"\(path.filter { $0 != "\"" }):\(hunk.start)\(section.isEmpty ? "" : "  \(section)")\""
    return CodeBlock(header: header, lines: layout.lines)
  }
}

/// The displayed lines of a hunk, and the marks in its info string.
private struct DiffLayout {
  private(set) var lines: [CodeLine] = []
  private(set) var info = ""

  /// The number of unchanged lines above which a part is collapsed, apart from the lines next to a change.
  private static let longestPart = 10
  private static let kept = 3
  /// The maximum number of ranges that formatters read (``CodeAttributes/maximumRanges``).
  private static let maximumRanges = 100

  /// Creates the layout; nil if it has too many marks.
  init?(_ hunk: UnifiedDiff.Hunk, _ code: [CodeLine]) {
    var inserted: [Int] = []
    var deleted: [Int] = []
    var words: [String] = []
    var index = 0
    while index < hunk.lines.count {
      let kind = hunk.lines[index].kind
      var end = index + 1
      while end < hunk.lines.count, hunk.lines[end].kind == kind { end += 1 }
      switch kind {
      case .same where end - index > Self.longestPart:
        let first = index == 0 ? index : index + Self.kept
        let last = end == hunk.lines.count ? end : end - Self.kept
        lines += code[index..<first]
        lines.append(CodeLine(text: "\u{22EF} \(last - first) unchanged lines"))
        lines += code[last..<end]
      case .same, .remark: lines += code[index..<end]
      case .deleted:
        deleted += lines.count + 1..<lines.count + 1 + end - index
        // The lines that replace these ones follow.
        var replaced = end
        while replaced < hunk.lines.count, hunk.lines[replaced].kind == .inserted { replaced += 1 }
        if replaced - end == end - index {
          for place in 0..<(end - index) {
            guard let change = WordChange(code[index + place].text, code[end + place].text) else { continue }
            words.append("\(lines.count + 1 + place):\(change.old.lowerBound)-\(change.old.upperBound)")
            words.append(
              "\(lines.count + 1 + end - index + place):\(change.new.lowerBound)-\(change.new.upperBound)")
          }
        }
        lines += code[index..<end]
      case .inserted:
        inserted += lines.count + 1..<lines.count + 1 + end - index
        lines += code[index..<end]
      }
      index = end
    }
    let marks = [("ins", Self.ranges(inserted)), ("del", Self.ranges(deleted))]
    guard marks.reduce(0, { $0 + $1.1.count }) <= Self.maximumRanges else { return nil }
    for (name, ranges) in marks where !ranges.isEmpty {
      info += "\(name)={\(ranges.joined(separator: ","))} "
    }
    if !words.isEmpty { info += "changed={\(words.joined(separator: ","))}" }
  }

  private static func ranges(_ numbers: [Int]) -> [String] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }
}

/// The difference between a line and its replacement: the text between the common prefix and the common
/// suffix, extended to word boundaries.
struct WordChange: Equatable {
  /// The byte ranges of the difference.
  var old: Range<Int>
  var new: Range<Int>

  /// Compares two lines; returns nil if they are equal, or too different for a mark to be helpful. O(lines).
  init?(_ old: String, _ new: String) {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    let shared = min(before.count, after.count)
    var start = 0
    while start < shared, before[start] == after[start] { start += 1 }
    var end = 0
    while end < shared - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
    while start > 0, Self.isWord(before[start - 1]),
      start < before.count && Self.isWord(before[start]) || start < after.count && Self.isWord(after[start])
    {
      start -= 1
    }
    while end > 0, Self.isWord(before[before.count - end]),
      before.count - end > start && Self.isWord(before[before.count - end - 1])
        || after.count - end > start && Self.isWord(after[after.count - end - 1])
    {
      end -= 1
    }
    self.old = start..<max(start, before.count - end)
    self.new = start..<max(start, after.count - end)
    let common = before.prefix(start).count { $0 > 0x20 } + before.suffix(end).count { $0 > 0x20 }
    let changed = max(self.old.count, self.new.count)
    guard changed > 0, common * 2 >= changed else { return nil }
  }

  /// Whether a byte belongs to a word. All bytes of non-ASCII characters do, so that no character is split.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }
}
