public import StyledRuns

/// Writes a document as plain text: its words, and as much of its structure as text can show.
///
/// ```swift
/// var options = PlainTextOptions()
/// options.width = 72
/// let text = PlainTextFormatter(options: options).format(document)
/// ```
///
/// Without a width, each paragraph is one line. Control characters and invisible characters are removed as
/// for a terminal.
public struct PlainTextFormatter: Sendable {
  public var options: PlainTextOptions

  public init(options: PlainTextOptions = PlainTextOptions()) {
    self.options = options
  }

  /// Returns the document in UTF-8. Each line ends with a line feed.
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

/// The options of the layout.
///
/// ```swift
/// var options = PlainTextOptions()
/// options.width = 72
/// ```
public struct PlainTextOptions: Sendable {
  /// The width at which lines are wrapped, in columns; nil to wrap no lines.
  public var width: Int?
  public var ambiguousWidth = 1
  public var tabWidth = 4
  public var frontMatter = FrontMatterDisplay.hide
  /// The presentation of diagrams.
  public var diagrams = DiagramDisplay.draw

  public init() {}

  /// The equivalent layout for a terminal.
  var layout: ANSIOptions {
    var layout = ANSIOptions()
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
    layout.diagrams = diagrams
    return layout
  }
}
