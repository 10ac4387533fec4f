internal import MessageStreams

/// The role of a member in a tool's input, independent of the name that an assistant uses.
///
/// ```swift
/// input.closedString(.path)  // "file_path" of one assistant, "target_file" of another
/// ```
///
/// The names are listed in `Data/tools.txt`.
enum ToolMember: String {
  case path
  /// The text that an edit replaces, and its replacement.
  case oldText, newText
  /// The text of a whole file.
  case content
  /// The language of the code in another member.
  case codeLanguage
  case command
  /// The running program that a call without a command refers to.
  case process
  case pattern
  /// A restriction of a search to some files.
  case fileFilter
  case patch
  /// The list of tasks in a plan.
  case tasks
  /// The text of one task.
  case taskText
  case address
  /// The instructions for another agent.
  case assignment

  /// The member names with this role, the preferred ones first.
  var names: [String] { ToolVocabulary.shared.members[rawValue] ?? [] }
}

extension JSONValue {
  /// Returns the first member with this role; nil if there is none.
  func member(_ role: ToolMember) -> JSONValue? {
    for name in role.names {
      if let value = self[name] { return value }
    }
    return nil
  }

  /// Returns the text of the member with this role; nil until it is complete.
  func closedString(_ role: ToolMember) -> String? {
    guard let value = member(role), value.isClosed else { return nil }
    return value.string
  }
}
