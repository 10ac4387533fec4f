internal import ArgumentParser
internal import MarkdownBlocks
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// The filter itself: files or standard input in, one rendering out.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render markdown or code (the default command).",
    usage: "ilsrender [<options>] [<file> ...]",
    discussion: """
      Without FILE, or where FILE is -, standard input is read. Several files are rendered as one text.

      EXAMPLES
        ilsrender README.md                           coloured, wrapped to the terminal
        git show HEAD:README.md | ilsrender --width 72
        ilsrender --format html --standalone --theme paper NOTES.md > notes.html
        ilsrender --input code --language swift Package.swift
        ilsrender --color always README.md | less -R

      COLOURS
        auto colours a terminal as far as COLORTERM and TERM say it can, and respects NO_COLOR, FORCE_COLOR,
        CLICOLOR and CLICOLOR_FORCE. always colours pipes and files too; truecolor, 256 and 16 say how. Without a
        theme a light terminal is recognised by COLORFGBG or by its answer when asked for its background.

      OTHER COMMANDS (ilsrender help COMMAND says more)
        languages   list the languages that code can be highlighted in
        themes      list the themes, or print the stylesheet of one
        replay      apply updates and print the document they add up to
        tokens      print the tokens of a file
        grammar     check grammars, and index a folder of them
        bench       measure highlighting

      EXIT STATUS
        0 rendered; 1 the input could not be read; 2 the command line is wrong.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case ansi, html, text, ir, updates
  }

  enum InputKind: String, ExpressibleByArgument, CaseIterable {
    case markdown, code
  }

  @Argument(help: "Files to render; - is standard input.", completion: .file())
  var file: [String] = []

  @Option(
    help: "What to write: ansi, html, text, ir (JSON), or updates (one JSON object for each piece read).")
  var format: Format = .ansi

  @Option(help: "What is read: markdown, or code of one language.")
  var input: InputKind = .markdown

  @Option(help: "The language of code; found from the file's name or first line where it is not given.")
  var language: String?

  @Flag(help: "Wait for the end of the input instead of showing it as it arrives.")
  var noStream = false

  @Option(
    help: ArgumentHelp(
      "With --format updates: cut the input into pieces of so many bytes.", valueName: "bytes"))
  var chunk: Int?

  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments
  @OptionGroup(title: "Markdown") var markdown: MarkdownArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    try checkCombination()
    var options = try markdown.options(isBare: html.bare)
    let output = DocumentOutput(
      format: format, appearance: appearance, html: html,
      filtersTags: options.extensions.contains(.tagfilter))
    let catalog = html.bare ? Catalog(data: nil) : try data.catalog()
    options.isOptimistic = markdown.optimistic ?? false
    if format == .updates {
      let session = RenderSession(markdown: options, highlighter: catalog.highlighter)
      return try UpdateStream(session: session).run(try InputPieces(file, pieceSize: chunk))
    }
    if format == .ansi, input == .markdown, !noStream, file.allSatisfy({ $0 == "-" }) {
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      defer { terminal.settle() }
      options.isOptimistic = markdown.optimistic ?? terminal.isTerminal
      var live = LiveOutput(
        session: RenderSession(markdown: options, highlighter: catalog.highlighter),
        theme: theme, options: appearance.ansiOptions(on: terminal, besides: nil),
        terminal: terminal)
      return try live.run(try InputPieces(file))
    }
    // What is wrong with the command line is said before the input is waited for.
    if format == .ansi || format == .html, !html.bare { _ = try appearance.theme(in: catalog) }
    let language = try language.map { try catalog.language(named: $0) }
    let bytes = try Input.read(file)
    let renderer = Renderer(markdown: options, highlighter: html.bare ? nil : catalog.highlighter)
    let document =
      switch input {
      case .markdown: renderer.render(markdown: bytes)
      case .code:
        renderer.render(code: bytes, language: language ?? catalog.language(ofFile: file.first, bytes: bytes))
      }
    let title = file.first.flatMap { $0 == "-" ? nil : $0 }
    try StandardOutput.write(try output.bytes(of: document, in: catalog, title: title))
  }

  private func checkCombination() throws {
    if html.bare, format != .html { throw Failure.usage("--bare goes with --format html") }
    if html.standalone, format != .html { throw Failure.usage("--standalone goes with --format html") }
    if html.standalone, html.bare { throw Failure.usage("--standalone and --bare exclude each other") }
    if chunk != nil, format != .updates { throw Failure.usage("--chunk goes with --format updates") }
    if let chunk, chunk < 1 { throw Failure.usage("--chunk takes a number of bytes from 1 on") }
    if format == .updates, input == .code { throw Failure.usage("--format updates is for markdown") }
  }
}

extension Catalog {
  /// The language of that name; an error that names close ones where there is none.
  func language(named name: String) throws -> Language {
    guard let language = languages.language(named: name) else {
      throw Failure.unknown(
        "language", name, close: languages.closestMatches(to: name), list: "ilsrender languages")
    }
    return language
  }

  /// The language that a file's name or its first line tells.
  func language(ofFile name: String?, bytes: [UInt8]) -> Language? {
    if let name, name != "-", let language = languages.language(forFile: name) { return language }
    let line = bytes.prefix(while: { $0 != UInt8(ascii: "\n") }).prefix(1000)
    return languages.language(forFirstLine: String(decoding: line, as: UTF8.self))
  }
}
