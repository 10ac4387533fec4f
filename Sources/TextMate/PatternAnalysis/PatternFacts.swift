/// Conditions under which a pattern can match, derived from its source without the regex library.
///
/// All conditions are *necessary* for a match at position `p`: a scanner can skip the position if one fails,
/// but knows nothing if all hold. Anything that the analysis does not understand is unrestricted.
///
/// ```swift
/// PatternFacts.analyze(Array(#"\bif\b"#.utf8)).first.contains(Int(UInt8(ascii: "i")))  // true
/// ```
///
/// `byte(q)` stands for the byte at `q`, or `ByteSet257.edge` at and after the end of the text. `p` can be
/// the end itself, but must not be inside a scalar. The text must be well-formed UTF-8, with any scalar
/// values; for other bytes only `.anything` is correct.
package struct PatternFacts: Sendable {
  /// The possible values of `byte(p)`.
  package var first: ByteSet257 = .all
  /// The possible values of `byte(p + 1)`.
  package var second: ByteSet257 = .all
  /// The possible values of `byte(p + 2)`.
  package var third: ByteSet257 = .all
  /// The possible bytes before `p`; `edge` if `p` is 0.
  package var previous: ByteSet257 = .all
  /// The possible first bytes from `p` on that are neither space nor tab.
  package var firstAfterSpaces: ByteSet257 = .all
  /// The possible first bytes from `p` on that are ASCII, but not in `A-Z a-z 0-9 _`.
  package var firstAfterWord: ByteSet257 = .all
  /// The possible first bytes from `p` on that are ASCII, but neither space, tab, nor in `A-Z a-z 0-9 _`.
  package var firstAfterSpacesAndWord: ByteSet257 = .all

  /// Whether a match must start where `\G` holds: at `searchStart`, if the scanner lets `\G` hold there.
  package var requiresSearchStart = false

  /// Whether the pattern contains `\G`, so that the result depends on the start of the search.
  package var usesSearchStart = true
  /// Whether the pattern contains `\K`, so that the reported start can differ from the position that was
  /// tried.
  package var usesKeep = true

  /// The minimum length of a match in bytes.
  package var minLength = 0

  /// Bytes that must all occur, the most selective first. There are at most four.
  package var laterBytes: [RequiredByteFacts] = []

  /// The number of capture groups; nil if the pattern was not understood.
  package var captureCount: Int?
  /// Whether the pattern was understood. If not, all other fields are unrestricted.
  package var isUnderstood = false

  /// The facts of a pattern that was not understood: the scanner must always try it.
  package static let anything = PatternFacts()

  /// A byte that must occur at or after `p + offset`.
  package struct RequiredByteFacts: Sendable, Equatable {
    /// The alternatives for the byte, one to three.
    package var bytes: [UInt8]
    package var offset: Int
  }
}
