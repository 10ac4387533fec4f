internal import MessageStreams

/// The kind of work that a tool does, which decides how its calls are shown.
///
/// The kind is found from the tool's name, whichever assistant made the call (`Data/tools.txt`).
enum ToolKind: String {
  /// Replaces text in a file by other text, once or several times.
  case edit
  /// Writes a whole file.
  case write
  case read
  case shell
  /// Looks for a pattern in files.
  case search
  /// Lists files.
  case list
  case todo
  /// Applies a patch in one of the diff forms.
  case patch
  case fetch
  case webSearch
  /// Has another agent do something.
  case task
  case other

  init(name: String) {
    let tool = name.split(separator: "__").last.map(String.init) ?? name
    // `str_replace_based_edit_tool` and `StrReplaceBasedEditTool` are the same.
    let plain = String(tool.lowercased().filter { $0.isLetter || $0.isNumber })
    self = ToolVocabulary.shared.kinds[plain] ?? .other
  }

  /// Some tools do several things and say which in their input.
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
