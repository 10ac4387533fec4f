/// The target of an inline link (GFM 6.6), `address "title")`, as far as it is there.
struct InlineTarget {
  var addressStart: Int
  /// Nil if no address is.
  var addressEnd: Int?
  /// The offset at which a title may start: after the address and the space after it.
  var titleStart: Int
  /// Whether something stands there that is not a title unless ``titleEnd`` says where it ends.
  var mayHaveTitle = false
  var titleEnd: Int?
  /// The offset at which the closing parenthesis must stand.
  var close: Int
  /// Whether it stands there.
  var isClosed = false

  /// Reads from after the opening parenthesis.
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
