/// A diff in the unified format of `git diff` and `diff -u`: files with hunks, and the text between them.
///
/// ```swift
/// let diff = UnifiedDiff(Array("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n".utf8))
/// ```
struct UnifiedDiff {
  enum DiffPart {
    /// Lines outside files, such as a commit message.
    case text([Substring], source: Range<Int>)
    case file(DiffFile)
  }

  struct DiffFile {
    /// The paths before and after the change; nil if the file did not exist.
    var old: String?
    var new: String?
    /// The header lines with information other than the paths, such as `new file mode 100644`.
    var notes: [Substring] = []
    var hunks: [Hunk] = []
    /// The range of the header in the source.
    var source: Range<Int>
  }

  struct Hunk {
    /// The number of the first line in the new file.
    var start: Int
    /// The text after the line numbers in the hunk's header, usually the name of a function.
    var section: Substring
    var lines: [DiffLine] = []
    var source: Range<Int>
  }

  struct DiffLine {
    enum LineOrigin { case same, inserted, deleted, remark }

    var kind: LineOrigin
    var text: Substring
  }

  private(set) var parts: [DiffPart] = []

  /// Parses a diff; returns nil if the text has no hunk, or is a combined diff of a merge. O(text).
  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    var (old, new) = (0, 0)
    var offset = 0
    var pending: (lines: [Substring], start: Int) = ([], 0)
    var hunks = 0
    func flush(_ parts: inout [DiffPart]) {
      if pending.lines.contains(where: { !$0.isEmpty }) {
        parts.append(.text(pending.lines, source: pending.start..<offset))
      }
      pending = ([], offset)
    }
    // Lines are split as bytes, because Swift treats CR LF as one character.
    for bytes in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let whole = Substring(bytes)
      let line = bytes.last == 0x0D ? whole.dropLast() : whole
      let start = offset
      defer { offset += whole.utf8.count + 1 }
      let end = start + whole.utf8.count
      if old > 0 || new > 0, let kind = Self.kind(of: line) {
        if kind == .same || kind == .deleted { old -= 1 }
        if kind == .same || kind == .inserted { new -= 1 }
        addToHunk(DiffLine(kind: kind, text: Substring(line.utf8.dropFirst())), end: end)
        continue
      }
      // The marker applies to the preceding line, even inside a hunk.
      if line.hasPrefix("\\"), isBehindHunk {
        addToHunk(DiffLine(kind: .remark, text: line), end: end)
        continue
      }
      (old, new) = (0, 0)
      if line.hasPrefix("@@@") { return nil }
      if line.hasPrefix("diff ") {
        flush(&parts)
        parts.append(.file(DiffFile(source: start..<end)))
      } else if line.hasPrefix("--- ") {
        // Without a `diff` line, the file begins with the paths.
        if !isInHeader {
          flush(&parts)
          parts.append(.file(DiffFile(source: start..<end)))
        }
        change { $0.old = Self.path(line.dropFirst(4)) }
      } else if line.hasPrefix("+++ "), isInHeader {
        change {
          $0.new = Self.path(line.dropFirst(4))
          $0.source = $0.source.lowerBound..<end
        }
      } else if let range = Self.ranges(line), case .file? = parts.last, pending.lines.isEmpty {
        (old, new) = (range.old, range.new)
        hunks += 1
        change { $0.hunks.append(Hunk(start: range.start, section: range.section, source: start..<end)) }
      } else if isInHeader, pending.lines.isEmpty, !line.isEmpty {
        if line.hasPrefix("rename from ") {
          change { $0.old = String(line.dropFirst(12)) }
        } else if line.hasPrefix("rename to ") {
          change { $0.new = String(line.dropFirst(10)) }
        } else if !line.hasPrefix("index ") && !line.hasPrefix("similarity ") {
          change { $0.notes.append(line) }
        }
      } else {
        if pending.lines.isEmpty { pending.start = start }
        pending.lines.append(line)
      }
    }
    flush(&parts)
    if hunks == 0 { return nil }
  }

  /// Whether the last part is a file without hunks so far.
  private var isInHeader: Bool {
    if case .file(let file)? = parts.last { file.hunks.isEmpty } else { false }
  }

  /// Whether the last part is a file with hunks.
  private var isBehindHunk: Bool {
    if case .file(let file)? = parts.last { !file.hunks.isEmpty } else { false }
  }

  private mutating func change(_ body: (inout DiffFile) -> Void) {
    guard case .file(var file)? = parts.popLast() else { return }
    body(&file)
    parts.append(.file(file))
  }

  private mutating func addToHunk(_ line: DiffLine, end: Int) {
    guard case .file(var file)? = parts.popLast() else { return }
    let last = file.hunks.count - 1
    file.hunks[last].lines.append(line)
    file.hunks[last].source = file.hunks[last].source.lowerBound..<end
    parts.append(.file(file))
  }

  private static func kind(of line: Substring) -> DiffLine.LineOrigin? {
    switch line.utf8.first {
    case 0x20, nil: .same
    case UInt8(ascii: "+"): .inserted
    case UInt8(ascii: "-"): .deleted
    default: nil
    }
  }

  /// Returns the path in a header, without `a/` or `b/`, the time and quotation marks; nil for `/dev/null`.
  static func path(_ text: Substring) -> String? {
    var name = text.prefix { $0 != "\t" }
    if name.first == "\"", name.last == "\"", name.count > 1 { name = name.dropFirst().dropLast() }
    if name == "/dev/null" { return nil }
    if name.hasPrefix("a/") || name.hasPrefix("b/") { name = name.dropFirst(2) }
    return String(name)
  }

  /// Parses `@@ -1,5 +1,7 @@ section`.
  static func ranges(_ line: Substring) -> (old: Int, new: Int, start: Int, section: Substring)? {
    guard line.hasPrefix("@@ -") else { return nil }
    let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard words.count >= 4, words[3] == "@@", words[2].hasPrefix("+") else { return nil }
    func range(_ word: Substring) -> (start: Int, count: Int)? {
      let numbers = word.dropFirst().split(separator: ",").map { Int($0) }
      guard let first = numbers.first, let start = first, start >= 0, start < 1 << 40 else { return nil }
      guard numbers.count > 1 else { return (start, 1) }
      guard let count = numbers[1], count >= 0 else { return nil }
      return (start, count)
    }
    guard let old = range(words[1]), let new = range(words[2]) else { return nil }
    return (old.count, new.count, new.start, words.count > 4 ? words[4] : "")
  }
}
