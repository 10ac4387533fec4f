internal import MarkdownSource

/// Caches the ranges of a leaf's text that were searched for a closing delimiter without success, so that
/// many unclosed openers do not search the same text.
///
/// ```
/// $$a $$$ b \[c \[d     the first `\[` searches up to "d", the second one searches nothing
/// ```
///
/// The cache holds the last range of each kind.
struct EndGaps {
  /// A closing delimiter that is independent of the position of its opener.
  enum ClosingDelimiter: Equatable, BitwiseCopyable {
    /// A run of backticks of this length.
    case ticks(Int)
    /// The closing delimiter of a formula.
    case formula(MathSpan.Delimiter)
    /// A space or a `<`, which ends an address.
    case address
  }

  private var gaps: [(end: ClosingDelimiter, range: Range<Int>)] = []
  /// The last range of arbitrary content of each kind that contains no end, from its opener, with the state of
  /// the tag at the end of the range.
  private var contents: [(range: Range<Int>, tag: InlineTag)] = []

  /// Returns the offset to which a search from `start` can skip.
  func skip(to end: ClosingDelimiter, from start: Int) -> Int {
    guard let gap = gaps.first(where: { $0.end == end }), gap.range.contains(start) else { return start }
    return gap.range.upperBound
  }

  /// Records that a range contains no such delimiter.
  mutating func note(_ end: ClosingDelimiter, from start: Int, to stop: Int) {
    guard start < stop else { return }
    guard let index = gaps.firstIndex(where: { $0.end == end }) else {
      return gaps.append((end, start..<stop))
    }
    let known = gaps[index].range
    let extends = known.contains(start) || known.upperBound == start
    gaps[index].range = extends ? known.lowerBound..<max(known.upperBound, stop) : start..<stop
  }

  /// Returns the offset to which an opener at `start` can skip within arbitrary content, and the state of its
  /// tag there; nil if nothing is known.
  ///
  /// - Precondition: The opener is in content with this end, behind a byte that cannot be part of the end.
  func unclosedContent(_ end: InlineTag.ContentEnd, from start: Int) -> (next: Int, tag: InlineTag)? {
    guard let known = contents.first(where: { $0.tag.end == end }), known.range.contains(start) else {
      return nil
    }
    return (known.range.upperBound, known.tag)
  }

  /// Records that the content of an opener at `start` does not end before `stop`, where its tag has this state.
  mutating func note(_ tag: InlineTag, from start: Int, to stop: Int) {
    guard let index = contents.firstIndex(where: { $0.tag.end == tag.end }) else {
      return contents.append((start..<stop, tag))
    }
    let known = contents[index].range
    if !known.contains(start) || known.upperBound < stop { contents[index] = (start..<stop, tag) }
  }

  /// Discards what is known about the text after an offset.
  mutating func truncate(to offset: Int) {
    contents.removeAll { $0.range.upperBound > offset }
    for index in gaps.indices { gaps[index].range = gaps[index].range.clamped(to: 0..<max(offset, 0)) }
  }
}
