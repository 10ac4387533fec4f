internal import ArgumentParser
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Lists the themes that there are.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    abstract: "List the themes, or print the stylesheet of one.",
    discussion: """
      EXAMPLES
        ilsrender themes
        ilsrender themes --json
        ilsrender themes --css paper > paper.css
      """)

  @Flag(help: "Print a JSON array.")
  var json = false

  @Option(help: ArgumentHelp("Print the stylesheet for HTML with classes in this theme.", valueName: "theme"))
  var css: String?

  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    let catalog = try data.catalog()
    if let css {
      var appearance = AppearanceArguments()
      appearance.theme = css
      let sheet = try appearance.theme(in: catalog).styleSheet(for: ScopeTable())
      try StandardOutput.write(HTMLFormatter().stylesheet(for: [sheet]))
      return
    }
    let themes = catalog.themes.summaries
    if json {
      let objects = themes.map { theme -> [(key: String, value: JSONText.Value)] in
        [
          ("id", .string(theme.id)), ("name", .string(theme.name)),
          ("kind", .string(theme.isDark ? "dark" : "light")),
        ]
      }
      try StandardOutput.write(JSONText.lines(objects))
      return
    }
    let rows = themes.map { [$0.id, $0.isDark ? "dark" : "light", $0.name] }
    try StandardOutput.write(Array(Columns.aligned(rows).utf8))
  }
}
