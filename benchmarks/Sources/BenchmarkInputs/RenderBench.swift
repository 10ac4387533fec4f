public import Rendering
internal import MarkdownBlocks
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Renders documents by the repository's grammars and themes, as the filter does.
public final class RenderBench: Sendable {
  public enum Format: String, CaseIterable, Sendable {
    case html, ansi
  }

  private let catalog: Catalog
  private let theme: Theme

  /// A catalogue that knows nothing yet: the first rendering of a language reads and compiles its grammar.
  public init() {
    catalog = Catalog(data: DataFolder(path: Repository.path))
    do {
      theme = try catalog.themes.theme(named: "obsidian")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  public var highlighter: Highlighter { catalog.highlighter }

  /// Markdown to HTML or ANSI, highlighted.
  public func render(_ markdown: [UInt8], as format: Format) -> [UInt8] {
    let renderer = Renderer(
      markdown: MarkdownOptions(extensions: .standard), highlighter: catalog.highlighter)
    let document = renderer.render(markdown: markdown)
    let sheet = theme.styleSheet(for: document.scopes)
    return switch format {
    case .html: HTMLFormatter().format(document, sheets: [sheet])
    case .ansi: ANSIFormatter().format(document, sheet: sheet)
    }
  }
}
