/// Remembers the stretches of a leaf's text that were searched for an end in vain, so that many openers without an end do
/// not each search the same text.
///
///     $$a $$$ b \[c \[d     the first `\[` is searched for its end as far as "d", and the second one not at all
///
/// Of each kind the last stretch is kept.
struct EndGaps {
  /// The end of a construct which is found wherever the construct began.
  enum End: Equatable, BitwiseCopyable {
    /// A run of so many backticks.
    case ticks(Int)
    /// `?>`, `>` and `]]>`, as ``InlineTag`` looks for them.
    case instruction, declaration, section
    /// The closing mark of a formula.
    case formula(MathSpan.Delimiter)
    /// A space or a `<`, which an address does not go over.
    case address
  }

  private var gaps: [(end: End, range: Range<Int>)] = []

  /// Returns the offset to which a search from `start` may skip.
  func skip(to end: End, from start: Int) -> Int {
    guard let gap = gaps.first(where: { $0.end == end }), gap.range.contains(start) else { return start }
    return gap.range.upperBound
  }

  /// Notes that no such end starts in a stretch.
  mutating func note(_ end: End, from start: Int, to stop: Int) {
    guard start < stop else { return }
    guard let index = gaps.firstIndex(where: { $0.end == end }) else {
      return gaps.append((end, start..<stop))
    }
    let known = gaps[index].range
    let extends = known.contains(start) || known.upperBound == start
    gaps[index].range = extends ? known.lowerBound..<max(known.upperBound, stop) : start..<stop
  }

  /// Forgets what is known of the text after an offset.
  mutating func truncate(to offset: Int) {
    for index in gaps.indices { gaps[index].range = gaps[index].range.clamped(to: 0..<max(offset, 0)) }
  }
}
