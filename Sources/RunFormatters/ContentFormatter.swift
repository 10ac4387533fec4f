public import StyledRuns

/// Writes documents and conversations in any output format, each with the options of that format.
///
/// ```swift
/// var formatter = ContentFormatter(.html)
/// formatter.html.isStandalone = true
/// let page = formatter.format(.document(document), sheets: [theme.styleSheet(for: document.scopes)])
/// ```
///
/// A new format is a case of ``OutputFormat``, its formatter, and a case of ``write(_:sheets:into:)``.
public struct ContentFormatter: Sendable {
  public var format: OutputFormat
  public var html = HTMLFormatter.Options()
  /// Writes the HTML of documents without styles or classes in place of `html`; nil: with them.
  public var bareHTML: BareHTMLFormatter?
  public var ansi = ANSIFormatter.Options()
  public var text = PlainTextFormatter.Options()
  /// How much of tool calls is shown; nil: all folded in HTML, which can unfold them, and a preview elsewhere.
  public var expansion: ToolExpansion?

  public init(_ format: OutputFormat) { self.format = format }

  /// Returns the content in the format; see ``write(_:sheets:into:)``.
  public func format(_ content: StreamContent, sheets: @autoclosure () -> [StyleSheet]) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    write(content, sheets: sheets(), into: &sink)
    return sink.bytes
  }

  /// Appends the content in the format. O(content).
  ///
  /// A document has no `markdown` form, since its source is that: nothing is appended.
  ///
  /// - Parameter sheets: the styles of the content's scopes in each theme. HTML holds all of them, the terminal shows
  ///   the first, and the other formats do not ask for them.
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
