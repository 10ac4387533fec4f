internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes a document in the format and looks that the options ask for.
struct DocumentOutput {
  var format: RenderCommand.Format
  var appearance: AppearanceArguments
  var html: HTMLArguments
  var filtersTags = true

  func bytes(of document: Document, in catalog: Catalog, title: String?) throws -> [UInt8] {
    switch format {
    case .ansi:
      let formatter = ANSIFormatter(options: appearance.ansiOptions(on: .detect()))
      return formatter.format(document, sheet: try sheet(for: document, in: catalog))
    case .html where html.bare:
      return BareHTMLFormatter(unsafeHTML: html.unsafeHtml, filtersTags: filtersTags).format(document)
    case .html:
      let formatter = HTMLFormatter(options: htmlOptions(title: title))
      return formatter.format(document, sheets: [try sheet(for: document, in: catalog)])
    case .text:
      var options = PlainTextFormatter.Options()
      options.frontMatter = appearance.frontMatterDisplay
      return PlainTextFormatter(options: options).format(document)
    case .ir, .updates:
      return IRFormatter().format(document)
    }
  }

  private func sheet(for document: Document, in catalog: Catalog) throws -> StyleSheet {
    try appearance.theme(in: catalog).styleSheet(for: document.scopes)
  }

  private func htmlOptions(title: String?) -> HTMLFormatter.Options {
    var options = HTMLFormatter.Options()
    options.isStandalone = html.standalone
    options.lineNumbers = appearance.lineNumbers ? .shown : .never
    options.frontMatter = appearance.frontMatterDisplay
    if html.unsafeHtml { options.rawHTML = .unsafe }
    if html.standalone { options.title = title }
    return options
  }
}

extension AppearanceArguments {
  /// The theme that was asked for.
  func theme(in catalog: Catalog) throws -> Theme {
    do {
      return try catalog.themes.theme(named: theme)
    } catch {
      throw error.code == .notFound
        ? Failure.usage("\(error) (ilsrender themes lists all)") : Failure.input("\(error)")
    }
  }

  var frontMatterDisplay: FrontMatterDisplay { FrontMatterDisplay(rawValue: frontMatter.rawValue) ?? .hide }

  /// How to write for a terminal, by what was asked for and what the terminal can.
  func ansiOptions(on terminal: Terminal) -> ANSIFormatter.Options {
    var options = ANSIFormatter.Options()
    options.width = width ?? terminal.columns ?? 80
    options.colors = color.colors(on: terminal)
    options.lineNumbers = lineNumbers
    options.plainCode = plainCode
    options.frontMatter = frontMatterDisplay
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
