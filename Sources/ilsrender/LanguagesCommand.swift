internal import ArgumentParser
internal import Rendering
internal import TextMate

/// `ilsrender languages`: lists the languages.
struct LanguagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "languages",
    abstract: "List the languages that code can be highlighted in.",
    discussion: """
      Identifier, name, other names that may stand after a fence, file endings.

      EXAMPLES
        ilsrender languages
        ilsrender languages --json
      """)

  @Flag(help: "Print a JSON array.")
  var json = false

  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    let languages = try data.catalog().languages.all.sorted { $0.id < $1.id }
    if json {
      let objects = languages.map { language -> [(key: String, value: JSONOutput.JSONOutputValue)] in
        [
          ("id", .string(language.id.rawValue)), ("name", .string(language.name)),
          ("scope", .string(language.scope?.rawValue)), ("aliases", .strings(language.aliases)),
          ("extensions", .strings(language.extensions)), ("filenames", .strings(language.filenames)),
          ("shebangs", .strings(language.shebangs)),
        ]
      }
      try StandardOutput.write(JSONOutput.lines(objects))
      return
    }
    let rows = languages.map { language in
      [
        language.id.rawValue, language.name,
        language.aliases.filter { $0 != language.id.rawValue }.joined(separator: " "),
        (language.extensions + language.filenames.filter { !language.extensions.contains($0) })
          .joined(separator: " "),
      ]
    }
    guard let width = Terminal.size()?.columns else {
      return try StandardOutput.write(Array(Columns.aligned(rows).utf8))
    }
    // Further names and extensions share one column, which is wrapped.
    let narrow = rows.map { [$0[0], $0[1], $0[2...].joined(separator: " ")] }
    try StandardOutput.write(Array(Columns.aligned(narrow, width: width).utf8))
  }
}
