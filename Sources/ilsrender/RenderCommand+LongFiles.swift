internal import CLibrary
internal import MarkdownBlocks
internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes long markdown while it is read.
extension RenderCommand {
  /// The number of bytes up to which markdown is read to its end first.
  static let shortText = 1 << 19

  /// Whether the input may be long markdown that can be written part by part. The output is that of an input
  /// that is read to its end first.
  func mayBeLongMarkdown(in catalog: Catalog) -> Bool {
    guard isWrittenInParts, outputs.lines == nil, !markdown.unwrapMarkdown, file.count <= 1,
      !noStream || !readsStandardInput, !isCode(in: catalog)
    else { return false }
    guard !readsStandardInput else { return true }
    var status = stat()
    guard stat(file[0], &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return status.st_size > Self.shortText
  }

  /// Whether standard input is among the inputs.
  var readsStandardInput: Bool { file.isEmpty || file.contains("-") }

  /// Writes markdown for a terminal, as plain text or as HTML.
  ///
  /// - Parameter title: The name of the file; nil for standard input.
  func write(
    _ pieces: consuming InputPieces, as options: MarkdownOptions, to output: ContentOutput,
    _ catalog: Catalog, title: String?
  ) throws -> SecretCounts {
    var options = options
    options.isOptimistic = false
    // Plain text has no colours, so that nothing is highlighted.
    let session = SectionedSession(
      markdown: options, highlighter: format == .text ? nil : catalog.highlighter,
      limits: SectionedSession.SectionLimits(paragraph: .max, section: .max),
      redaction: try redaction.patterns())
    switch format {
    case .html:
      var output = HTMLOutput(
        try output.htmlOptions(title: title), themes: try appearance.themes(in: catalog))
      return try output.run(pieces, through: session)
    case .text:
      var live = LiveOutput(complete: ANSIStream(text: plainText), theme: nil)
      return try live.run(pieces, through: session).secrets
    default:
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      let looks = appearance.ansiOptions(on: terminal, besides: title)
      try output.writeHeader(looks, theme.styleSheet(for: ScopeTable()))
      var live = LiveOutput(complete: ANSIStream(options: looks), theme: theme)
      return try live.run(pieces, through: session).secrets
    }
  }
}
