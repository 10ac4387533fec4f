internal import MessageStreams
internal import StyledRuns
internal import TextMate

/// Decides which values of a tool call's input are shown as code, as a diff or as a list, and which by name
/// and value.
///
/// The plan depends only on the input so far. It is computed again after each piece, in a number of steps
/// proportional to the relevant members of the input.
struct ToolInputPlan {
  enum Section {
    case code(JSONValue, info: String)
    case diff(old: JSONValue?, new: JSONValue?, info: String)
    case tasks(JSONValue)
    /// The unparsed input: it is not a JSON object.
    case raw(info: String)
  }

  private(set) var sections: [Section] = []
  /// The members of the root that are not shown by name and value, by their start in the input.
  private(set) var hidden: Set<Int> = []

  private static let maximumSections = 64
  /// The length in bytes beyond which a value gets a section of its own.
  private static let longestField = 240

  init(_ root: JSONValue, kind: ToolKind, languages: LanguageRegistry?) {
    func language(ofPath path: String?) -> String {
      path.flatMap { languages?.language(forFile: $0)?.id.rawValue } ?? "plain"
    }
    let pathValue = root.member(.path)
    let path = root.closedString(.path)
    // For a tool that edits, views and creates files, `command` selects one of these.
    if kind == .edit { hide(root["command"]) }
    switch kind.refined(by: root) {
    case .edit:
      let info = language(ofPath: path)
      if let edits = root["edits"] ?? root["replacements"], edits.kind == .array {
        hide(edits)
        for edit in edits.children.prefix(Self.maximumSections) { addDiff(edit, info) }
      }
      if let all = root["replace_all"], all.bool == false { hide(all) }
      addDiff(root, info)
      hide(pathValue)
    case .write:
      if let content = root.member(.content), content.kind == .string {
        add(.code(content, info: language(ofPath: path)), hiding: content)
        hide(pathValue)
      }
    case .shell:
      let shell = root["shell"]?.string == "powershell" ? "powershell" : "shellscript"
      if let command = root.member(.command) { addCommand(command, info: shell) }
    case .patch:
      if let patch = root.member(.patch), patch.kind == .string {
        add(.code(patch, info: "diff"), hiding: patch)
      }
    case .todo:
      if let list = root.member(.tasks), list.kind == .array {
        add(.tasks(list), hiding: list)
      }
    case .read: hide(pathValue)
    case .list:
      hideShort(root.member(.pattern))
      hide(pathValue)
    case .search, .webSearch:
      hideShort(root.member(.pattern))
      hideShort(pathValue)
    case .fetch: hideShort(root["url"])
    case .task: hideShort(root["description"])
    case .other: break
    }
    addLongMembers(of: root, language(ofPath: path))
  }

  private mutating func hide(_ value: JSONValue?) {
    if let value { hidden.insert(value.source.lowerBound) }
  }

  /// Hides a value that the summary shows in full.
  private mutating func hideShort(_ value: JSONValue?) {
    guard let value, value.kind == .string, value.bytes.count <= 120, !value.bytes.contains(0x0A) else {
      return
    }
    hide(value)
  }

  private mutating func add(_ section: Section, hiding value: JSONValue) {
    guard sections.count < Self.maximumSections else { return }
    sections.append(section)
    hide(value)
  }

  private mutating func addDiff(_ edit: JSONValue, _ info: String) {
    var old = edit.member(.oldText).flatMap { $0.kind == .string ? $0 : nil }
    let new = edit.member(.newText).flatMap { $0.kind == .string ? $0 : nil }
    if let begun = old, let new, !begun.isClosed, new.source.lowerBound < begun.source.lowerBound {
      // The old text follows the new one in the input and would be redrawn with each piece: wait until it is
      // complete.
      hide(old)
      old = nil
    }
    guard old != nil || new != nil, sections.count < Self.maximumSections else { return }
    sections.append(.diff(old: old, new: new, info: info))
    hide(old)
    hide(new)
  }

  /// Adds a command: a string, or a list of words such as `bash -lc "..."`, whose last word is the command.
  private mutating func addCommand(_ command: JSONValue, info: String) {
    if command.kind == .string { return add(.code(command, info: info), hiding: command) }
    guard command.kind == .array, command.isClosed else { return }
    let words = Array(command.children)
    if words.count == 3, words[1].string?.hasPrefix("-") == true, words[1].string?.hasSuffix("c") == true {
      add(.code(words[2], info: info), hiding: command)
    }
  }

  /// Adds sections for long or multi-line values. A value whose name suggests code becomes code.
  private mutating func addLongMembers(of root: JSONValue, _ pathLanguage: String) {
    for member in root.children where member.kind == .string && !hidden.contains(member.source.lowerBound) {
      let name = member.name
      let isCode = ["command", "cmd", "script", "code", "patch", "diff", "sql"].contains(name)
      let isLong = member.bytes.count > Self.longestField || member.bytes.contains(0x0A)
      guard isCode || isLong else { continue }
      let language =
        switch name {
        case "command", "cmd", "script": "shellscript"
        case "patch", "diff": "diff"
        case "sql": "sql"
        case "code": root.closedString(.codeLanguage) ?? pathLanguage
        case "content", "file_text", "contents", "source": pathLanguage
        case "prompt", "plan", "body", "message", "description": "markdown"
        default: "plain"
        }
      add(.code(member, info: "\(Self.word(language)) title=\"\(Self.title(name))\""), hiding: member)
    }
  }

  private static func word(_ text: String) -> String {
    let word = text.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "+" || $0 == "#" }
    return word.isEmpty ? "plain" : word
  }

  private static func title(_ text: String) -> String {
    String(text.prefix(60).map { $0 == "\"" || $0.isNewline ? "'" : $0 })
  }
}

extension ToolInputPlan {
  private static let maximumFields = 80
  private static let maximumText = 400

  /// Returns the members that are shown by name and value. Nested members follow their container.
  ///
  /// - Parameter lengths: The counted lengths of long texts, so that no text is counted twice.
  func fields(of root: JSONValue, lengths: inout [Int: CountedLength]) -> [ToolField] {
    var fields: [ToolField] = []
    var stack: [(children: JSONValue.JSONChildren, depth: Int, isArray: Bool, next: Int)] = [
      (root.children, 0, false, 0)
    ]
    while let top = stack.indices.last {
      guard let value = stack[top].children.next() else {
        stack.removeLast()
        continue
      }
      if stack[top].depth == 0, hidden.contains(value.source.lowerBound) { continue }
      guard fields.count < Self.maximumFields else {
        fields.append(ToolField(name: "\u{2026}", kind: .group, value: "", omitted: 0))
        return fields
      }
      stack[top].next += 1
      let name = stack[top].isArray ? "\(stack[top].next)" : value.name
      let depth = stack[top].depth
      switch value.kind {
      case .object, .array:
        let isEmpty = value.count == 0 && value.isClosed
        let text = isEmpty ? (value.kind == .object ? "{}" : "[]") : ""
        fields.append(ToolField(depth: depth, name: name, kind: .group, value: text))
        if depth < 8 { stack.append((value.children, depth + 1, value.kind == .array, 0)) }
      case .string:
        let (text, omitted) = Self.cut(
          value.bytes, &lengths[value.source.lowerBound, default: CountedLength()])
        fields.append(ToolField(depth: depth, name: name, kind: .string, value: text, omitted: omitted))
      case .number:
        let text = String(decoding: value.bytes.prefix(40), as: UTF8.self)
        fields.append(ToolField(depth: depth, name: name, kind: .number, value: text))
      case .bool:
        fields.append(
          ToolField(depth: depth, name: name, kind: .bool, value: value.bool == true ? "true" : "false"))
      case .null: fields.append(ToolField(depth: depth, name: name, kind: .null, value: "null"))
      }
    }
    return fields
  }

  /// Truncates a text.
  ///
  /// - Returns: The first characters, and the number of characters that follow.
  private static func cut(
    _ bytes: ArraySlice<UInt8>, _ length: inout CountedLength
  ) -> (text: String, omitted: Int) {
    guard bytes.count > maximumText else { return (String(decoding: bytes, as: UTF8.self), 0) }
    var end = bytes.startIndex + maximumText
    while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    if length.bytes == 0 { length.bytes = end - bytes.startIndex }
    length.characters += bytes[(bytes.startIndex + length.bytes)...].reduce(0) {
      $0 + ($1 & 0xC0 == 0x80 ? 0 : 1)
    }
    length.bytes = bytes.count
    return (String(decoding: bytes[..<end], as: UTF8.self), length.characters)
  }
}

/// The number of characters counted so far in the hidden part of a growing text.
struct CountedLength {
  var bytes = 0
  var characters = 0
}
