// Values that grew in place have spare capacity. These functions release it with a copy, once a value is
// final.

extension Array {
  /// Reallocates the storage if more than an eighth of it is unused. O(count) if it reallocates.
  package mutating func shrinkToFit() {
    guard capacity > count + count / 8 else { return }
    self = count == 0 ? [] : withUnsafeBufferPointer { Array($0) }
  }
}

extension String {
  /// Reallocates the storage to the length of the text. O(length), but free for strings that are stored
  /// inline.
  package mutating func shrinkToFit() {
    guard utf8.count > 15 else { return }
    self = withUTF8 { String(decoding: $0, as: UTF8.self) }
  }
}

extension Inlines {
  /// Releases spare capacity of the text, the runs and the spans.
  package mutating func shrinkToFit() {
    text.shrinkToFit()
    runs.shrinkToFit()
    spans.shrinkToFit()
  }
}

extension CodeBlock {
  /// Releases spare capacity of the lines, and of the last line's text, which arrived piece by piece.
  package mutating func shrinkToFit() {
    lines.shrinkToFit()
    if !lines.isEmpty { lines[lines.count - 1].text.shrinkToFit() }
  }
}
