internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Collects terminal output of several files, and writes it as one picture.
final class PictureOutput {
  private let format: OutputKind.PictureFormat
  private let arguments: PictureArguments
  private let title: String
  private var lines: [UInt8] = []
  private var options = PictureOptions()
  private var palette: Palette?

  /// The default width of text in columns, and the bounds for the width of code.
  private static let usualWidth = 80
  private static let codeWidths = 40...160

  init(_ format: OutputKind.PictureFormat, _ arguments: PictureArguments, title: String) {
    self.format = format
    self.arguments = arguments
    self.title = title
  }

  /// Adds a document or a conversation.
  func add(
    _ content: StreamContent, _ formatter: ContentFormatter, _ appearance: AppearanceArguments,
    in catalog: Catalog, _ context: RenderContext
  ) throws {
    let theme = try appearance.theme(named: appearance.namedThemes?.first ?? "obsidian", in: catalog)
    var formatter = formatter
    formatter.ansi = appearance.pictureOptions
    formatter.ansi.codeNotations = !context.isCode
    if let code = content.onlyCode, context.header == nil {
      // The picture's border replaces the frame.
      formatter.ansi.plainCode = true
      formatter.ansi.codeRules = false
      formatter.ansi.codeOverflow = appearance.wrap ?? .wrap
      if appearance.width == nil { formatter.ansi.width = Self.width(for: code, formatter.ansi) }
    }
    formatter.ansi.width = appearance.width ?? max(formatter.ansi.width, 20)
    if formatter.ansi.plainCode {
      formatter.ansi.textWidth = max(formatter.ansi.textWidth, formatter.ansi.width)
    }
    let sheet = theme.styleSheet(for: content.scopes)
    if let header = context.header {
      lines += ANSIFormatter(options: formatter.ansi).fileHeader(
        header, isFirst: context.isFirst, sheet: sheet)
    }
    lines += formatter.format(content, sheets: [sheet])
    palette = sheet.palette
    options.columns = appearance.width
    options.ambiguousWidth = appearance.ambiguous.columns
  }

  /// Returns the width that shows all lines of code without wrapping, within bounds.
  private static func width(for code: CodeBlock, _ layout: ANSIOptions) -> Int {
    var widest = 0
    for line in code.lines {
      let tabs = line.text.utf8.reduce(0) { $0 + ($1 == 0x09 ? layout.tabWidth : 0) }
      widest = max(
        widest, DisplayWidth.columns(of: line.text.utf8, ambiguousWidth: layout.ambiguousWidth) + tabs)
    }
    if layout.lineNumbers { widest += max(String(code.lines.count).count, 5) + 3 }
    return min(max(widest, codeWidths.lowerBound), codeWidths.upperBound)
  }

  /// Writes the picture to standard output.
  func write() throws {
    guard let palette else { return }
    if arguments.window { options.window = PictureFormatter.Window(title: title) }
    if let font = arguments.font { options.fonts.insert(font, at: 0) }
    let formatter = PictureFormatter(options: options)
    let svg = formatter.format(lines, palette: palette)
    switch format {
    case .svg: try StandardOutput.write(svg)
    case .png:
      try StandardOutput.write(
        PictureDrawing.png(of: svg, size: formatter.pixels(of: lines), scale: arguments.scale ?? 2))
    }
  }
}

extension AppearanceArguments {
  /// The layout options of a picture, which do not depend on a terminal.
  fileprivate var pictureOptions: ANSIOptions {
    var options = ANSIOptions()
    layout.apply(to: &options)
    options.ambiguousWidth = ambiguous.columns
    options.lineNumbers = lineNumbers
    options.plainCode = plainCode
    options.rowRules = rowRules
    options.frontMatter = frontMatter
    options.codeOverflow = wrap
    options.width = width ?? 80
    options.colors =
      switch color {
      case .never: .none
      case .indexed: .indexed
      case .basic: .basic
      case .auto, .always, .trueColor: .trueColor
      }
    options.links =
      links == .inline ? .inline : links == .footnotes ? .notes : links == .none ? .none : .hyperlinks
    // The picture has its own margin.
    options.margin = options.margin ?? 0
    return options
  }
}

extension StreamContent {
  /// The code of a document that consists of one code block; nil for other content.
  fileprivate var onlyCode: CodeBlock? {
    guard case .document(let document) = self, document.blocks.count == 1, document.footnotes.isEmpty,
      case .code(let code) = document.blocks[0].content
    else { return nil }
    return code
  }
}
