/// What the text of a pattern says about where it can match, without asking the regex library.
///
/// Everything here is a *necessary* condition of "Oniguruma matches this pattern when tried at position `p`":
/// a scanner may skip the position when a condition fails and learns nothing when all hold. Whatever the
/// analysis does not understand stays at "anything".
///
/// In what follows `byte(q)` is the byte at `q`, and `ByteSet257.edge` for every `q` at or past the end of the
/// text (`p` may be the end itself). The text must be UTF-8 (any scalar values, but well-formed sequences):
/// for other bytes only `.anything` is right. `p` must not lie inside a scalar.
package struct PatternFacts: Sendable {
  /// `byte(p)`.
  package var first: ByteSet257 = .all
  /// `byte(p + 1)`.
  package var second: ByteSet257 = .all
  /// `byte(p + 2)`.
  package var third: ByteSet257 = .all
  /// The byte before `p`; `edge` when `p` is 0.
  package var previous: ByteSet257 = .all
  /// `byte(q)` for the least `q >= p` whose byte is neither a space nor a tab.
  package var firstAfterSpaces: ByteSet257 = .all
  /// `byte(q)` for the least `q >= p` whose byte is not one of `A-Z a-z 0-9 _`.
  package var firstAfterWord: ByteSet257 = .all
  /// `byte(q)` for the least `q >= p` whose byte is none of space, tab, `A-Z a-z 0-9 _`.
  package var firstAfterSpacesAndWord: ByteSet257 = .all

  /// The match must begin with `\G` holding: only `p == searchStart` can match, and that only when the
  /// scanner lets `\G` hold there.
  package var requiresSearchStart = false

  /// `\G` stands somewhere in the pattern: the outcome at `p` depends on where the search began.
  package var usesSearchStart = true
  /// `\K` stands in the pattern: the reported start differs from the position where it was tried.
  package var usesKeep = true

  /// A match spans at least so many bytes.
  package var minLength = 0

  /// All of these must hold; most selective first, at most four.
  package var laterBytes: [LaterBytes] = []

  /// The number of capture groups; nil where the pattern was not understood.
  package var captureCount: Int?
  /// False: nothing is known, and every other field says "anything".
  package var isUnderstood = false

  /// Nothing known: the scanner must always ask.
  package static let anything = PatternFacts()

  /// One of a few bytes that must occur at or after `p + offset`.
  package struct LaterBytes: Sendable, Equatable {
    /// One to three bytes.
    package var bytes: [UInt8]
    package var offset: Int
  }
}
