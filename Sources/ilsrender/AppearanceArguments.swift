internal import ArgumentParser
internal import RunFormatters
internal import TextMate

/// The presentation of link addresses in a terminal.
enum LinkDisplay: String, CaseIterable, ExpressibleByArgument {
  case auto, osc8, inline, footnotes, none
}

/// The method for drawing images in a terminal.
enum ImageDisplay: String, CaseIterable, ExpressibleByArgument {
  case auto, none, kitty, iterm2, sixel
}

/// The options for the appearance of the output.
struct AppearanceArguments: ParsableArguments {
  @Option(
    name: [.customShort("t"), .long],
    help: ArgumentHelp(
      "A theme by name, or the path of a VS Code theme file; ILSRENDER_THEME, or obsidian, or on a light terminal paper. Of several with commas a terminal gets the one for its background, and HTML (paper,obsidian) holds all of them.",
      valueName: "theme"), completion: .shellCommand("ilsrender themes | cut -d' ' -f1"))
  var theme: String?

  @OptionGroup var contrastArguments: ContrastArguments

  @Option(
    name: [.customShort("w"), .long],
    help: ArgumentHelp("Columns to wrap at; the terminal's width, or 80.", valueName: "columns"))
  var width: Int?

  @Option(help: "Whether and how to colour.")
  var color: ColorChoice = .auto

  @Flag(name: [.customShort("n"), .long], inversion: .prefixedNo, help: "Number the lines of code.")
  var lineNumbers = false

  @Option(
    help:
      "Long lines of code: wrap them behind a mark, cut them at one, or leave them (HTML: wrap or scroll). Usual is wrap, with --plain-code none."
  )
  var wrap: ANSIFormatter.CodeOverflow?

  @Flag(help: "Draw a rule between all rows of a table in the terminal.")
  var rowRules = false

  @Flag(
    name: [.customShort("p"), .long], inversion: .prefixedNo,
    help: "Code without a frame, from the first column on, so that it can be copied from the terminal.")
  var plainCode = false

  @Option(
    help:
      "Where the addresses of links stand; osc8 makes the text clickable, auto is that where the terminal has it, else inline."
  )
  var links: LinkDisplay = .auto

  @Option(
    help:
      "Draw pictures in the terminal: kitty, iterm2 or sixel say how, auto does it where the terminal is known to or says so. Only files beside the markdown file are read."
  )
  var images: ImageDisplay = .none

  @Option(
    help: "Characters whose width depends on the terminal's font: one column or two.")
  var ambiguous: AmbiguousWidth = .narrow

  @Option(help: "YAML or TOML before the text: hide it, or show it as a table or as code.")
  var frontMatter: FrontMatterDisplay = .hide

  @Option(help: "Diagrams (mermaid): draw or code.")
  var diagrams: DiagramDisplay = .draw

  @OptionGroup(title: "Layout") var layout: LayoutArguments

  /// Whether pages wrap long lines. By default they scroll them.
  var wrapsPages: Bool { wrap == .wrap }

  func validate() throws {
    if let width, !(20...10_000).contains(width) {
      throw ValidationError("--width takes a number from 20 to 10000, not \(width)")
    }
  }
}

/// The option that makes a theme's colours easier to read.
struct ContrastArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Move the theme's colours towards white or black until text has this contrast against its background: 4.5 is usual, 7 high, 21 the most. Without it the theme's colours are shown as they are.",
      valueName: "ratio"))
  var contrast: Double?

  func validate() throws {
    if let contrast, !(1...21).contains(contrast) {
      throw ValidationError("--contrast takes a number from 1 to 21, not \(contrast)")
    }
  }

  /// Returns the theme with the requested contrast.
  func applied(to theme: Theme) -> Theme { contrast.map(theme.withContrast) ?? theme }
}
