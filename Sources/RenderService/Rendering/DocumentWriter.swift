internal import MarkdownBlocks
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes a document as the options say.
struct DocumentWriter: Sendable {
  let options: RenderOptions

  func bytes(of document: Document) -> [UInt8] {
    switch options.format {
    case .html where options.isBare:
      BareHTMLFormatter(filtersTags: options.markdown.extensions.contains(.tagfilter)).format(document)
    case .html:
      HTMLFormatter(options: options.html).format(
        document, sheets: [options.theme.styleSheet(for: document.scopes)])
    case .ansi:
      ANSIFormatter(options: options.ansi).format(
        document, sheet: options.theme.styleSheet(for: document.scopes))
    case .text: PlainTextFormatter(options: options.text).format(document)
    case .ir: IRFormatter().format(document)
    }
  }
}

/// A document in its output form, and how that came about.
struct RenderedDocument: Sendable {
  var bytes: [UInt8]
  var format: OutputFormat
  var theme: String
  var degraded: [Degradation]
  var timings: StageTimings
  /// The language of highlighted code, and whether the client had left it open.
  var language: (id: String?, name: String?, isDetected: Bool)?

  /// The JSON answer: the output with what is to be said of it.
  func writeJSON(into sink: inout ByteSink) {
    sink.append("{\"format\":")
    sink.append(jsonString: format.rawValue)
    sink.append(",\"theme\":")
    sink.append(jsonString: theme)
    if let language {
      sink.append(",\"language\":")
      Self.write(language.id, into: &sink)
      sink.append(",\"languageName\":")
      Self.write(language.name, into: &sink)
      sink.append(language.isDetected ? ",\"detected\":true" : ",\"detected\":false")
    }
    sink.append(",\"degraded\":[")
    for (index, degradation) in degraded.enumerated() {
      if index > 0 { sink.append(",") }
      degradation.write(into: &sink)
    }
    sink.append("],\"output\":")
    if format == .ir {
      sink.append(bytes)
    } else {
      bytes.withUnsafeBufferPointer { sink.append(jsonString: $0) }
    }
    sink.append("}")
  }

  private static func write(_ text: String?, into sink: inout ByteSink) {
    if let text { sink.append(jsonString: text) } else { sink.append("null") }
  }
}
