internal import PictureDecoding
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes a document or a conversation in the format and with the appearance that the options request.
struct ContentOutput {
  var format: OutputFormat
  var appearance: AppearanceArguments
  var html: HTMLArguments
  /// The extent of tool calls in the output; nil for the default of the format.
  var expansion: ToolExpansion?
  var filtersTags = true
  /// The state that all files of the output share.
  var context = RenderContext()

  /// Writes to standard output.
  ///
  /// - Parameter title: The name of the input file, for the title of a page and for images in the same
  ///   folder.
  func write(_ content: StreamContent, in catalog: Catalog, title: String?) throws {
    var formatter = ContentFormatter(format)
    formatter.expansion = expansion
    formatter.text.frontMatter = appearance.frontMatter
    formatter.text.diagrams = appearance.diagrams
    var themes: [Theme] = []
    switch (format, content) {
    case (.html, .document) where html.bare:
      formatter.bareHTML = BareHTMLFormatter(unsafeHTML: html.isUnsafe, filtersTags: filtersTags)
    case (.html, _):
      formatter.html = try htmlOptions(title: title)
      themes = try appearance.themes(in: catalog)
    case (.ansi, _) where context.picture != nil:
      try context.picture?.add(content, formatter, appearance, in: catalog, context)
      return
    case (.ansi, _):
      var terminal = Terminal.detect()
      themes = [try appearance.theme(in: catalog, on: &terminal)]
      formatter.ansi = appearance.ansiOptions(on: terminal, besides: title)
      formatter.ansi.codeNotations = !context.isCode
    case (.markdown, .document): throw Failure.documentAsMarkdown
    case (.text, _), (.ir, _), (.markdown, _): break
    }
    let sheets = themes.map { $0.styleSheet(for: content.scopes) }
    try writeHeader(formatter.ansi, sheets.first)
    var sink = ByteSink(capacity: 1 << 14)
    formatter.write(content, sheets: sheets, into: &sink)
    try sink.withBytes { try StandardOutput.write($0) }
  }

  /// Writes the line above a file, if the files have such lines.
  func writeHeader(_ options: ANSIOptions, _ sheet: StyleSheet?) throws {
    guard let header = context.header else { return }
    try StandardOutput.write(
      ANSIFormatter(options: options).fileHeader(header, isFirst: context.isFirst, sheet: sheet))
  }

  /// Creates the stream that writes the content for a terminal.
  func stream(_ options: ANSIOptions, isConversation: Bool) -> ContentANSIStream {
    isConversation
      ? ContentANSIStream(ConversationANSIStream(options: options, expansion: expansion ?? .preview))
      : ContentANSIStream(ANSIStream(options: options))
  }

  /// Returns the options of HTML.
  ///
  /// - Parameter title: The name of the input file, for the title of a page.
  func htmlOptions(title: String?) throws -> HTMLOptions {
    var options = HTMLOptions()
    options.isStandalone = html.standalone
    options.lineNumbers = appearance.lineNumbers ? .shown : .never
    options.frontMatter = appearance.frontMatter
    options.diagrams = appearance.diagrams
    options.styling = html.styling
    options.rawHTML = html.isUnsafe ? .unsafe : html.html == .escape ? .escape : .sanitize
    options.links = try html.linkPolicy()
    options.marksUpDrawings = html.drawings
    options.wrapsCode = appearance.wrapsPages
    options.identifierPrefix = html.idPrefix
    options.pageLanguage = html.pageLanguage
    options.codeNotations = !context.isCode
    options.title = html.title
    options.fallbackTitle = title
    return options
  }
}

extension AppearanceArguments {
  /// The themes named by the option or the environment; nil if there are none.
  var namedThemes: [String]? {
    guard let names = theme ?? Terminal.environment("ILSRENDER_THEME") else { return nil }
    let parts = names.split(separator: ",").map(String.init)
    return parts.isEmpty ? [names] : parts
  }

  /// Loads the named themes, so that errors in the command line are known before any input is read.
  func checkThemes(in catalog: Catalog) throws {
    for name in namedThemes ?? [] { _ = try theme(named: name, in: catalog) }
  }

  /// Returns the themes to include in HTML.
  func themes(in catalog: Catalog) throws -> [Theme] {
    try (namedThemes ?? ["paper", "obsidian"]).map { try theme(named: $0, in: catalog) }
  }

  /// Returns the theme for a terminal. Of several named themes, the first that suits the terminal's
  /// background is used.
  func theme(in catalog: Catalog, on terminal: inout Terminal) throws -> Theme {
    if images == .auto { terminal.findImages() }
    guard let namedThemes else {
      // The built-in themes are known to be dark or light, so only one is loaded.
      let isLight = terminal.findBackground(colors: colors(on: terminal))
      return try theme(named: isLight ? "paper" : "obsidian", in: catalog)
    }
    let themes = try namedThemes.map { try theme(named: $0, in: catalog) }
    guard themes.count > 1 else { return themes[0] }
    let isLight = terminal.findBackground(colors: colors(on: terminal))
    return themes.first { $0.isDark != isLight } ?? themes[0]
  }

  /// Returns the name of the theme for a terminal, as ``theme(in:on:)`` chooses it.
  func themeName(in catalog: Catalog, on terminal: inout Terminal) throws -> String {
    let names = namedThemes ?? ["obsidian", "paper"]
    guard names.count > 1 else { return names[0] }
    let isLight = terminal.findBackground(colors: colors(on: terminal))
    return try names.first { try theme(named: $0, in: catalog).isDark != isLight } ?? names[0]
  }

  func theme(named name: String, in catalog: Catalog) throws -> Theme {
    try contrastArguments.applied(to: catalog.theme(named: name))
  }

  private func colors(on terminal: Terminal) -> ANSIFormatter.Colors {
    color.colors(isTerminal: terminal.isTerminal, environment: Terminal.environment)
  }

  /// Returns the options for a terminal, according to the command line and the terminal's capabilities.
  ///
  /// - Parameter file: The input file. Images are searched in its folder.
  func ansiOptions(on terminal: Terminal, besides file: String?) -> ANSIOptions {
    var options = ANSIOptions()
    layout.apply(to: &options)
    options.width = width ?? terminal.columns ?? 80
    options.colors = colors(on: terminal)
    options.ambiguousWidth = ambiguous.columns
    options.lineNumbers = lineNumbers
    options.plainCode = plainCode
    options.rowRules = rowRules
    options.frontMatter = frontMatter
    options.diagrams = diagrams
    options.codeOverflow = wrap
    options.images = imageDrawing(on: terminal, besides: file)
    options.links =
      switch links {
      case .auto: options.colors != .none && terminal.hasHyperlinks ? .hyperlinks : .inline
      case .osc8: .hyperlinks
      case .inline: .inline
      case .footnotes: .notes
      case .none: .none
      }
    options.fileLinks = fileLinks(on: terminal, besides: file)
    let reorders =
      switch layout.bidi {
      case .on: true
      case .off: false
      case .auto: terminal.isTerminal && !terminal.abilities.reordersText
      }
    if reorders { options.reordering = BidirectionalText.reordering(isRequired: layout.bidi == .on) }
    return options
  }

  /// Creates the search for files that a text names. By default, only output on a terminal gets links,
  /// because the output in a pipe must not depend on the files of this machine.
  private func fileLinks(on terminal: Terminal, besides file: String?) -> FileLinks? {
    let template: String?
    switch layout.fileLinks {
    case .none: return nil
    case .auto:
      guard terminal.isTerminal else { return nil }
      template = nil
    case .template(let stated): template = stated
    }
    let files = LocalFiles(besides: file, template: template)
    return FileLinks { files.address(of: $0) }
  }
}

extension AppearanceArguments {
  private func imageDrawing(on terminal: Terminal, besides file: String?) -> ANSIFormatter.ImageDrawing? {
    let images: TerminalAbilities.Images? =
      switch images {
      case .none: nil
      case .auto: terminal.isTerminal ? terminal.abilities.images : nil
      case .kitty: .kitty
      case .iterm2: .iterm2
      case .sixel: .sixel
      }
    guard let images else { return nil }
    let files = LocalImages(besides: file)
    var drawing = ANSIFormatter.ImageDrawing(images) { files.image(at: $0) }
    drawing.decode = { PictureDecoder.pixels(of: $0) }
    drawing.background = terminal.background
    if let cell = Terminal.cellSize() { (drawing.cellWidth, drawing.cellHeight) = cell }
    if let rows = Terminal.size()?.rows { drawing.maximumRows = max(4, rows * 2 / 3) }
    return drawing
  }
}

extension Catalog {
  /// Loads a theme by its name or path.
  ///
  /// - Throws: A usage error that suggests similar names.
  func theme(named name: String) throws -> Theme {
    do {
      return try themes.theme(named: name)
    } catch {
      // A theme of the user is loaded if it is named, even if the user's settings are not used.
      if error.code == .notFound, let own = UserConfiguration.existingFolder("themes"),
        let theme = try? ThemeLibrary(folders: [own]).theme(named: name)
      {
        return theme
      }
      if themes.ids.isEmpty {
        throw Failure.input(
          "no themes found: they belong in ../share/ilsrender beside the program's folder (make install puts them there), or where ILSRENDER_DATA says"
        )
      }
      throw error.code == .notFound
        ? Failure.usage("\(error) (ilsrender themes lists all)") : Failure.input("\(error)")
    }
  }
}
