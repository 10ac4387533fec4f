internal import MarkdownBlocks
internal import MessageStreams
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes a document or conversation as the options say.
struct DocumentWriter: Sendable {
  let options: RenderOptions
  /// The most bytes that the output may have.
  let limit: Int

  /// The output; what is left of it where the current ``Cancellation`` is set meanwhile.
  ///
  /// - Throws: 422 where the output is larger than the limit. It is not written to its end.
  func bytes(of content: StreamContent) throws(APIError) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14, limit: limit, cancellation: .current)
    switch content {
    case .document(let document): write(document, into: &sink)
    case .conversation(let conversation): write(conversation, into: &sink)
    }
    if sink.isOverLimit { throw .answerTooLarge(limit: limit) }
    return sink.bytes
  }

  private func write(_ conversation: Conversation, into sink: inout ByteSink) {
    let expansion = options.expansion ?? (options.format == .html ? .none : .preview)
    switch options.format {
    case .html:
      HTMLFormatter(options: options.html).format(
        conversation, sheets: sheets(for: conversation.scopes), expansion: expansion, into: &sink)
    case .ansi:
      ConversationANSIFormatter(options: options.ansi, expansion: expansion).format(
        conversation, sheet: sheets(for: conversation.scopes).first, into: &sink)
    case .text:
      ConversationTextFormatter(options: options.text, expansion: expansion).format(conversation, into: &sink)
    case .markdown: ConversationMarkdownFormatter().format(conversation, into: &sink)
    case .ir: IRFormatter().format(conversation, into: &sink)
    }
  }

  private func sheets(for scopes: ScopeTable) -> [StyleSheet] {
    options.themes.map { $0.styleSheet(for: scopes) }
  }

  private func write(_ document: Document, into sink: inout ByteSink) {
    switch options.format {
    case .html where options.isBare:
      BareHTMLFormatter(
        filtersTags: options.markdown.extensions.contains(.tagfilter),
        links: options.html.links.changesAddresses ? options.html.links : nil
      ).write(document, into: &sink)
    case .html:
      HTMLFormatter(options: options.html).format(
        document, sheets: sheets(for: document.scopes), into: &sink)
    case .ansi:
      ANSIFormatter(options: options.ansi).format(
        document, sheet: sheets(for: document.scopes).first, into: &sink)
    case .text: PlainTextFormatter(options: options.text).format(document, into: &sink)
    // The markdown of a document is its source, which who asks has.
    case .ir, .markdown: IRFormatter().format(document, into: &sink)
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
  /// The content security policy of HTML; nil for other formats.
  var policy: String?
  /// The language of highlighted code, and whether the client had left it open.
  var language: (id: String?, name: String?, isDetected: Bool)?
  /// Of a conversation: the format in which it came, and what of it was not understood.
  var input: String?
  var skipped: SkippedInput?

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
    if let input {
      sink.append(",\"input\":")
      sink.append(jsonString: input)
    }
    skipped?.writeMember(into: &sink)
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

extension SkippedInput {
  /// `,"skipped":{"brokenLines":1,"unknownTypes":{"telemetry":3}}`.
  func writeMember(into sink: inout ByteSink) {
    sink.append(",\"skipped\":{\"brokenLines\":")
    sink.append(decimal: brokenLines)
    sink.append(",\"unknownTypes\":{")
    for (index, (name, count)) in unknownTypes.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(jsonString: name)
      sink.append(":")
      sink.append(decimal: count)
    }
    sink.append("}}")
  }
}
