/// A run of delimiters that may open or close emphasis (GFM 6.4), strikethrough or quotes.
///
/// The stack of delimiters is linked by `previous`: what is taken from its middle is only skipped, so that going
/// back is setting its top.
struct InlineDelimiter: BitwiseCopyable {
  var byte: UInt8
  var canOpen: Bool
  var canClose: Bool
  /// A quote: whether it is shown as an opening one.
  var opensQuote = false
  /// Whether the delimiter stands in a link that was found, whose emphasis is resolved.
  var isResolved = false
  /// An index behind a resolved delimiter up to which all delimiters are resolved.
  var resolvedEnd: Int32 = 0
  var item: Int32
  /// The custom element around it; -1 for none.
  var element: Int32 = -1
  var length: Int32
  /// The number of its characters that are text.
  var remaining: Int32
  var previous: Int32 = -1
  /// The next `"` and the next `'` further down the stack that may open, or -1.
  var quoteBelow: Int32 = -1
  var apostropheBelow: Int32 = -1
  /// The outermost match that it opens.
  var outermost: Int32 = -1
  /// The matches that it closes, innermost first: consecutive ones.
  var firstClosed: Int32 = 0
  var closedCount: Int32 = 0
}

/// An opening and a closing delimiter that found each other.
struct InlineMatch: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable { case emphasis, strong, strikethrough, quote }

  var kind: Kind
  var opener: Int32
  /// The next match further in that the same delimiter opens.
  var inner: Int32
  /// Characters of each delimiter that it used.
  var used: Int32
  /// A quote: what the opener was shown as.
  var openedQuote = false
  /// Whether the match was undone, or stands in a link that was found: a rollback leaves it alone.
  var isResolved = false
  /// The index, its own or a smaller one, from which on all matches up to a resolved match are resolved.
  var resolvedStart: Int32 = 0

  /// Resolves the match, which is the one at `index`.
  mutating func resolve(from index: Int) {
    isResolved = true
    resolvedStart = Int32(index)
  }
}

/// A `[` or `![` that waits for its `]`.
struct InlineBracket: BitwiseCopyable {
  var before: InlineParser.Checkpoint
  var item: Int32
  var isImage: Bool
  var isActive = true
  var start: Int32
  var contentStart: Int32
  var previous: Int32
  /// The next bracket further out that is no image's, or -1.
  var enclosingLink: Int32
}

/// The construct that a bracket, or an address, turned out to be.
struct InlineLink {
  /// `hidden`: its brackets are not shown.
  enum Kind { case link, image, footnote(FootnoteIndex), text(TextSpan), hidden }

  var kind: Kind
  var destination = ""
  var title = ""
  /// The offset in the leaf's text, and the bracket; none for an address.
  var start: Int
  var bracket: Int32 = -1
  /// The item after it, for what hides what it holds.
  var next: Int32 = -1
}
