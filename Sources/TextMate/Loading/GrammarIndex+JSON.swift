extension GrammarIndex {
  /// The index as it lies in a folder: the same bytes for the same grammars, readable in a diff.
  public var json: String {
    var text = "["
    for (number, entry) in entries.sorted(by: { $0.file < $1.file }).enumerated() {
      text += number == 0 ? "\n" : ",\n"
      text += "  {\n"
      text += "    \"file\": \(Self.quoted(entry.file)),\n"
      text += "    \"scopeName\": \(Self.quoted(entry.scope.rawValue)),\n"
      text += "    \"language\": {\n"
      var members = [
        ("id", Self.quoted(entry.language.id.rawValue)), ("name", Self.quoted(entry.language.name)),
      ]
      let lists = [
        ("aliases", entry.language.aliases), ("extensions", entry.language.extensions),
        ("filenames", entry.language.filenames), ("shebangs", entry.language.shebangs),
      ]
      for (name, values) in lists where !values.isEmpty {
        members.append((name, "[" + values.map(Self.quoted).joined(separator: ", ") + "]"))
      }
      if let firstLine = entry.language.firstLine { members.append(("firstLine", Self.quoted(firstLine))) }
      text += members.map { "      \"\($0.0)\": \($0.1)" }.joined(separator: ",\n")
      text += "\n    }\n  }"
    }
    return text + (entries.isEmpty ? "]\n" : "\n]\n")
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
