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
        auto colours a terminal as far as COLORTERM and TERM say it can, and respects NO_COLOR and
        CLICOLOR_FORCE. always colours pipes and files too.

      OTHER COMMANDS (ilsrender help COMMAND says more)
        languages   list the languages that code can be highlighted in
        themes      list the themes, or print the stylesheet of one
        tokens      print the tokens of a file
        grammar     check grammars, and index a folder of them
        bench       measure highlighting

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

  @Option(help: "The language of code; found from the file's name or first line where it is not given.")
  var language: String?

  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments
  @OptionGroup(title: "Markdown") var markdown: MarkdownArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    if html.bare, format != .html { throw Failure.usage("--bare goes with --format html") }
    if html.standalone, format != .html { throw Failure.usage("--standalone goes with --format html") }
    if html.standalone, html.bare { throw Failure.usage("--standalone and --bare exclude each other") }
    let options = try markdown.options()
    if html.bare, input == .markdown {
      let document = Renderer(markdown: options).render(markdown: try Input.read(file))
      let formatter = BareHTMLFormatter(
        unsafeHTML: html.unsafeHtml, filtersTags: options.extensions.contains(.tagfilter))
      try StandardOutput.write(formatter.format(document))
      return
    }
    let catalog = try data.catalog()
    let theme = try format == .html || format == .ansi ? appearance.theme(in: catalog) : nil
    let language = try language.map { try catalog.language(named: $0) }
    let bytes = try Input.read(file)
    let renderer = Renderer(markdown: options, highlighter: catalog.highlighter)
    let document =
      switch input {
      case .markdown: renderer.render(markdown: bytes)
      case .code:
        renderer.render(code: bytes, language: language ?? catalog.language(ofFile: file.first, bytes: bytes))
      }
    try StandardOutput.write(write(document, theme: theme))
  }

  private func write(_ document: Document, theme: Theme?) -> [UInt8] {
    let sheet = theme?.styleSheet(for: document.scopes)
    switch format {
    case .ansi:
      return ANSIFormatter(options: appearance.ansiOptions(on: .detect())).format(document, sheet: sheet)
    case .html:
      return HTMLFormatter(options: htmlOptions()).format(document, sheets: sheet.map { [$0] } ?? [])
    case .text:
      return PlainTextFormatter().format(document)
    case .ir:
      return IRFormatter().format(document)
    }
  }

  private func htmlOptions() -> HTMLFormatter.Options {
    var options = HTMLFormatter.Options()
    options.isStandalone = html.standalone
    options.lineNumbers = appearance.lineNumbers ? .shown : .never
    if html.unsafeHtml { options.rawHTML = .unsafe }
    if html.standalone { options.title = file.first.flatMap { $0 == "-" ? nil : $0 } }
    return options
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

extension AppearanceArguments {
  /// The theme that was asked for.
  func theme(in catalog: Catalog) throws -> Theme {
    do {
      return try catalog.themes.theme(named: theme)
    } catch {
      throw error.code == .notFound
        ? Failure.usage("\(error); ilsrender themes lists all") : Failure.input("\(error)")
    }
  }

  /// How to write for a terminal, by what was asked for and what the terminal can.
  func ansiOptions(on terminal: Terminal) -> ANSIFormatter.Options {
    var options = ANSIFormatter.Options()
    options.width = width ?? terminal.columns ?? 80
    options.colors = color.colors(on: terminal)
    options.lineNumbers = lineNumbers
    options.plainCode = plainCode
    options.codeOverflow =
      switch wrap {
      case .wrap: .wrap
      case .cut: .cut
      case .none: .none
      }
    options.links =
      switch links {
      case .auto: options.colors == .none ? .inline : .hyperlinks
      case .osc8: .hyperlinks
      case .inline: .inline
      case .notes: .notes
      case .none: .none
      }
    return options
  }
}
