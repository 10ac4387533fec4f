internal import MarkdownSource

/// Finds the labels that a leaf's text may refer to, regardless of existing definitions.
enum LeafLabels {
  /// Calls `body` with each label that a link or image may refer to: the text after each `[` up to the next
  /// bracket.
  ///
  /// Labels that an inline link target follows are skipped, because no definition affects them, unless they
  /// can be the second label of a reference.
  static func links(
    _ text: UnsafePointer<UInt8>, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for start in 0..<count where text[start] == UInt8(ascii: "[") && !isEscaped(text, start) {
      guard let end = LinkDefinition.label(text, from: start, to: count), end - start > 2 else { continue }
      if end < count, text[end] == UInt8(ascii: "("), start == 0 || text[start - 1] != UInt8(ascii: "]"),
        InlineTarget(in: text, from: end + 1, to: count).isClosed
      {
        continue
      }
      body(text[(start + 1)..<(end - 1)])
    }
  }

  /// Whether an odd number of backslashes precedes an index.
  private static func isEscaped(_ text: UnsafePointer<UInt8>, _ index: Int) -> Bool {
    var start = index
    while start > 0, text[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (index - start) % 2 == 1
  }

  /// Calls `body` with each label that a footnote reference may refer to: the text after each `[^` up to a
  /// space or `]`.
  ///
  /// If the line ends before the `]`, cmark truncates the label according to its columns. All prefixes are
  /// then passed, as long as their number stays proportional to the text.
  static func footnotes(
    _ text: UnsafePointer<UInt8>, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var budget = 4096 + 4 * count
    var start = 0
    // The next byte that ends a label, found once for all labels before it.
    var nextEnd = 0
    while start + 2 < count {
      defer { start += 1 }
      guard text[start] == UInt8(ascii: "["), text[start + 1] == UInt8(ascii: "^") else { continue }
      let first = start + 2
      nextEnd = max(nextEnd, first)
      while nextEnd < count, text[nextEnd] != UInt8(ascii: "]"), !text[nextEnd].isSpace { nextEnd += 1 }
      let end = min(nextEnd, first + LinkDefinition.maximumLabel)
      if end < count, text[end] == UInt8(ascii: "]") {
        body(text[first..<end])
        continue
      }
      var stop = first + 1
      while stop <= end, budget > 0 {
        if stop == end || text[stop] & 0xC0 != 0x80 {
          body(text[first..<stop])
          budget -= stop - first + 16
        }
        stop += 1
      }
    }
  }
}
