public import StyledRuns

/// Writes a document for a terminal: wrapped, aligned and coloured.
///
/// ```swift
/// var options = ANSIOptions()
/// options.width = 100
/// let sheet = theme.styleSheet(for: document.scopes)
/// let bytes = ANSIFormatter(options: options).format(document, sheet: sheet)
/// ```
///
/// For every document, the output consists of printable text, line feeds, SGR sequences, OSC 8 hyperlinks
/// with checked addresses and, if requested, sequences that draw images. No line is wider than
/// ``ANSIOptions/width`` (except with ``TableLayout/wide`` and ``CodeOverflow/none``), and every line ends in the
/// plain style. The layout does not depend on the colours, with one exception: without colours, headings from
/// level 3 on keep their number signs.
public struct ANSIFormatter: Sendable {
  /// The number of colours that a terminal supports.
  ///
  /// ```swift
  /// var options = ANSIOptions()
  /// options.colors = .indexed
  /// ```
  public enum Colors: String, Sendable, CaseIterable {
    case none
    /// The terminal's 16 colours, which the user chooses.
    case basic
    /// The palette of 256 colours.
    case indexed
    /// Any colour with 8 bits a channel.
    case trueColor
  }

  /// The treatment of code lines that are wider than their frame.
  ///
  /// ```swift
  /// var options = ANSIOptions()
  /// options.codeOverflow = .cut
  /// ```
  public enum CodeOverflow: String, Sendable, CaseIterable {
    /// The line continues on the next line, after a mark.
    case wrap
    /// The line is cut and ends with a mark.
    case cut
    /// The line is written unchanged.
    case none
  }

  /// The layout of tables that are wider than the terminal.
  ///
  /// ```swift
  /// var options = ANSIOptions()
  /// options.tableLayout = .cards
  /// ```
  public enum TableLayout: String, Sendable, CaseIterable {
    /// Cells are wrapped. A table that does not fit even then is written as cards.
    case fit
    /// Cells are not wrapped, and lines are wider than the terminal.
    case wide
    /// Each row is written by itself, with a line for each cell. Applies to all tables.
    case cards
  }

  /// The presentation of link addresses.
  ///
  /// ```swift
  /// var options = ANSIOptions()
  /// options.links = .notes
  /// ```
  public enum Links: String, Sendable, CaseIterable {
    /// Links are OSC 8 hyperlinks. Terminals without support ignore them.
    case hyperlinks
    /// Addresses follow the text in angle brackets.
    case inline
    /// Links have numbers, with the addresses at the end.
    case notes
    /// Addresses are not shown.
    case none
  }

  /// The method for drawing images, and their source.
  ///
  /// ```swift
  /// var options = ANSIOptions()
  /// options.images = ANSIFormatter.ImageDrawing(.kitty) { address in TerminalImage(readFile(address)) }
  /// ```
  public struct ImageDrawing: Sendable {
    public var images: TerminalAbilities.Images
    /// The width and height of a cell in pixels.
    public var cellWidth = 9
    public var cellHeight = 18
    /// The maximum height of an image in lines.
    public var maximumRows = 24
    /// Loads the image at an address from the markdown; returns nil if there is none or it must not be shown.
    public var load: @Sendable (String) -> TerminalImage?
    /// Decodes an image to pixels for sixels; returns nil if it cannot be decoded.
    public var decode: @Sendable (TerminalImage) -> PixelImage? = { _ in nil }
    /// The background of transparent images; nil for the theme's background.
    public var background: Color?

    public init(_ images: TerminalAbilities.Images, load: @escaping @Sendable (String) -> TerminalImage?) {
      self.images = images
      self.load = load
      // The cell size of a VT340, which terminals with sixels emulate.
      if images == .sixel { (cellWidth, cellHeight) = (10, 20) }
    }
  }

  public var options: ANSIOptions

  public init(options: ANSIOptions = ANSIOptions()) {
    self.options = options
  }

  /// Returns the document in UTF-8. Each line ends with a line feed.
  public func format(_ document: Document, sheet: StyleSheet?) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(document, sheet: sheet, into: &sink)
    return sink.bytes
  }

  /// Appends the document to `sink`.
  public func format(_ document: Document, sheet: StyleSheet?, into sink: inout ByteSink) {
    var writer = TerminalWriter(options: options, theme: ANSITheme(sheet, colors: options.colors))
    writer.write(document, isFinal: true, into: &sink)
  }
}

/// The options of the layout.
///
/// ```swift
/// var options = ANSIOptions()
/// options.lineNumbers = true
/// ```
public struct ANSIOptions: Sendable {
  /// The width of the terminal in columns, at least 20.
  public var width = 80
  public var colors = ANSIFormatter.Colors.trueColor
  /// The number of free columns on either side. Nil for two, or fewer in a narrow terminal.
  public var margin: Int?
  /// The maximum width of running text in columns, for readability. Tables may be wider.
  public var textWidth = 96
  /// The treatment of wide code lines. Nil to wrap lines in a frame, and to leave lines without a frame
  /// unchanged.
  public var codeOverflow: ANSIFormatter.CodeOverflow?
  /// Whether code lines have no frame and no margin, so that they can be copied.
  public var plainCode = false
  /// Whether code without a frame has a rule above and below it.
  public var codeRules = true
  public var lineNumbers = false
  /// Whether comments such as `// [!code ++]` highlight their line and are hidden. A file that is shown as
  /// code keeps such comments.
  public var codeNotations = true
  /// Whether all rows of a table are separated by rules, instead of the header only.
  public var rowRules = false
  public var tableLayout = ANSIFormatter.TableLayout.fit
  /// Whether headings start with the number signs of the markdown; nil for headings from level 3 on if
  /// there are no colours.
  public var headingMarks: Bool?
  /// The characters of bullets, quotes, headings and frames.
  public var marks = TerminalMarks()
  public var links = ANSIFormatter.Links.hyperlinks
  public var linkPolicy = LinkPolicy()
  /// Makes file names clickable if ``links`` are hyperlinks; nil for no such links.
  public var fileLinks: FileLinks?
  /// The width of characters with an ambiguous width: 1 or 2 columns.
  public var ambiguousWidth = 1
  public var tabWidth = 4
  /// Reorders lines of paragraphs and table cells into visual order; nil if the terminal reorders text.
  public var reordering: LineReordering?
  /// Whether a quote that starts with `[!NOTE]` or a similar marker is shown as an alert.
  public var recognisesAlerts = true
  public var frontMatter = FrontMatterDisplay.hide
  /// The presentation of diagrams.
  public var diagrams = DiagramDisplay.draw

  /// Draws paragraphs that consist of images. Nil to show the alternative text of each image.
  public var images: ANSIFormatter.ImageDrawing?

  public init() {}
}
