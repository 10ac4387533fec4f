public import StyledRuns

/// Writes a document as plain text: its words, and as much of its shape as text can show.
///
/// Without a width, a paragraph is one line. Control and invisible characters are cleaned as for a terminal.
public struct PlainTextFormatter: Sendable {
  public struct Options: Sendable {
    /// Columns to wrap at; nil: lines end only where the document says so.
    public var width: Int?
    public var ambiguousWidth = 1
    public var tabWidth = 4
    public var frontMatter = FrontMatterDisplay.hide

    public init() {}

    /// The layout of a terminal that text is written with.
    var layout: ANSIFormatter.Options {
      var layout = ANSIFormatter.Options()
      layout.width = width ?? 1 << 30
      layout.textWidth = width ?? 1 << 30
      layout.colors = .none
      layout.margin = 0
      layout.links = .inline
      layout.plainCode = true
      layout.ambiguousWidth = ambiguousWidth
      layout.tabWidth = tabWidth
      layout.recognisesAlerts = true
      layout.frontMatter = frontMatter
      return layout
    }
  }

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// The document as UTF-8, its lines ended by line feeds.
  public func format(_ document: Document) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(document, into: &sink)
    return sink.bytes
  }

  /// Appends the document to `sink`.
  public func format(_ document: Document, into sink: inout ByteSink) {
    var writer = TerminalWriter(
      options: options.layout, theme: ANSITheme(nil, colors: .none), boxCharacters: .text)
    writer.write(document, isFinal: true, into: &sink)
  }
}
