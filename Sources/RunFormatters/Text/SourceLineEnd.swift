/// A line end in the source of a paragraph, which is usually shown as a space.
enum SourceLineEnd {
  /// Whether the line end `text`, a part of `whole`, is between two characters that are written without
  /// spaces, such as Han characters and kana. A space there would be a gap that the author did not write. CSS
  /// Text 3, 4.1.3 agrees, but browsers differ.
  static func vanishes(_ text: UnsafeBufferPointer<UInt8>, in whole: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = whole.baseAddress, let place = text.baseAddress else { return false }
    let (before, after) = (place - start - 1, place - start + text.count)
    guard before >= 0, after < whole.count, whole[before] >= 0x80, whole[after] >= 0x80 else { return false }
    var last = before
    while last > 0, whole[last] & 0xC0 == 0x80 { last -= 1 }
    return isUnspaced(whole, at: last) && isUnspaced(whole, at: after)
  }

  /// Excludes emoji, which are ideographic for line breaking but separate words for their authors.
  private static func isUnspaced(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    let point = ClusterMeasure.decode(text, at: position).point
    return point < 0x1F000 && ScalarProperties(point).isIdeographic
  }
}
