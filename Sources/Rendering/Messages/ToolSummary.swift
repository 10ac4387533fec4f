internal import MessageStreams
internal import StyledRuns

/// Summarizes a tool call in one line.
enum ToolSummary {
  /// The maximum width in columns. Formatters truncate further.
  private static let longest = 200

  /// Returns the subject of the call: a path, a command or a pattern. It grows while the input arrives.
  static func summary(of root: JSONValue?, kind: ToolKind, directory: String?) -> String {
    guard let root else { return "" }
    func text(_ role: ToolMember) -> String? {
      guard let value = root.member(role), value.kind == .string, !value.bytes.isEmpty else { return nil }
      return line(value.bytes)
    }
    func texts(_ role: ToolMember) -> String? {
      guard let list = root.member(role), list.kind == .array, list.isClosed, list.count > 0 else {
        return nil
      }
      return line(Array(list.children.compactMap(\.string).joined(separator: ", ").utf8)[...])
    }
    func path() -> String? {
      root.closedString(.path).map { line(Array(short($0, in: directory).utf8)[...]) }
    }
    switch kind.refined(by: root) {
    case .edit, .write, .read: return path() ?? ""
    case .shell:
      if let command = text(.command) { return command }
      if let words = root.member(.command), words.kind == .array, words.isClosed {
        let list = words.children.compactMap(\.string)
        let command = list.count == 3 && list[1].hasPrefix("-") ? list[2] : list.joined(separator: " ")
        return line(Array(command.utf8)[...])
      }
      return text(.process) ?? ""
    case .search:
      let pattern = text(.pattern) ?? ""
      let place = path() ?? text(.fileFilter)
      return place.map { pattern.isEmpty ? $0 : "\(pattern) in \($0)" } ?? pattern
    case .list:
      let pattern = text(.pattern) ?? texts(.pattern) ?? text(.fileFilter)
      let place = path()
      return [pattern, place].compactMap { $0 }.joined(separator: " in ")
    case .todo:
      return ""
    case .patch:
      guard let patch = root.member(.patch) else { return "" }
      return patchedFiles(patch.bytes, directory)
    case .fetch: return text(.address) ?? ""
    case .webSearch: return text(.pattern) ?? texts(.pattern) ?? text(.address) ?? ""
    case .task: return text(.assignment) ?? ""
    case .other:
      for value in root.children where value.kind == .string && !value.bytes.isEmpty {
        return line(value.bytes)
      }
      return ""
    }
  }

  /// Returns counts of the input's contents, such as `+3 −1`; empty until the input is complete.
  static func note(of root: JSONValue?, kind: ToolKind) -> String {
    guard let root else { return "" }
    let kind = kind.refined(by: root)
    switch kind {
    case .edit:
      guard let counts = ToolInputView.counts(of: root, kind: kind) else { return "" }
      return "+\(counts.inserted) \u{2212}\(counts.deleted)"
    case .write:
      guard let content = root.member(.content), content.kind == .string else { return "" }
      return lines(ToolInputView.lines(of: content).count)
    case .todo:
      guard let list = root.member(.tasks), list.kind == .array
      else {
        return ""
      }
      let items = TaskList.items(of: list)
      return "\(items.count { $0.isDone }) of \(items.count) done"
    case .read:
      guard let offset = root["offset"]?.integer else { return "" }
      let limit = root["limit"]?.integer
      return limit.map { "lines \(offset)\u{2013}\(offset + max(1, min($0, 1 << 30)) - 1)" }
        ?? "from line \(offset)"
    default: return ""
    }
  }

  /// Returns counts of the output's contents, for tools whose input has no counts.
  static func note(of output: ToolOutputView, kind: ToolKind) -> String {
    guard !output.output.isError else { return "" }
    switch kind {
    case .edit, .write, .todo, .patch: return ""
    default: return output.lineCount > 1 ? lines(output.lineCount) : ""
    }
  }

  private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

  /// Shortens a path inside the working directory to a relative path.
  private static func short(_ path: String, in directory: String?) -> String {
    if path == directory { return "." }
    guard let directory, !directory.isEmpty, directory != "/", path.hasPrefix(directory + "/") else {
      return path
    }
    return String(path.dropFirst(directory.count + 1))
  }

  /// Returns the first line, truncated. An ellipsis stands for further lines.
  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let trimmed = bytes.drop { $0 <= 0x20 }
    let end = trimmed.prefix(longest + 1).firstIndex { $0 == 0x0A || $0 == 0x0D } ?? trimmed.endIndex
    var cut = min(end, trimmed.startIndex + longest)
    while cut > trimmed.startIndex, cut < trimmed.endIndex, trimmed[cut] & 0xC0 == 0x80 { cut -= 1 }
    let isCut = trimmed[cut...].contains { $0 > 0x20 }
    let text = String(decoding: trimmed[..<cut], as: UTF8.self)
    return isCut ? text + " \u{2026}" : text
  }

  /// Returns the first three files that a patch names, found in its first 4 KiB. An ellipsis stands for
  /// further files.
  private static func patchedFiles(_ patch: ArraySlice<UInt8>, _ directory: String?) -> String {
    let marks = ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/"].map { Array($0.utf8) }
    var files: [String] = []
    for row in patch.prefix(1 << 12).split(separator: 0x0A) {
      guard let mark = marks.first(where: { row.starts(with: $0) }) else { continue }
      files.append(short(String(decoding: row.dropFirst(mark.count), as: UTF8.self), in: directory))
      if files.count == 4 { break }
    }
    return files.count > 3
      ? files.prefix(3).joined(separator: ", ") + " \u{2026}" : files.joined(separator: ", ")
  }
}
