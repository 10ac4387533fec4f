/// Constructs beyond GFM: formulas and the names of emoji.
extension InlineParser {
  /// Reads the formula that starts at ``position``. False where none does: nothing is read then.
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

  func readDollars() {
    if !readFormula() { position += 1 }
  }

  /// Whether the text that came since decides what a mark at `start` opens.
  func advanceFormula(_ delimiter: MathSpan.Delimiter, from start: Int, seen: inout Int) -> InlineTag.Answer {
    let span = MathSpan(text: text, end: end)
    guard span.delimiter(at: start) == delimiter else { return .ends }
    switch span.formula(at: start, delimiter, searched: &seen, gaps: &gaps) {
    case .found: return .ends
    case .none: return .fails
    case .open: return .more
    }
  }

  /// Reads the name of an emoji at whose first colon ``position`` is. False where there is none.
  func readEmoji() -> Bool {
    let (text, end) = (text, end)
    guard let (emoji, length) = EmojiNames.emoji(at: position, byte: { $0 < end ? text[$0] : .newline })
    else {
      var next = position + 1
      while next < end, next - position <= EmojiNames.longestName, EmojiNames.isName(text[next]) { next += 1 }
      // More text could make a name of it.
      if next + 1 >= end { nextCommit = .max }
      return false
    }
    flushText()
    let start = synthesized.count
    for byte in emoji { synthesized.append(byte) }
    append(InlineItem(.synthesized, start, synthesized.count), next: position + length)
    return true
  }
}
