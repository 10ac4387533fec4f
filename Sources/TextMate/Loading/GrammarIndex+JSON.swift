extension GrammarIndex {
  /// The index as it lies in a folder: the same bytes for the same grammars, readable in a diff.
  public var json: String {
    var text = "["
    for (number, entry) in entries.sorted(by: { $0.file < $1.file }).enumerated() {
      text += number == 0 ? "\n" : ",\n"
      text += "  {\n"
      text += "    \"file\": \(Self.quoted(entry.file)),\n"
      text += "    \"scopeName\": \(Self.quoted(entry.scope.rawValue)),\n"
      text += "    \"language\": \(entry.language.map(Self.object) ?? "null")\n  }"
    }
    return text + (entries.isEmpty ? "]\n" : "\n]\n")
  }

  private static func object(_ language: Language) -> String {
    var members = [("id", quoted(language.id.rawValue)), ("name", quoted(language.name))]
    let lists = [
      ("aliases", language.aliases), ("extensions", language.extensions),
      ("filenames", language.filenames), ("shebangs", language.shebangs),
    ]
    for (name, values) in lists where !values.isEmpty {
      members.append((name, "[" + values.map(quoted).joined(separator: ", ") + "]"))
    }
    if let firstLine = language.firstLine { members.append(("firstLine", quoted(firstLine))) }
    return "{\n" + members.map { "      \"\($0.0)\": \($0.1)" }.joined(separator: ",\n") + "\n    }"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
