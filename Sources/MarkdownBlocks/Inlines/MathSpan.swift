internal import MarkdownSource

/// Finds the end of a formula inside a leaf's text.
///
/// The text between the delimiters is TeX without any markdown; a backslash escapes the next byte.
struct MathSpan {
  enum Delimiter: BitwiseCopyable {
    /// `$x$`. No letter, digit or `$` precedes the opening delimiter, and no white space is next to either
    /// delimiter inside. The first `$` closes the formula, unless a digit or a letter follows it (except for
    /// an ending as in `$n$th`).
    case dollar
    /// `$$x$$`.
    case dollars
    /// `\(x\)`.
    case parenthesis
    /// `\[x\]`.
    case bracket

    var isDisplayed: Bool { self == .dollars || self == .bracket }

    /// The maximum length of a formula in bytes. A longer one is text, which bounds the search of an unclosed
    /// opener.
    var limit: Int { isDisplayed ? 2000 : 1000 }

    /// The length of the opening delimiter in bytes.
    var length: Int { self == .dollar ? 1 : 2 }
  }

  struct FoundSpan {
    var contentStart: Int
    var contentEnd: Int
    /// The offset after the closing delimiter.
    var end: Int
  }

  enum SpanMatch {
    case found(FoundSpan)
    /// The delimiter cannot open a formula, regardless of later text.
    case none
    /// The text ends before the result is certain.
    case open
  }

  let text: UnsafePointer<UInt8>
  let end: Int

  /// Returns the kind of the delimiter at `start`; nil if it cannot open a formula.
  func delimiter(at start: Int) -> Delimiter? {
    let next = byte(start + 1)
    if text[start] == Self.backslash {
      return next == UInt8(ascii: "(") ? .parenthesis : next == UInt8(ascii: "[") ? .bracket : nil
    }
    if start > 0, text[start - 1] == Self.dollar { return nil }
    if next == Self.dollar { return byte(start + 2) == Self.dollar ? nil : .dollars }
    if start > 0, isWord(start - 1) { return nil }
    return next.isSpace ? nil : .dollar
  }

  /// Finds the formula whose opening delimiter is at `start`.
  ///
  /// - Parameters:
  ///   - searched: The offset at which an earlier search for this formula stopped. Updated to the end of this
  ///     search.
  ///   - gaps: Ranges without a closing delimiter, known from earlier searches. They apply to every opening
  ///     delimiter before them, because the backslashes that escape a closing delimiter are the same for all.
  ///     A single dollar is searched only up to the next dollar, which is the next opening delimiter.
  func formula(at start: Int, _ delimiter: Delimiter, searched: inout Int, gaps: inout EndGaps) -> SpanMatch {
    let first = max(searched, start + delimiter.length)
    var index = delimiter == .dollar ? first : gaps.skip(to: .formula(delimiter), from: first)
    let limit = start + delimiter.length + delimiter.limit
    defer {
      searched = index
      if delimiter != .dollar { gaps.note(.formula(delimiter), from: first, to: index) }
    }
    while index < end, index <= limit {
      if isClosing(index, delimiter) { return decide(start, index, delimiter) }
      let isEscape = text[index] == Self.backslash
      // Half of a delimiter, or of an escape, waits for the other half.
      if index + 1 >= end, isEscape || text[index] == Self.dollar { return .open }
      index += isEscape ? 2 : 1
    }
    return index > limit ? .none : .open
  }

  private func isClosing(_ index: Int, _ delimiter: Delimiter) -> Bool {
    switch delimiter {
    case .dollar: text[index] == Self.dollar
    case .dollars: text[index] == Self.dollar && byte(index + 1) == Self.dollar
    case .parenthesis: text[index] == Self.backslash && byte(index + 1) == UInt8(ascii: ")")
    case .bracket: text[index] == Self.backslash && byte(index + 1) == UInt8(ascii: "]")
    }
  }

  private func decide(_ start: Int, _ close: Int, _ delimiter: Delimiter) -> SpanMatch {
    var found = FoundSpan(
      contentStart: start + delimiter.length, contentEnd: close, end: close + delimiter.length)
    guard delimiter == .dollar else {
      while found.contentStart < close, text[found.contentStart].isSpace { found.contentStart += 1 }
      while found.contentEnd > found.contentStart, text[found.contentEnd - 1].isSpace {
        found.contentEnd -= 1
      }
      return found.contentStart < found.contentEnd ? .found(found) : .none
    }
    guard close > start + 1, !text[close - 1].isSpace, byte(close + 1) != Self.dollar else { return .none }
    // The text after the closing delimiter is part of the rule.
    guard mayFollow(close + 1) else { return close + 4 < end ? .none : .open }
    // GitHub's alternative form: $`x`$.
    let tick = UInt8(ascii: "`")
    if close - start > 3, text[start + 1] == tick, text[close - 1] == tick {
      found.contentStart += 1
      found.contentEnd -= 1
    }
    return .found(found)
  }

  /// Whether a formula may end before an index.
  private func mayFollow(_ index: Int) -> Bool {
    guard isWord(index) else { return true }
    let first = byte(index) | 0x20
    if first == UInt8(ascii: "s"), !isWord(index + 1) { return true }
    let isEnding =
      switch (first, byte(index + 1) | 0x20) {
      case (UInt8(ascii: "s"), UInt8(ascii: "t")), (UInt8(ascii: "n"), UInt8(ascii: "d")),
        (UInt8(ascii: "r"), UInt8(ascii: "d")), (UInt8(ascii: "t"), UInt8(ascii: "h")):
        true
      default: false
      }
    return isEnding && !isWord(index + 2)
  }

  private func byte(_ index: Int) -> UInt8 { index < end ? text[index] : .newline }

  private func isWord(_ index: Int) -> Bool { byte(index).isLetter || byte(index).isDigit }

  private static let dollar = UInt8(ascii: "$")
  private static let backslash = UInt8(ascii: "\\")
}
