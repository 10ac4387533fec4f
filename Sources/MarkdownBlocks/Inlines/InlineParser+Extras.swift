internal import MarkdownSource

/// Parses extensions beyond GFM: formulas and emoji names.
extension InlineParser {
  /// Parses the formula that starts at ``position``; consumes nothing and returns `false` if there is none.
  func readFormula() -> Bool {
    let span = MathSpan(text: text, end: end)
    guard let delimiter = span.delimiter(at: position) else { return false }
    var searched = 0
    switch span.formula(at: position, delimiter, searched: &searched, gaps: &gaps) {
    case .found(let found):
      flushText()
      append(
        InlineItem(delimiter.isDisplayed ? .displayMath : .math, found.contentStart, found.contentEnd),
        next: found.end)
      return true
    case .open:
      flushText()
      addUnclosed(.formula(delimiter), before: checkpoint, seen: searched)
      return false
    case .none:
      return false
    }
  }

  /// Examines the new text after an opening delimiter.
  ///
  /// - Returns: Whether the text decides about the formula.
  func advanceFormula(_ delimiter: MathSpan.Delimiter, from start: Int, seen: inout Int)
    -> InlineTag.ScanResult
  {
    let span = MathSpan(text: text, end: end)
    guard span.delimiter(at: start) == delimiter else { return .ends }
    switch span.formula(at: start, delimiter, searched: &seen, gaps: &gaps) {
    case .found: return .ends
    case .none: return .fails
    case .open: return .more
    }
  }

  /// Parses the emoji name whose first colon is at ``position``; returns `false` if there is none. A colon
  /// inside a word (`std:key:value`) does not start a name.
  func readEmoji() -> Bool {
    let start = position + 1
    var next = start
    while next < end, next - start <= EmojiNames.longestName, EmojiNames.isName(text[next]) { next += 1 }
    // More text could complete a name.
    if next + 1 >= end { nextCommit = .max }
    guard next > start, next < end, text[next] == UInt8(ascii: ":"), !isWord(position - 1), !isWord(next + 1),
      let emoji = EmojiNames.emoji(named: Array(text[start..<next]))
    else { return false }
    flushText()
    let synthesizedStart = synthesized.count
    for byte in emoji { synthesized.append(byte) }
    append(InlineItem(.synthesized, synthesizedStart, synthesized.count), next: next + 1)
    return true
  }

  private func isWord(_ index: Int) -> Bool {
    index >= 0 && index < end && (text[index].isLetter || text[index].isDigit)
  }
}
