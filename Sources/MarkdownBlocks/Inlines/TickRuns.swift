/// Remembers where runs of backticks of each length stood last in a text: whether a code span ends, without looking for its
/// end.
struct TickRuns {
  /// cmark gives up on longer ones.
  static let longest = 80

  /// By length; where the last run starts, or -1. Empty until one is seen.
  private var last: [Int32] = []
  private var seen = 0
  /// A run at the end, which may become longer.
  private var openStart = -1
  private var openLength = 0

  /// Looks at the text up to `end`; what was seen is not looked at again.
  mutating func look(at text: UnsafePointer<UInt8>, to end: Int) {
    // A run at the end was measured as far as it went, but may be cut off now.
    let measured = openStart == seen ? min(openLength, max(end - seen, 0)) : 0
    openLength = 0
    while seen < end {
      guard text[seen] == UInt8(ascii: "`") else {
        seen += 1
        continue
      }
      var after = seen + max(1, openStart == seen ? measured : 0)
      while after < end, text[after] == UInt8(ascii: "`") { after += 1 }
      guard after < end else {
        openStart = seen
        openLength = after - seen
        return
      }
      if after - seen <= TickRuns.longest {
        if last.isEmpty { last = Array(repeating: -1, count: TickRuns.longest + 1) }
        last[after - seen] = Int32(seen)
      }
      seen = after
    }
  }

  /// Whether a run of exactly this length starts at `from` or later.
  func hasRun(_ length: Int, from: Int) -> Bool {
    if length == openLength, openStart >= from { return true }
    return length <= TickRuns.longest && !last.isEmpty && last[length] >= from
  }
}

/// Remembers where the ends of long tags stood last in a text, so that many unfinished tags are not each read to the end.
struct TagEnds {
  private var seen = 0
  private var last = -1
  private var lastInstruction = -1
  private var lastSection = -1

  mutating func look(at text: UnsafePointer<UInt8>, to end: Int) {
    while seen < end {
      if text[seen] == UInt8(ascii: ">") {
        last = seen
        // cmark takes the signs before a `>` in groups: `??>` and `]]]>` end nothing.
        if length(of: UInt8(ascii: "?"), before: seen, in: text) % 2 == 1 { lastInstruction = seen }
        if length(of: UInt8(ascii: "]"), before: seen, in: text) % 3 == 2 { lastSection = seen }
      }
      seen += 1
    }
  }

  /// The length of the run of `byte` that ends at `end`.
  private func length(of byte: UInt8, before end: Int, in text: UnsafePointer<UInt8>) -> Int {
    var start = end
    while start > 0, text[start - 1] == byte { start -= 1 }
    return end - start
  }

  /// Whether the tag can end at `from` or later.
  func mayEnd(_ tag: InlineTag, from: Int) -> Bool {
    (tag.isInstruction ? lastInstruction : tag.isSection ? lastSection : last) >= from
  }
}
