internal import MessageStreams

/// The role that a member of a tool's input plays, whatever the assistant that made the call names it.
///
/// ```swift
/// call.input.closedString(.path)  // "file_path" of one assistant, "target_file" of another
/// ```
///
/// The names stand in `Data/tools.txt`.
enum ToolMember: String {
  case path
  /// The text that an edit replaces, and the text that it puts there.
  case oldText, newText
  /// The text of a whole file.
  case content
  /// The language of the code that another member holds.
  case codeLanguage
  case command
  /// The running program that a call is about, where it has no command.
  case process
  case pattern
  /// Restricts a search to some files.
  case fileFilter
  case patch
  /// The list of a plan or of things to do.
  case tasks
  /// The text of one thing in such a list.
  case taskText
  case address
  /// What another agent is told to do.
  case assignment

  /// The names of members with this role, the preferred ones first.
  var names: [String] { ToolVocabulary.shared.members[rawValue] ?? [] }
}

extension JSONValue {
  /// The member with this role.
  func member(_ role: ToolMember) -> JSONValue? {
    for name in role.names {
      if let value = self[name] { return value }
    }
    return nil
  }

  /// The text of the member with this role, once the text is complete.
  func closedString(_ role: ToolMember) -> String? {
    guard let value = member(role), value.isClosed else { return nil }
    return value.string
  }
}
