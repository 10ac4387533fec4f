// What has grown in place keeps room for more. These give that back, by a copy, once nothing more comes.

extension Array {
  /// Keeps no more memory than the elements need, or little more. O(length) where there is much to give back.
  package mutating func fit() {
    guard capacity > count + count / 8 else { return }
    self = count == 0 ? [] : withUnsafeBufferPointer { Array($0) }
  }
}

extension String {
  /// Keeps no more memory than the text needs. O(length); what is short is kept without any.
  package mutating func fit() {
    guard utf8.count > 15 else { return }
    self = withUTF8 { String(decoding: $0, as: UTF8.self) }
  }
}

extension Inlines {
  /// Keeps no more memory than the content needs.
  package mutating func fit() {
    text.fit()
    runs.fit()
    spans.fit()
  }
}

extension CodeBlock {
  /// Keeps no more memory than the lines need; of the last one too, which has come piece by piece.
  package mutating func fit() {
    lines.fit()
    if !lines.isEmpty { lines[lines.count - 1].text.fit() }
  }
}
