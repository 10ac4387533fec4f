internal import ArgumentParser

extension ColorChoice: ExpressibleByArgument {}

/// What becomes of code that is wider than the terminal.
enum CodeWrapping: String, CaseIterable, ExpressibleByArgument {
  case wrap, cut, none
}

/// How a terminal shows where a link leads.
enum LinkDisplay: String, CaseIterable, ExpressibleByArgument {
  case auto, osc8, inline, notes, none
}

/// What becomes of front matter.
enum FrontMatterChoice: String, CaseIterable, ExpressibleByArgument {
  case hide, table, code
}

/// The options that say how a rendering looks.
struct AppearanceArguments: ParsableArguments {
  @Option(help: ArgumentHelp("A theme by name, or the path of a VS Code theme file.", valueName: "theme"))
  var theme = "obsidian"

  @Option(help: ArgumentHelp("Columns to wrap at; the terminal's width, or 80.", valueName: "columns"))
  var width: Int?

  @Option(help: "Whether to colour: auto, always or never.")
  var color: ColorChoice = .auto

  @Flag(help: "Number the lines of code.")
  var lineNumbers = false

  @Option(help: "Long lines of code: wrap them behind a mark, cut them at one, or none of both.")
  var wrap: CodeWrapping = .wrap

  @Flag(help: "Code without a frame, so that it can be copied from the terminal.")
  var plainCode = false

  @Option(
    help: "Addresses of links: osc8 (clickable), inline, notes or none; auto is osc8 where there are colours."
  )
  var links: LinkDisplay = .auto

  @Option(help: "YAML or TOML before the text: hide it, show a table of it, or the code.")
  var frontMatter: FrontMatterChoice = .hide

  func validate() throws {
    if let width, !(10...10_000).contains(width) {
      throw ValidationError("--width takes a number from 10 to 10000, not \(width)")
    }
  }
}
