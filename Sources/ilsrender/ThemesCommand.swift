internal import ArgumentParser
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// `ilsrender themes`: lists the themes, or prints a stylesheet or the page script.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    abstract: "List the themes, or print a stylesheet or the scripts of pages.",
    discussion: """
      EXAMPLES
        ilsrender themes
        ilsrender themes --json
        ilsrender themes --css paper > paper.css
        ilsrender themes --css paper,obsidian > both.css
        ilsrender themes --script > controls.js
        ilsrender themes --client > ilsrender.js

      The stylesheet is for HTML of the same themes in the same order, of
      conversations too:
        ilsrender --format html --theme paper,obsidian NOTES.md
      It follows the reader's preference for light or dark; data-theme="obsidian" on
      any element chooses. With --contrast it is for HTML that was made with the same.
      """)

  @Flag(help: "Print a JSON array.")
  var json = false

  @Option(
    help: ArgumentHelp("Print the stylesheet for HTML in these themes, comma-separated.", valueName: "themes")
  )
  var css: String?

  @Flag(
    help:
      "Print the script that copies code and messages, numbers lines, folds tool calls and switches themes, for pages of your own."
  )
  var script = false

  @Flag(
    help:
      "Print the module that shows streams of a service in pages of your own (<ils-stream>); it has that script in it."
  )
  var client = false

  @OptionGroup var contrast: ContrastArguments

  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    if script {
      // Without semicolons, the second script would become an argument of the first.
      let scripts = [HTMLFormatter.script, HTMLFormatter.conversationScript].map { $0 + ";\n" }
      return try StandardOutput.write(Array(scripts.joined().utf8))
    }
    if client { return try StandardOutput.write(PageClient.module) }
    let catalog = try data.catalog()
    if let css {
      let names = css.split(separator: ",").map(String.init)
      guard !names.isEmpty else { throw Failure.usage("--css takes the names of themes") }
      let sheets = try names.map { try contrast.applied(to: catalog.theme(named: $0)).completeStyleSheet() }
      try StandardOutput.write(
        HTMLFormatter().stylesheet(for: sheets) + Array(HTMLFormatter.conversationStylesheet.utf8))
      return
    }
    let themes = catalog.themes.summaries
    if json {
      let objects = themes.map { theme -> [(key: String, value: JSONOutput.JSONOutputValue)] in
        [
          ("id", .string(theme.id)), ("name", .string(theme.name)),
          ("kind", .string(theme.isDark ? "dark" : "light")),
        ]
      }
      try StandardOutput.write(JSONOutput.lines(objects))
      return
    }
    let rows = themes.map { [$0.id, $0.isDark ? "dark" : "light", $0.name] }
    let colors = ColorChoice.auto.colors(
      isTerminal: Terminal.detect().isTerminal, environment: Terminal.environment)
    guard colors == .trueColor || colors == .indexed else {
      return try StandardOutput.write(Array(Columns.aligned(rows).utf8))
    }
    let widths = Columns.widths(of: rows)
    var out: [UInt8] = []
    for (theme, row) in zip(themes, rows) {
      out += Columns.padded(row, to: widths).utf8
      out += Self.swatch(of: try catalog.theme(named: theme.id), colors)
      out.append(UInt8(ascii: "\n"))
    }
    try StandardOutput.write(out)
  }

  /// Returns a line of code in the theme's colours.
  private static func swatch(of theme: Theme, _ colors: ANSIFormatter.Colors) -> [UInt8] {
    let words = [
      ("let", "storage.type"), (" size", "variable.other"), (": ", "punctuation"),
      ("Int", "entity.name.type"),
      (" = ", "keyword.operator"), ("count", "entity.name.function"), ("(", "punctuation"),
      ("\"a\"", "string.quoted"),
      (", ", "punctuation"), ("12", "constant.numeric"), (")", "punctuation"), (" // why", "comment.line"),
    ]
    let plain = theme.palette.codeText
    let parts = words.map { word, scope in
      (text: word, color: theme.style(for: ["source", scope]).foreground ?? plain)
    }
    return ThemeSwatch(background: theme.palette.codeBackground, isDark: theme.isDark)
      .line(parts, colors: colors)
  }
}
