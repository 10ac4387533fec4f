/// A state machine that follows a word as long as it can be the token of a known issuer.
///
/// ```swift
/// var tokens = TokenPrefixes(.standard)
/// tokens.begin(UInt8(ascii: "g"))   // true
/// tokens.extend(UInt8(ascii: "o"))  // false
/// ```
struct TokenPrefixes: Sendable {
  private let patterns: SecretPatterns
  /// The patterns whose prefixes begin with the bytes so far.
  private var range = 0..<0
  private var depth = 0
  /// The union of the alphabets of all complete prefixes.
  private var following: ByteSet?

  init(_ patterns: SecretPatterns) { self.patterns = patterns }

  mutating func begin(_ byte: UInt8) -> Bool {
    range = patterns.starts[Int(byte)]
    depth = 1
    following = nil
    return !range.isEmpty
  }

  mutating func extend(_ byte: UInt8) -> Bool {
    if !range.isEmpty { narrow(byte) }
    depth += 1
    // The state before this byte decides, because the last byte of a prefix need not be in its alphabet.
    let follows = following?.contains(byte) ?? false
    while let first = range.first, patterns.sorted[first].prefix.count == depth {
      following = (following ?? ByteSet()).union(patterns.sorted[first].alphabet)
      range.removeFirst()
      if range.isEmpty { return true }
    }
    return follows || !range.isEmpty
  }

  /// Keeps the patterns that have this byte next. Each pattern is dropped once, so that a word costs its
  /// length plus the number of patterns for its first byte.
  private mutating func narrow(_ byte: UInt8) {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, patterns.sorted[low].prefix[depth] != byte { low += 1 }
    while high > low, patterns.sorted[high - 1].prefix[depth] != byte { high -= 1 }
    range = low..<high
  }
}

extension Range<Int> {
  fileprivate mutating func removeFirst() { self = (lowerBound + 1)..<upperBound }
}
