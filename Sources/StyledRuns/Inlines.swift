/// The inline content of a leaf block: one text, cut into runs, and the spans that enclose the runs.
///
/// `a **b** c` becomes one text with three runs and one span:
///
/// ```swift
/// Inlines(
///   text: "a b c",
///   runs: [InlineRun(length: 2), InlineRun(length: 1, span: 0), InlineRun(length: 2)],
///   spans: [InlineSpan(kind: .strong)])
/// ```
///
/// A run stores its length in UTF-8 bytes instead of a string, so that a paragraph needs three allocations,
/// however many runs it has. Nesting is a flattened tree: each run has the index of its innermost span, and
/// each span that of its parent. A formatter walks the runs and compares their span paths to open and close
/// elements in source order. An empty span (a link without text) has one run of length 0.
public struct Inlines: Hashable, Sendable {
  /// The concatenated text of all runs.
  public var text: String
  public var runs: [InlineRun]
  /// The spans in the order of their opening delimiters. A parent precedes its children.
  public var spans: [InlineSpan]

  public init(text: String = "", runs: [InlineRun] = [], spans: [InlineSpan] = []) {
    self.text = text
    self.runs = runs
    self.spans = spans
  }

  /// Creates one run of plain text.
  public init(plain text: String) {
    self.init(text: text, runs: [InlineRun(length: text.utf8.count)])
  }

  public var isEmpty: Bool { runs.isEmpty }
}

/// A part of the text with one kind and one innermost span.
///
/// ```swift
/// InlineRun(length: 5, kind: .code)  // `print`
/// ```
public struct InlineRun: Hashable, Sendable, BitwiseCopyable {
  /// The meaning of a run.
  ///
  /// ```swift
  /// if run.kind == .code { style = .monospaced }
  /// ```
  public enum RunKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case text
    /// The content of a code span, without backticks.
    case code
    /// A line end that is a space in the output. Its text is "\n".
    case softBreak
    /// A hard line break. Its text is "\n".
    case lineBreak
    /// An inline HTML tag or comment, exactly as in the source.
    case rawHTML
    /// Inline mathematics in TeX, without its delimiters.
    case math
    /// Display mathematics in TeX, without its delimiters.
    case displayMath
  }

  /// The length in UTF-8 bytes of ``Inlines/text``.
  public var length: UInt32
  public var kind: RunKind
  /// The index of the innermost span in ``Inlines/spans``, or ``noSpan``.
  public var span: Int32

  /// The index for "no span".
  public static let noSpan: Int32 = -1

  public init(length: Int, kind: RunKind = .text, span: Int32 = InlineRun.noSpan) {
    self.length = UInt32(length)
    self.kind = kind
    self.span = span
  }
}

/// An inline element that encloses runs.
///
/// ```swift
/// InlineSpan(kind: .link(destination: "https://example.org", title: ""))  // [text](https://example.org)
/// ```
public struct InlineSpan: Hashable, Sendable {
  /// The element's kind and attributes.
  ///
  /// ```swift
  /// if case .link(let destination, _) = span.kind { open(destination) }
  /// ```
  public enum SpanKind: Hashable, Sendable {
    case emphasis
    case strong
    case strikethrough
    /// A link. `destination` has its backslash escapes and entities resolved; it is not escaped for HTML.
    case link(destination: String, title: String)
    /// An image. The runs inside are its alternative text.
    case image(destination: String, title: String)
    /// A reference to a footnote. Its one run holds the number as text. `occurrence` counts the references to
    /// the same footnote from 1, in document order.
    case footnoteReference(label: String, number: Int, occurrence: Int)
    /// A custom element within a line, `<cite src="a">x</cite>`. ``Element`` describes its members.
    case element(name: String, role: Element.ElementRole, attributes: [Element.Attribute])
  }

  public var kind: SpanKind
  /// The index of the enclosing span, or ``InlineRun/noSpan``.
  public var parent: Int32

  public init(kind: SpanKind, parent: Int32 = InlineRun.noSpan) {
    self.kind = kind
    self.parent = parent
  }
}
