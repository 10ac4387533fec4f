/// What of GitHub Flavored Markdown is understood, and the bounds that keep hostile input harmless.
public struct MarkdownOptions: Sendable, Hashable {
  /// The extensions of GFM over CommonMark, and footnotes.
  public struct Extensions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let table = Extensions(rawValue: 1)
    public static let strikethrough = Extensions(rawValue: 2)
    public static let autolink = Extensions(rawValue: 4)
    public static let tasklist = Extensions(rawValue: 8)
    /// Changes no document, only what an HTML formatter does with raw HTML.
    public static let tagfilter = Extensions(rawValue: 16)
    public static let footnotes = Extensions(rawValue: 32)

    public static let all: Extensions = [
      .table, .strikethrough, .autolink, .tasklist, .tagfilter, .footnotes,
    ]
  }

  public var extensions: Extensions
  /// Whether straight quotes, `--`, `---` and `...` become typographic ones.
  public var smart: Bool
  /// How many containers (quotes, lists, items, footnotes; a nested list counts two) may enclose a block.
  ///
  /// What would open a container deeper than that is text instead. The bound keeps every walk over a document
  /// within any thread's stack, and its JSON within what decoders accept (Foundation's: 512 levels).
  public var maximumNesting: Int

  public init(
    extensions: Extensions = .all, smart: Bool = false, maximumNesting: Int = 100
  ) {
    self.extensions = extensions
    self.smart = smart
    self.maximumNesting = maximumNesting
  }
}
