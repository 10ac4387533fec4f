extension ByteSink {
  /// Appends text with `&`, `<`, `>` and `"` escaped.
  mutating func append(escapingBareHTML text: UnsafeBufferPointer<UInt8>) {
    append(text, marks: { Self.markup(in: $0) }, replace: { $1.append(referenceTo: $0) })
  }

  /// Appends an address to an attribute value as cmark writes it.
  mutating func append(escapingBareAddress address: String) {
    withUTF8(address) { append(escapingAddress: $0, apostrophe: "&#x27;") }
  }
}
