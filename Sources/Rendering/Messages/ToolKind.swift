internal import MessageStreams

/// The kind of work that a tool does. It decides how calls of the tool are shown.
///
/// The tool's name determines the kind, whichever assistant made the call (`Data/tools.txt`).
enum ToolKind: String {
  /// Replaces text in a file, once or several times.
  case edit
  /// Writes a whole file.
  case write
  case read
  case shell
  /// Searches files for a pattern.
  case search
  /// Lists files.
  case list
  case todo
  /// Applies a patch in one of the diff forms.
  case patch
  case fetch
  case webSearch
  /// Delegates work to another agent.
  case task
  case other

  init(name: String) {
    let tool = name.split(separator: "__").last.map(String.init) ?? name
    // Treat `str_replace_based_edit_tool` and `StrReplaceBasedEditTool` as the same name.
    let plain = String(tool.lowercased().filter { $0.isLetter || $0.isNumber })
    self = ToolVocabulary.shared.kinds[plain] ?? .other
  }

  /// Returns the kind of one call. Some tools do several things and select one in their input.
  func refined(by input: JSONValue?) -> ToolKind {
    guard self == .edit, let command = input?["command"], command.isClosed, let name = command.string else {
      return self
    }
    return switch name {
    case "view": .read
    case "create": .write
    default: self
    }
  }
}
