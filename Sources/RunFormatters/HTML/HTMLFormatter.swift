public import StyledRuns

/// Writes a document as HTML: a fragment to embed in a page, or a standalone page.
///
/// ```swift
/// var options = HTMLOptions()
/// options.isStandalone = true
/// let sheets = [theme.styleSheet(for: document.scopes)]
/// let page = HTMLFormatter(options: options).format(document, sheets: sheets)
/// ```
///
/// For any document, the output consists of elements, attributes and address schemes that this package
/// writes. Only ``RawHTML/unsafe`` lifts this restriction.
public struct HTMLFormatter: Sendable {
  /// The way in which tokens are coloured.
  ///
  /// ```swift
  /// var options = HTMLOptions()
  /// options.styling = .inline
  /// ```
  public enum Styling: String, Sendable, CaseIterable {
    /// Tokens have classes, whose colours are in ``HTMLFormatter/stylesheet(for:)``.
    case classes
    /// Tokens have `style` attributes with the colours of the first theme.
    case inline
    /// Tokens have `style` attributes that set variables (`--f0`, `--f1`, ...) for all themes. The stylesheet
    /// selects a theme.
    case variables
  }

  /// The treatment of HTML in the markdown.
  ///
  /// ```swift
  /// var options = HTMLOptions()
  /// options.rawHTML = .escape
  /// ```
  public enum RawHTML: String, Sendable, CaseIterable {
    /// Raw HTML is shown as text. Comments are removed.
    case escape
    /// Raw HTML is rebuilt from an allow-list of elements and attributes, as on GitHub. This is the default.
    case sanitize
    /// Raw HTML is copied. Use this only for trusted input.
    case unsafe
  }

  /// The presentation of line numbers.
  ///
  /// ```swift
  /// var options = HTMLOptions()
  /// options.lineNumbers = .hidden
  /// ```
  public enum LineNumbers: String, Sendable, CaseIterable {
    case never
    /// Line numbers are hidden; a button shows them.
    case hidden
    /// Line numbers are shown; a button hides them.
    case shown
  }

  public var options: HTMLOptions

  public init(options: HTMLOptions = HTMLOptions()) {
    self.options = options
  }

  /// Returns the document as UTF-8.
  ///
  /// - Parameter sheets: The styles of the document's scopes, one sheet for each theme. With several sheets,
  ///   a page follows the user's preference for dark or light, and `data-theme="ID"` on the root element
  ///   selects a theme.
  public func format(_ document: Document, sheets: [StyleSheet]) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(document, sheets: sheets, into: &sink)
    return sink.bytes
  }

  /// Appends the document to a sink. See ``format(_:sheets:)``.
  public func format(_ document: Document, sheets: [StyleSheet], into sink: inout ByteSink) {
    if options.isStandalone {
      var facts = PageFacts()
      facts.add(document.blocks)
      writePageHead(facts, sheets: sheets, into: &sink)
    }
    writeRootStart("ils", into: &sink) {
      var finder = DirectionFinder()
      return finder.direction(of: document.blocks)
    }
    var writer = HTMLWriter(options: options, sheets: sheets)
    writer.write(document, into: &sink)
    writeEnd(into: &sink)
  }

  /// Writes what follows the content: the end of the outermost element, and of a page.
  func writeEnd(into sink: inout ByteSink) {
    sink.append(options.isStandalone ? "</main>\n" : "</div>\n")
    if options.isStandalone { writePageFoot(scripts: [.document], into: &sink) }
  }

  /// Writes the start tag of the outermost element. A fragment states right-to-left direction on this
  /// element, a page on its root element.
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

/// The options of the output.
///
/// ```swift
/// var options = HTMLOptions()
/// options.isStandalone = true
/// ```
public struct HTMLOptions: Hashable, Sendable {
  /// Whether the output is a standalone page with stylesheet and script. Otherwise it is a fragment.
  public var isStandalone = false
  /// The page's title; nil for the title in the front matter, or else the first heading.
  public var title: String?
  /// The page's title if the document has none.
  public var fallbackTitle: String?
  /// The language of the page's `lang` attribute. If it is nil, the language comes from the front matter,
  /// or from the script of the text, such as Japanese for kana. A page of unknown language has no `lang`.
  public var pageLanguage: String?
  public var styling = HTMLFormatter.Styling.classes
  public var rawHTML = HTMLFormatter.RawHTML.sanitize
  /// The policy for the addresses of images and links.
  public var links = LinkPolicy()
  public var lineNumbers = HTMLFormatter.LineNumbers.never
  /// Whether comments such as `// [!code ++]` highlight their line and are hidden. A file that is shown as
  /// code keeps such comments.
  public var codeNotations = true
  /// Whether code blocks have a header with the language and a copy button.
  public var hasCodeHeaders = true
  /// Whether long lines of code are wrapped. Otherwise they can be scrolled.
  public var wrapsCode = false
  public var hasHeadingAnchors = true
  /// Whether a quote that starts with `[!NOTE]` or a similar marker is shown as an alert.
  public var recognisesAlerts = true
  public var frontMatter = FrontMatterDisplay.hide
  /// The presentation of diagrams.
  public var diagrams = DiagramDisplay.draw
  /// Whether formulas and `mermaid` code blocks are marked up for a script of the page
  /// (`<span class="ils-math">`, `<pre class="mermaid">`) instead of being drawn.
  public var marksUpDrawings = false
  /// The prefix of all identifiers, and of the fragments of links within the document.
  ///
  /// If it is nil, fragments use `ils-`, so that a heading `config` does not become `window.config` of the
  /// surrounding page. Standalone pages then have no prefix.
  public var identifierPrefix: String?

  var effectiveIdentifierPrefix: String { identifierPrefix ?? (isStandalone ? "" : "ils-") }

  public init() {}
}
