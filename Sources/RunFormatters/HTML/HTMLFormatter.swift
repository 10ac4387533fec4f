public import StyledRuns

/// Writes a document as HTML: a fragment to put into a page, or a page that stands by itself.
///
/// Whatever the document holds, the output is a tree of the elements, attributes and address schemes that
/// this package writes itself; only ``RawHTML/unsafe`` lifts that.
public struct HTMLFormatter: Sendable {
  /// The way in which tokens get their colours.
  public enum Styling: String, Sendable, CaseIterable {
    /// Classes, to be given their colours by ``HTMLFormatter/stylesheet(for:)``.
    case classes
    /// `style` attributes with the first theme's colours.
    case inline
    /// `style` attributes that set variables (`--f0`, `--f1`, ...) for every theme; the stylesheet chooses.
    case variables
  }

  /// The treatment of HTML in the markdown.
  public enum RawHTML: String, Sendable, CaseIterable {
    /// Shown as text; comments are left out.
    case escape
    /// Rebuilt from an allow-list of elements and attributes, as on GitHub: the usual.
    case sanitize
    /// Copied through. Only for input that is trusted like one's own page.
    case unsafe
  }

  public enum LineNumbers: String, Sendable, CaseIterable {
    case never
    /// Not shown, with a button to show them.
    case hidden
    /// Shown, with a button to hide them.
    case shown
  }

  public struct Options: Hashable, Sendable {
    /// A whole page with stylesheet and script, instead of a fragment.
    public var isStandalone = false
    /// The page's title; where this is nil, the front matter's, or the first heading.
    public var title: String?
    /// The page's title where the document has none.
    public var fallbackTitle: String?
    /// The page's language, for its `lang` attribute; where this is nil, the front matter's, or the language that the text
    /// shows, such as Japanese by its kana. A page whose language is not known has no `lang`.
    public var pageLanguage: String?
    public var styling = Styling.classes
    public var rawHTML = RawHTML.sanitize
    /// The policy for the addresses of images and links.
    public var links = LinkPolicy()
    public var lineNumbers = LineNumbers.never
    /// Whether comments such as `// [!code ++]` set their line off and are not shown. A file that is shown as
    /// code keeps them.
    public var codeNotations = true
    /// Whether code blocks have a header with the language and a copy button.
    public var hasCodeHeaders = true
    /// Whether long lines of code are wrapped instead of scrolled.
    public var wrapsCode = false
    public var hasHeadingAnchors = true
    /// Whether a quote that starts with `[!NOTE]` and the like is shown as a call-out.
    public var recognisesAlerts = true
    public var frontMatter = FrontMatterDisplay.hide
    /// Whether diagrams are drawn or shown as code.
    public var diagrams = DiagramDisplay.draw
    /// Whether formulas and code blocks of `mermaid` are marked up for a script of the page to draw (`<span
    /// class="ils-math">`, `<pre class="mermaid">`) instead of being drawn.
    public var marksUpDrawings = false
    /// Put before every identifier, and before the fragment of links within the document. Where this is nil, `ils-` in a
    /// fragment, so that a heading `config` does not become the `window.config` of the page around it, and nothing in a
    /// page of its own.
    public var identifierPrefix: String?

    var effectiveIdentifierPrefix: String { identifierPrefix ?? (isStandalone ? "" : "ils-") }

    public init() {}
  }

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// Returns the document as UTF-8.
  ///
  /// The first sheet gives the colours; with several, a page follows the reader's preference for dark or
  /// light, and `data-theme="ID"` on the root element chooses one.
  public func format(_ document: Document, sheets: [StyleSheet]) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(document, sheets: sheets, into: &sink)
    return sink.bytes
  }

  /// Appends the document to `sink`.
  public func format(_ document: Document, sheets: [StyleSheet], into sink: inout ByteSink) {
    if options.isStandalone { writePageHead(document, sheets: sheets, into: &sink) }
    writeRootStart("ils", into: &sink) {
      var finder = DirectionFinder()
      return finder.direction(of: document.blocks)
    }
    var writer = HTMLWriter(options: options, sheets: sheets)
    writer.write(document, into: &sink)
    sink.append(options.isStandalone ? "</main>\n" : "</div>\n")
    if options.isStandalone { writePageFoot(scripts: [.document], into: &sink) }
  }

  /// Writes the tag of the element around everything. In a fragment the element states that the text is written from right to
  /// left; in a page the root element does.
  func writeRootStart(
    _ classes: StaticString, into sink: inout ByteSink, direction: () -> TextDirection?
  ) {
    sink.append(options.isStandalone ? "<main class=\"" : "<div class=\"")
    sink.append(classes)
    sink.append("\"")
    if !options.isStandalone, direction() == .rightToLeft { sink.append(" dir=\"rtl\"") }
    sink.append(">\n")
  }
}
