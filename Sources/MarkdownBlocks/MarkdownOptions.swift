/// The constructs of GitHub Flavored Markdown, and beyond it, that are parsed, and the bounds that keep hostile input
/// harmless.
public struct MarkdownOptions: Sendable, Hashable {
  /// The extensions of GFM over CommonMark, footnotes, and what people expect besides.
  public struct Extensions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let table = Extensions(rawValue: 1)
    public static let strikethrough = Extensions(rawValue: 2)
    public static let autolink = Extensions(rawValue: 4)
    public static let tasklist = Extensions(rawValue: 8)
    /// Changes no document, only what an HTML formatter does with raw HTML.
    public static let tagfilter = Extensions(rawValue: 16)
    public static let footnotes = Extensions(rawValue: 32)

    /// YAML between `---` lines, or TOML between `+++` lines, at the very start (docs/markdown.md says when).
    public static let frontMatter = Extensions(rawValue: 64)
    /// Formulas: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`, and `$$` or `\[` on a line of its own.
    public static let math = Extensions(rawValue: 128)
    /// `:tada:` becomes the emoji of that name.
    public static let emoji = Extensions(rawValue: 256)
    /// Emphasis next to Chinese, Japanese and Korean text, which puts no spaces around words.
    public static let cjkEmphasis = Extensions(rawValue: 512)
    /// Task boxes wherever an item begins, in a quote (`> - [ ] a`) and behind another marker (`1. - [ ] a`) too; GFM looks
    /// for them at the beginning of the line alone.
    public static let nestedTasks = Extensions(rawValue: 1024)
    /// Custom elements such as `<think>`, of the names that ``MarkdownOptions/elements`` has.
    public static let elements = Extensions(rawValue: 2048)

    /// The extensions of the GFM specification, and footnotes: those of cmark-gfm.
    public static let gfm: Extensions = [
      .table, .strikethrough, .autolink, .tasklist, .tagfilter, .footnotes,
    ]
    /// The extensions that suit text which people and language models write: emoji names, which can be meant otherwise, are
    /// left out.
    public static let standard: Extensions = [
      .gfm, .frontMatter, .math, .cjkEmphasis, .nestedTasks, .elements,
    ]
    public static let all: Extensions = [.standard, .emoji]
  }

  public var extensions: Extensions
  /// The names that the extension ``Extensions/elements`` knows.
  public var elements = ElementRules.standard
  /// The elements that are looked for; nil for none.
  var knownElements: ElementRules? {
    extensions.contains(.elements) && !elements.rules.isEmpty ? elements : nil
  }
  /// Whether straight quotes, `--`, `---` and `...` become typographic ones.
  public var smart: Bool
  /// The number of containers (quotes, lists, items, footnotes; a nested list counts two) that may enclose a block.
  ///
  /// What would open a container deeper than that is text instead. The bound keeps every walk over a document
  /// within any thread's stack, and its JSON within what decoders accept (Foundation's: 512 levels).
  public var maximumNesting: Int

  /// Whether ``MarkdownStream`` shows what is unfinished at the end of the text as what it is about to become:
  /// `**bold` as bold, half a link as its text, a table from half its delimiter row on. Changes nothing of a text
  /// that has ended, and nothing in code or raw HTML.
  public var isOptimistic: Bool

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
