/// The inline content of a leaf block: one text cut into runs, and the spans that enclose them.
///
/// A run is a length of UTF-8 bytes in `text`, so that a paragraph costs three allocations however many runs
/// it has. Nesting is a tree kept flat: each run names its innermost span, each span its parent; walking the
/// runs and comparing span paths opens and closes elements in exactly the order of the source. A span that
/// holds nothing (an empty link) has one run of length 0.
public struct Inlines: Hashable, Sendable {
  /// The text of all runs, one after the other.
  public var text: String
  public var runs: [InlineRun]
  /// A parent precedes its children, in the order of their openings.
  public var spans: [InlineSpan]

  public init(text: String = "", runs: [InlineRun] = [], spans: [InlineSpan] = []) {
    self.text = text
    self.runs = runs
    self.spans = spans
  }

  /// One run of plain text.
  public init(plain text: String) {
    self.init(text: text, runs: [InlineRun(length: text.utf8.count)])
  }

  public var isEmpty: Bool { runs.isEmpty }
}

/// A stretch of text with one style and one meaning.
public struct InlineRun: Hashable, Sendable, BitwiseCopyable {
  public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case text
    /// The content of a code span.
    case code
    /// A line end in the source that is a space in the output; its text is "\n".
    case softBreak
    /// A line end to be kept; its text is "\n".
    case lineBreak
    /// A tag, comment or the like, as it stands in the source.
    case rawHTML
    /// A formula in TeX, without its delimiters, to be shown within the line.
    case math
    /// A formula in TeX, without its delimiters, to be shown by itself.
    case displayMath
  }

  /// UTF-8 bytes of ``Inlines/text``.
  public var length: UInt32
  public var kind: Kind
  /// Index into ``Inlines/spans`` of the innermost span, or ``noSpan``.
  public var span: Int32

  public static let noSpan: Int32 = -1

  public init(length: Int, kind: Kind = .text, span: Int32 = InlineRun.noSpan) {
    self.length = UInt32(length)
    self.kind = kind
    self.span = span
  }
}

/// An inline element that encloses runs.
public struct InlineSpan: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case emphasis
    case strong
    case strikethrough
    /// `destination` is the address after backslashes and entities are resolved, not yet escaped for HTML.
    case link(destination: String, title: String)
    /// The runs inside are its alternative text.
    case image(destination: String, title: String)
    /// A reference to a footnote; its one run holds the number. `occurrence` counts this footnote's
    /// references from 1 in document order.
    case footnoteReference(label: String, number: Int, occurrence: Int)
  }

  public var kind: Kind
  /// Index of the enclosing span, or ``InlineRun/noSpan``.
  public var parent: Int32

  public init(kind: Kind, parent: Int32 = InlineRun.noSpan) {
    self.kind = kind
    self.parent = parent
  }
}
