internal import MarkdownSource

/// The target of an inline link (GFM 6.6), `address "title")`, as far as it has arrived.
struct InlineTarget {
  var addressStart: Int
  /// The end of the address; nil if there is none.
  var addressEnd: Int?
  /// The offset at which a title may start: after the address and the space after it.
  var titleStart: Int
  /// Whether there is a character at that offset that starts a title, or else makes the target invalid.
  var mayHaveTitle = false
  var titleEnd: Int?
  /// The expected offset of the closing parenthesis.
  var close: Int
  /// Whether the closing parenthesis is there.
  var isClosed = false

  /// Parses a target after the opening parenthesis.
  init(in text: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    func skipSpaces(_ index: Int) -> Int {
      var index = index
      while index < end, text[index].isWideSpace { index += 1 }
      return index
    }
    addressStart = skipSpaces(start)
    titleStart = addressStart
    close = addressStart
    guard let addressEnd = LinkDefinition.address(text, from: addressStart, to: end) else { return }
    self.addressEnd = addressEnd
    titleStart = skipSpaces(addressEnd)
    mayHaveTitle = titleStart > addressEnd && titleStart < end
    if mayHaveTitle { titleEnd = LinkDefinition.title(text, from: titleStart, to: end) }
    close = skipSpaces(titleEnd ?? titleStart)
    isClosed = close < end && text[close] == UInt8(ascii: ")")
  }
}
