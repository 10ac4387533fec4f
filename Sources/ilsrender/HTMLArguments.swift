internal import ArgumentParser

/// What becomes of HTML in the markdown.
enum RawHTMLPolicy: String, CaseIterable, ExpressibleByArgument {
  case escape, sanitize, unsafe
}

/// How code gets its colours.
enum CodeStyling: String, CaseIterable, ExpressibleByArgument {
  case classes, inline, variables
}

/// The options that matter to HTML only.
struct HTMLArguments: ParsableArguments {
  @Flag(help: "A whole page with its stylesheet and script instead of a fragment.")
  var standalone = false

  @Flag(help: "HTML exactly as the GFM specification prints it: no classes, no highlighting.")
  var bare = false

  @Option(help: "HTML in the markdown: escape (show it), sanitize (keep what is harmless) or unsafe.")
  var html: RawHTMLPolicy = .escape

  @Flag(help: "Let raw HTML through, and with --bare any link: --html unsafe. Only for text that you trust.")
  var unsafeHtml = false

  @Option(
    help:
      "Colours as classes (ilsrender themes --css prints the stylesheet), inline (of the first theme) or variables."
  )
  var styling: CodeStyling = .classes

  @Flag(
    help: "Mark up mermaid and math blocks for a script of the page to draw, instead of showing their code.")
  var drawings = false

  @Option(
    help: ArgumentHelp("The page's title; else the front matter's or the first heading.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The page's language, such as en.", valueName: "code"))
  var pageLanguage: String?

  @Option(help: ArgumentHelp("Put before every id, for several fragments in one page.", valueName: "text"))
  var idPrefix = ""

  var isUnsafe: Bool { unsafeHtml || html == .unsafe }

  func validate() throws {
    let isName = idPrefix.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
    }
    guard isName else { throw ValidationError("--id-prefix takes letters, digits, - and _") }
  }
}
