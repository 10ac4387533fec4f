internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes code while it is read.
extension RenderCommand {
  /// Returns the language of code that can be written part by part: its language is known before the code is
  /// read, and the output does not depend on later lines.
  ///
  /// - Returns: nil if the input is not code, or must be read to its end first.
  func languageOfParts(in catalog: Catalog) throws -> Language? {
    guard isWrittenInParts, server == nil, isCode(in: catalog) else { return nil }
    if noStream, readsStandardInput { return nil }
    let found =
      try language.map { try catalog.language(named: $0) }
      ?? file.first.flatMap { catalog.languages.language(forFile: $0) }
    guard let found, !showsDiff(in: found) else { return nil }
    let header = CodeBlock.Header(info: found.id.rawValue, isFenced: true)
    return header.labelledForm?.drawing == nil ? found : nil
  }

  /// Whether the output can be written before the input ends.
  var isWrittenInParts: Bool {
    format == .text || format == .html && !html.bare || format == .ansi && kind.picture == nil
  }

  /// Writes code for a terminal, as plain text or as HTML.
  ///
  /// - Parameter title: The name of the file; nil for standard input.
  func write(
    _ pieces: consuming InputPieces, as language: Language, to output: ContentOutput, _ catalog: Catalog,
    title: String?
  ) throws -> SecretCounts {
    let context = output.context
    context.isCode = true
    switch format {
    case .html:
      var writer = HTMLOutput(
        try output.htmlOptions(title: title), themes: try appearance.themes(in: catalog))
      return try write(pieces, as: language, to: &writer, catalog.highlighter)
    case .text:
      // Plain text has no colours, so that nothing is highlighted.
      var writer = TerminalCodeWriter(ANSIStream(text: plainText), theme: nil)
      return try write(pieces, as: language, to: &writer, nil)
    default:
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      var options = appearance.ansiOptions(on: terminal, besides: title)
      options.codeNotations = false
      var writer = TerminalCodeWriter(ANSIStream(options: options), theme: theme) { [options] sheet in
        guard let header = context.header else { return [] }
        return ANSIFormatter(options: options).fileHeader(header, isFirst: context.isFirst, sheet: sheet)
      }
      return try write(pieces, as: language, to: &writer, catalog.highlighter)
    }
  }

  private func write(
    _ pieces: consuming InputPieces, as language: Language, to writer: inout some CodeWriter & ~Copyable,
    _ highlighter: Highlighter?
  ) throws -> SecretCounts {
    var output = CodeOutput(
      parts: CodeParts(language: language, highlighter: highlighter), selection: outputs.lines?.lines)
    return try output.run(pieces, redactor: try redaction.patterns().map { Redactor($0) }, to: &writer)
  }

  /// The options of plain text.
  var plainText: PlainTextOptions {
    var text = PlainTextOptions()
    text.frontMatter = appearance.frontMatter
    text.diagrams = appearance.diagrams
    return text
  }
}
