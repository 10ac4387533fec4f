import ArgumentParser
import Rendering
import RunFormatters
import StyledRuns

/// The filter itself: files or standard input in, one rendering out.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render markdown or code (the default command).",
    discussion: """
      Without FILE, or where FILE is -, standard input is read. Several files are rendered as one text.

      EXAMPLES
        ilsrender README.md                           coloured, wrapped to the terminal
        git show HEAD:README.md | ilsrender --width 72
        ilsrender --format html --standalone --theme paper NOTES.md > notes.html
        ilsrender --input code --language swift Package.swift
        ilsrender --color always README.md | less -R

      COLOURS
        auto colours a terminal, as far as COLORTERM and TERM say it can; NO_COLOR and CLICOLOR_FORCE are
        respected. always colours pipes and files too.

      EXIT STATUS
        0 rendered; 1 the input could not be read; 2 the command line is wrong.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case ansi, html, text, ir
  }

  enum InputKind: String, ExpressibleByArgument, CaseIterable {
    case markdown, code
  }

  @Argument(help: "Files to render; - is standard input.", completion: .file())
  var file: [String] = []

  @Option(help: "What to write: ansi, html, text or ir (JSON).")
  var format: Format = .ansi

  @Option(help: "What is read: markdown, or code of one language.")
  var input: InputKind = .markdown

  @Option(help: "The language of code; found from the file's name or first line where not given.")
  var language: String?

  @OptionGroup(title: "APPEARANCE") var appearance: AppearanceOptions
  @OptionGroup(title: "MARKDOWN") var markdown: MarkdownArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "DATA") var data: DataArguments

  func run() throws {
    let bytes = try Input.read(file)
    let catalog = try data.catalog()
    let renderer = Renderer(markdown: try markdown.options(), highlighter: catalog.highlighter)
    // TODO
    _ = (bytes, renderer)
  }
}
