internal import MessageStreams

/// What a tool does, as far as its calls are shown by it. Found from the tool's name, whoever made the tool.
enum ToolKind: Hashable {
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
    self = Self.names[plain] ?? .other
  }

  private static let names: [String: ToolKind] = {
    let lists: [(ToolKind, String)] = [
      (
        .edit,
        "edit multiedit strreplace strreplacebasededittool strreplaceeditor editfile replace replaceinfile "
          + "searchreplace fileedit texteditor strreplaceeditortool notebookedit editnotebook edittool update"
      ),
      (.write, "write writefile createfile filewrite create writetofile savefile newfile"),
      (
        .read,
        "read readfile view viewfile cat openfile notebookread readmanyfiles fileread getfile readtextfile"
      ),
      (
        .shell,
        "bash shell runcommand executecommand localshell terminal exec runshellcommand runterminalcmd powershell "
          + "bashcodeexecution sh command executebash runinterminal containerexec execcommand computerbash zsh"
      ),
      (
        .search,
        "grep grepsearch search ripgrep rg searchfiles searchtext searchfilecontent codebasesearch searchcode "
          + "semanticsearch"
      ),
      (
        .list,
        "glob ls listdirectory listdir listfiles find findfiles filesearch globfilesearch toolsearch findpath"
      ),
      (.todo, "todowrite updateplan todo writetodos todoread updatetodolist managetodolist todolist"),
      (.patch, "applypatch patch applydiff"),
      (.fetch, "webfetch fetch fetchurl openurl readurl readwebpage"),
      (.webSearch, "websearch googlewebsearch searchweb googlesearch"),
      (.task, "task agent spawnagent subagent runagent delegate dispatchagent newtask runsubagent"),
    ]
    var names: [String: ToolKind] = [:]
    for (kind, list) in lists {
      for name in list.split(separator: " ") { names[String(name)] = kind }
    }
    return names
  }()

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

  static let pathNames = [
    "file_path", "path", "notebook_path", "filename", "file_name", "target_file", "filePath", "absolute_path",
    "file", "relative_path", "directory", "dir_path", "uri",
  ]
  static let oldNames = ["old_string", "old_str", "oldString", "old_text", "oldText", "old", "search"]
  static let newNames = [
    "new_string", "new_str", "newString", "new_text", "newText", "new", "replace", "replacement",
    "insert_text",
    "new_source", "insert_line_text",
  ]
  static let contentNames = [
    "content", "file_text", "contents", "file_content", "new_source", "text", "code_edit", "code",
  ]
  static let commandNames = ["command", "cmd", "script", "code", "commands"]
  static let patternNames = [
    "pattern", "query", "regex", "regexp", "search", "search_term", "searchTerm", "q",
  ]
}

extension JSONValue {
  /// The first member that has one of these names.
  func member(_ names: [String]) -> JSONValue? {
    for name in names {
      if let value = self[name] { return value }
    }
    return nil
  }

  /// The text of the first member that has one of these names, once it is complete.
  func closedString(_ names: [String]) -> String? {
    guard let value = member(names), value.isClosed else { return nil }
    return value.string
  }
}
