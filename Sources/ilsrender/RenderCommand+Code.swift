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
    guard format == .text || format == .ansi && kind.picture == nil, server == nil, isCode(in: catalog) else {
      return nil
    }
    if noStream, readsStandardInput { return nil }
    let found =
      try language.map { try catalog.language(named: $0) }
      ?? file.first.flatMap { catalog.languages.language(forFile: $0) }
    guard let found, !showsDiff(in: found) else { return nil }
    let header = CodeBlock.Header(info: found.id.rawValue, isFenced: true)
    return header.labelledForm?.drawing == nil ? found : nil
  }

  /// Writes code for a terminal or as plain text.
  ///
  /// - Parameter title: The name of the file; nil for standard input.
  func write(
    _ pieces: consuming InputPieces, as language: Language, to output: ContentOutput, _ catalog: Catalog,
    title: String?
  ) throws -> SecretCounts {
    let redactor = try redaction.patterns().map { Redactor($0) }
    let context = output.context
    context.isCode = true
    guard format == .ansi else {
      // Plain text has no colours, so that nothing is highlighted.
      var code = CodeOutput(
        ANSIStream(text: plainText), parts: CodeParts(language: language, highlighter: nil), theme: nil,
        selection: outputs.lines?.lines)
      return try code.run(pieces, redactor: redactor)
    }
    var terminal = Terminal.detect()
    let theme = try appearance.theme(in: catalog, on: &terminal)
    var options = appearance.ansiOptions(on: terminal, besides: title)
    options.codeNotations = false
    var code = CodeOutput(
      ANSIStream(options: options), parts: CodeParts(language: language, highlighter: catalog.highlighter),
      theme: theme, selection: outputs.lines?.lines
    ) { [options] sheet in
      guard let header = context.header else { return [] }
      return ANSIFormatter(options: options).fileHeader(header, isFirst: context.isFirst, sheet: sheet)
    }
    return try code.run(pieces, redactor: redactor)
  }

  /// The options of plain text.
  var plainText: PlainTextOptions {
    var text = PlainTextOptions()
    text.frontMatter = appearance.frontMatter
    text.diagrams = appearance.diagrams
    return text
  }
}
