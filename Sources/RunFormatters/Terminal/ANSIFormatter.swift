public import StyledRuns

/// Writes a document for a terminal: wrapped, aligned and coloured.
///
/// Whatever the document holds, the output consists of printable text, line feeds, SGR sequences of this
/// package and OSC 8 hyperlinks with a checked address; and, where images are asked for, the sequences that draw
/// them. No line is wider than the width that was asked for,
/// and no style outlasts its line. The layout does not depend on the colours, but for the number signs that headings from
/// level 3 on keep where there are none.
public struct ANSIFormatter: Sendable {
  /// How many colours the terminal has.
  public enum Colors: String, Sendable, CaseIterable {
    case none
    /// The sixteen that the user chose.
    case basic
    /// The palette of 256.
    case indexed
    case trueColor
  }

  /// What becomes of a line of code that is wider than its frame.
  public enum CodeOverflow: String, Sendable, CaseIterable {
    /// It goes on in the next line, behind a mark.
    case wrap
    /// It ends in a mark.
    case cut
    /// It is written as it is.
    case none
  }

  /// How addresses are shown.
  public enum Links: String, Sendable, CaseIterable {
    /// As OSC 8 hyperlinks, which terminals without them ignore.
    case hyperlinks
    /// After the text, in angle brackets.
    case inline
    /// As numbers, with the addresses at the end.
    case notes
    /// Not at all.
    case none
  }

  public struct Options: Sendable {
    /// Columns of the terminal; fewer than 20 count as 20.
    public var width = 80
    public var colors = Colors.trueColor
    /// Free columns at either side; nil: two, or fewer in a narrow terminal.
    public var margin: Int?
    /// The most columns that running text takes, for reading; tables may be wider.
    public var textWidth = 96
    /// nil: wrap within a frame, none without one.
    public var codeOverflow: CodeOverflow?
    /// Whether code lines stand without frame and margin, so that they can be copied.
    public var plainCode = false
    public var lineNumbers = false
    /// Whether a rule stands between all rows of a table, and not only below its header.
    public var rowRules = false
    public var links = Links.hyperlinks
    public var linkPolicy = LinkPolicy()
    /// Columns of characters that are narrow or wide by the terminal's choice: 1 or 2.
    public var ambiguousWidth = 1
    public var tabWidth = 4
    /// Whether a quote that starts with `[!NOTE]` and the like is shown as a call-out.
    public var recognisesAlerts = true
    public var frontMatter = FrontMatterDisplay.hide

    /// Draws paragraphs that are nothing but images; nil: an image is its alternative text.
    public var images: ImageDrawing?

    public init() {}
  }

  /// How images are drawn, and where they come from.
  public struct ImageDrawing: Sendable {
    public var images: TerminalAbilities.Images
    /// Pixels of a character.
    public var cellWidth = 9
    public var cellHeight = 18
    /// The most lines that a picture takes.
    public var maximumRows = 24
    /// The picture at an address, as the markdown has it; nil where there is none or it may not be shown.
    public var load: @Sendable (String) -> TerminalImage?
    /// The pixels of a picture, which sixels are made of; nil where it cannot be decoded.
    public var decode: @Sendable (TerminalImage) -> PixelImage? = { _ in nil }
    /// What shows through a picture; nil: the theme's background.
    public var background: Color?

    public init(_ images: TerminalAbilities.Images, load: @escaping @Sendable (String) -> TerminalImage?) {
      self.images = images
      self.load = load
      // The cells of a VT340, on which all that draw sixels are modelled.
      if images == .sixel { (cellWidth, cellHeight) = (10, 20) }
    }
  }

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// The document as UTF-8, its lines ended by line feeds.
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
