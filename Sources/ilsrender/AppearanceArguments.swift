import ArgumentParser

extension ColorChoice: ExpressibleByArgument {}

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

  func validate() throws {
    if let width, !(10...10_000).contains(width) {
      throw ValidationError("--width takes a number from 10 to 10000, not \(width)")
    }
  }
}
