public import StyledRuns

/// Writes documents and conversations in any output format.
///
/// ```swift
/// var formatter = ContentFormatter(.html)
/// formatter.html.isStandalone = true
/// let page = formatter.format(.document(document), sheets: [theme.styleSheet(for: document.scopes)])
/// ```
///
/// To add a format, follow the recipe in CONTRIBUTING.md.
public struct ContentFormatter: Sendable {
  public var format: OutputFormat
  public var html = HTMLOptions()
  /// Writes the HTML of documents without styles and classes, instead of `html`; nil to use `html`.
  public var bareHTML: BareHTMLFormatter?
  public var ansi = ANSIOptions()
  public var text = PlainTextOptions()
  /// The extent of tool calls in the output. Nil for the default: collapsed in HTML, where readers can expand
  /// them, and a preview in other formats.
  public var expansion: ToolExpansion?

  public init(_ format: OutputFormat) { self.format = format }

  /// Returns the content in the format. See ``write(_:sheets:into:)``.
  public func format(_ content: StreamContent, sheets: @autoclosure () -> [StyleSheet]) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    write(content, sheets: sheets(), into: &sink)
    return sink.bytes
  }

  /// Appends the content in the format. O(content).
  ///
  /// A document has no `markdown` format, because that is its source: nothing is appended.
  ///
  /// - Parameter sheets: The styles of the content's scopes, one sheet for each theme. HTML contains all
  ///   themes, the terminal shows the first, and other formats ignore the sheets.
  public func write(
    _ content: StreamContent, sheets: @autoclosure () -> [StyleSheet], into sink: inout ByteSink
  ) {
    switch content {
    case .document(let document): write(document, sheets, into: &sink)
    case .conversation(let conversation): write(conversation, sheets, into: &sink)
    }
  }

  private func write(_ document: Document, _ sheets: () -> [StyleSheet], into sink: inout ByteSink) {
    switch format {
    case .html:
      if let bareHTML {
        bareHTML.write(document, into: &sink)
      } else {
        HTMLFormatter(options: html).format(document, sheets: sheets(), into: &sink)
      }
    case .ansi: ANSIFormatter(options: ansi).format(document, sheet: sheets().first, into: &sink)
    case .text: PlainTextFormatter(options: text).format(document, into: &sink)
    case .ir: IRFormatter().format(document, into: &sink)
    case .markdown: break
    }
  }

  private func write(_ conversation: Conversation, _ sheets: () -> [StyleSheet], into sink: inout ByteSink) {
    let expansion = expansion ?? (format == .html ? .none : .preview)
    switch format {
    case .html:
      HTMLFormatter(options: html).format(
        conversation, sheets: sheets(), expansion: expansion, into: &sink)
    case .ansi:
      ConversationANSIFormatter(options: ansi, expansion: expansion).format(
        conversation, sheet: sheets().first, into: &sink)
    case .text:
      ConversationTextFormatter(options: text, expansion: expansion).format(conversation, into: &sink)
    case .ir: IRFormatter().format(conversation, into: &sink)
    case .markdown: ConversationMarkdownFormatter().format(conversation, into: &sink)
    }
  }
}
