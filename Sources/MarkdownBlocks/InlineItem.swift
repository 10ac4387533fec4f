/// A piece of leaf text as it was read, in the order of the source; see ``LeafInlines``.
struct InlineItem: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// Leaf text as it stands, `start ..< end`.
    case text
    /// The same of ``LeafInlines/made``: what an entity or typographic sign became.
    case made
    /// What stands between backticks.
    case code
    /// TeX between the marks of a formula.
    case math
    case displayMath
    case html
    case softBreak
    case lineBreak
    /// A run of `*`, `_` or `~`, or a quote: `reference` is the index of its ``InlineDelimiter``.
    case delimiter
    /// `[` or `![`; `reference` is the index of its ``InlineLink`` once it is one.
    case bracket
    /// Where a link or image ends.
    case linkEnd
    /// An address that is a link by itself: `start ..< end` is its text, `reference` its ``InlineLink``.
    case address
    /// The same in pointed brackets: the text is one of ``LeafInlines/made``.
    case pointedAddress
    /// Nothing: here the text may be cut, and an update may begin.
    case mark
  }

  var kind: Kind
  var reference: Int32 = -1
  var start: Int32
  var end: Int32

  init(_ kind: Kind, _ start: Int, _ end: Int, reference: Int = -1) {
    self.kind = kind
    self.reference = Int32(reference)
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }
}

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
  /// It stands in a link that was found, whose emphasis is settled.
  var isSettled = false
  /// Settled: an index behind it up to which all are settled.
  var settledEnd: Int32 = 0
  var item: Int32
  var length: Int32
  /// How many of its characters are text.
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
  /// It was undone, or stands in a link that was found: going back does not concern it.
  var isSettled = false
  /// Settled: the index, its own or a smaller one, from which on all up to it are settled.
  var settledStart: Int32 = 0

  /// Settles the match, which is the one at `index`.
  mutating func settle(from index: Int) {
    isSettled = true
    settledStart = Int32(index)
  }
}

/// A `[` or `![` that waits for its `]`.
struct InlineBracket: BitwiseCopyable {
  var before: LeafInlines.Place
  var item: Int32
  var isImage: Bool
  var isActive = true
  /// Another bracket was opened after it.
  var isFollowed = false
  var start: Int32
  var contentStart: Int32
  var previous: Int32
  /// The next bracket further out that is no image's, or -1.
  var enclosingLink: Int32
}

/// What a bracket, or an address, turned out to be.
struct InlineLink {
  /// `hidden`: its brackets are not shown.
  enum Kind { case link, image, footnote(Int), text(TextSpan), hidden }

  var kind: Kind
  var destination = ""
  var title = ""
  /// Where it starts in the leaf's text, and its bracket; for an address none.
  var start: Int
  var bracket: Int32 = -1
  /// The item after it, for what hides what it holds.
  var next: Int32 = -1
}
