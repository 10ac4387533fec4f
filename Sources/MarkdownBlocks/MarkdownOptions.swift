public import MarkdownSource

/// The supported constructs of GitHub Flavored Markdown and beyond, and the limits for untrusted input.
///
/// ```swift
/// var options = MarkdownOptions(extensions: .standard)
/// options.smart = true
/// let document = MarkdownParser(options: options).parse("\"quoted\" -- text\n")
/// ```
public struct MarkdownOptions: Sendable, Hashable {
  /// The extensions of GFM to CommonMark, footnotes, and further common extensions.
  ///
  /// ```swift
  /// let extensions: MarkdownOptions.Extensions = [.table, .footnotes]
  /// ```
  public struct Extensions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let table = Extensions(rawValue: 1)
    public static let strikethrough = Extensions(rawValue: 2)
    public static let autolink = Extensions(rawValue: 4)
    public static let tasklist = Extensions(rawValue: 8)
    /// The tag filter of GFM 6.11. It affects only the output of raw HTML, not the document.
    public static let tagfilter = Extensions(rawValue: 16)
    public static let footnotes = Extensions(rawValue: 32)

    /// YAML between `---` lines, or TOML between `+++` lines, at the start of the text (see
    /// docs/markdown.md).
    public static let frontMatter = Extensions(rawValue: 64)
    /// Formulas: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`, and `$$` or `\[` on a line of their own.
    public static let math = Extensions(rawValue: 128)
    /// Emoji names: `:tada:` becomes the emoji.
    public static let emoji = Extensions(rawValue: 256)
    /// Emphasis next to Chinese, Japanese and Korean text, which is written without spaces.
    public static let cjkEmphasis = Extensions(rawValue: 512)
    /// Task boxes at the start of any item, even in a quote (`> - [ ] a`) or after another marker
    /// (`1. - [ ] a`). GFM recognises them only at the start of a line.
    public static let nestedTasks = Extensions(rawValue: 1024)
    /// Custom elements such as `<think>`, with the names in ``MarkdownOptions/elements``.
    public static let elements = Extensions(rawValue: 2048)

    /// The extensions of the GFM specification, and footnotes, as in cmark-gfm.
    public static let gfm: Extensions = [
      .table, .strikethrough, .autolink, .tasklist, .tagfilter, .footnotes,
    ]
    /// The extensions for text of people and language models. Emoji names are not included, because they are
    /// ambiguous.
    public static let standard: Extensions = [
      .gfm, .frontMatter, .math, .cjkEmphasis, .nestedTasks, .elements,
    ]
    public static let all: Extensions = [.standard, .emoji]
  }

  public var extensions: Extensions
  /// The element names of the extension ``Extensions/elements``.
  public var elements = ElementRules.standard
  /// The custom elements that the parser recognizes; nil for none.
  var knownElements: ElementRules? {
    extensions.contains(.elements) && !elements.rules.isEmpty ? elements : nil
  }
  /// Whether straight quotes, `--`, `---` and `...` are converted to typographic punctuation.
  public var smart: Bool
  /// The maximum number of containers (quotes, lists, items, footnotes) around a block. A nested list counts
  /// twice.
  ///
  /// Deeper containers become text. The limit keeps recursive walks within any thread's stack, and the JSON
  /// form within the limits of decoders (512 levels in Foundation).
  public var maximumNesting: Int

  /// Whether ``MarkdownStream`` shows incomplete constructs at the end of the text as the constructs that
  /// they seem to become: `**bold` as bold text, an incomplete link as its text, a table from a partial
  /// delimiter row on.
  ///
  /// Finished texts, code and raw HTML are not affected.
  public var isOptimistic: Bool
  /// The number of texts before this one in the same conversation. The more there are, the fewer diagrams are drawn at
  /// the beginning of this one (``DiagramBudget``).
  package var textsBefore = 0

  public init(
    extensions: Extensions = .gfm, smart: Bool = false, maximumNesting: Int = 100,
    isOptimistic: Bool = false
  ) {
    self.isOptimistic = isOptimistic
    self.extensions = extensions
    self.smart = smart
    self.maximumNesting = maximumNesting
  }
}
