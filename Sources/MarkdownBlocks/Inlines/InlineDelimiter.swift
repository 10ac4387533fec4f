/// A delimiter run that may open or close emphasis (GFM 6.4), strikethrough or quotes.
///
/// The delimiter stack is linked by `previous`. Removing a delimiter from its middle only relinks the list,
/// so that a rollback only resets the top.
struct InlineDelimiter: BitwiseCopyable {
  var byte: UInt8
  var canOpen: Bool
  var canClose: Bool
  /// Whether a quote is shown as an opening quote.
  var opensQuote = false
  /// The index up to which this delimiter and those after it are inside a link whose emphasis is resolved; 0 for others.
  var resolvedEnd: Int32 = 0
  var item: Int32
  /// The enclosing custom element; -1 for none.
  var element: Int32 = -1
  var length: Int32
  /// The number of characters that are still text.
  var remaining: Int32
  var previous: Int32 = -1
  /// The next `"` and the next `'` further down the stack that may open a quote, or -1.
  var quoteBelow: Int32 = -1
  var apostropheBelow: Int32 = -1
  /// The outermost match that the delimiter opens; -1 if there is none.
  var outermost: Int32 = -1
  /// The consecutive matches that the delimiter closes, innermost first.
  var firstClosed: Int32 = 0
  var closedCount: Int32 = 0
}

/// A matched pair of delimiters.
struct InlineMatch: BitwiseCopyable {
  enum MatchKind: UInt8, BitwiseCopyable { case emphasis, strong, strikethrough, quote }

  var kind: MatchKind
  var opener: Int32
  /// The next inner match of the same opening delimiter.
  var inner: Int32
  /// The number of characters that the match uses of each delimiter.
  var used: Int32
  /// The earlier presentation of the opening quote.
  var openedQuote = false
  /// The index from which all matches up to this one were undone or are inside a resolved link; -1 for others. A
  /// rollback ignores such matches.
  var resolvedStart: Int32 = -1
}

/// A `[` or `![` that waits for its `]`.
struct InlineBracket: BitwiseCopyable {
  var before: InlineParser.InlineCheckpoint
  var item: Int32
  var isImage: Bool
  var isActive = true
  var start: Int32
  var contentStart: Int32
  var previous: Int32
  /// The next outer bracket that does not open an image, or -1.
  var enclosingLink: Int32
}

/// The result of a bracket or an address: a link, an image, a footnote reference or hidden text.
struct InlineLink {
  /// The kind of the construct. The brackets of a `hidden` construct are not shown.
  enum LinkKind { case link, image, footnote(FootnoteIndex), text(TextSpan), hidden }

  var kind: LinkKind
  var destination = ""
  var title = ""
  /// The offset in the leaf's text, and the index of the bracket; -1 for an address.
  var start: Int
  var bracket: Int32 = -1
  /// The item after the construct, for constructs that hide their content.
  var next: Int32 = -1
}
