internal import COniguruma

/// A type of characters that patterns name.
///
/// ```swift
/// CharacterType.word.contains(0xE9)  // true: é
/// ```
public enum CharacterType: UInt64, Sendable {
  /// `\w` outside of brackets, and the parts of words between which `\b` finds no boundary. In Latin-1 the library reads
  /// another table for it than for ``word``, so that `\w` matches `²`, but `[\w]` does not.
  case bareWord
  /// `[\w]`, `[:word:]`.
  case word
  /// `\d`, `[:digit:]`.
  case digit
  /// `[:alpha:]`.
  case alpha
  /// `[:alnum:]`.
  case alnum

  /// Whether a scalar from U+0080 on has the type by the library's Unicode tables. O(log n) for some hundred ranges.
  public func contains(_ scalar: UInt32) -> Bool {
    switch self {
    case .bareWord: ils_onig_is_word(scalar) != 0
    case .word: Self.isIn(ONIGENC_CTYPE_WORD, scalar)
    case .digit: Self.isIn(ONIGENC_CTYPE_DIGIT, scalar)
    case .alpha: Self.isIn(ONIGENC_CTYPE_ALPHA, scalar)
    case .alnum: Self.isIn(ONIGENC_CTYPE_ALNUM, scalar)
    }
  }

  private static func isIn(_ type: OnigEncCtype, _ scalar: UInt32) -> Bool {
    guard let ranges = ils_onig_ranges(type.rawValue) else { return false }
    var (low, high) = (0, Int(ranges[0]))
    while low < high {
      let middle = (low + high) / 2
      if scalar > ranges[2 * middle + 2] { low = middle + 1 } else { high = middle }
    }
    return low < Int(ranges[0]) && scalar >= ranges[2 * low + 1]
  }
}
