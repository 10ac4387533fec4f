internal import TextMate

extension GrammarIndex {
  /// The JSON of the index file. Equal grammars give equal bytes, formatted for readable diffs.
  var json: [UInt8] {
    var text = JSONOutput()
    text.append(raw: "[")
    for (number, entry) in entries.sorted(by: { $0.file < $1.file }).enumerated() {
      text.append(raw: number == 0 ? "\n  {\n    \"file\": " : ",\n  {\n    \"file\": ")
      text.append(string: entry.file)
      text.append(raw: ",\n    \"scopeName\": ")
      text.append(string: entry.scope.rawValue)
      text.append(raw: ",\n    \"language\": ")
      Self.append(entry.language, to: &text)
      text.append(raw: "\n  }")
    }
    text.append(raw: entries.isEmpty ? "]\n" : "\n]\n")
    return text.bytes
  }

  private static func append(_ language: Language?, to text: inout JSONOutput) {
    guard let language else { return text.append(.string(nil)) }
    var members: [(name: String, value: JSONOutput.JSONOutputValue)] = [
      ("id", .string(language.id.rawValue)), ("name", .string(language.name)),
    ]
    let lists = [
      ("aliases", language.aliases), ("extensions", language.extensions),
      ("filenames", language.filenames), ("shebangs", language.shebangs),
    ]
    for (name, values) in lists where !values.isEmpty { members.append((name, .strings(values))) }
    if let firstLine = language.firstLine { members.append(("firstLine", .string(firstLine))) }
    for (index, member) in members.enumerated() {
      text.append(raw: index == 0 ? "{\n      " : ",\n      ")
      text.append(string: member.name)
      text.append(raw: ": ")
      text.append(member.value)
    }
    text.append(raw: "\n    }")
  }
}
