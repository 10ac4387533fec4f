extension ByteSink {
  /// Appends text with `&`, `<`, `>` and `"` as references, and everything else as it is.
  mutating func append(escapingBareHTML text: UnsafeBufferPointer<UInt8>) {
    append(text, marks: { Self.markup(in: $0) }, replace: { $1.append(referenceTo: $0) })
  }

  /// Appends an address as cmark writes it into an attribute.
  mutating func append(escapingBareAddress address: String) {
    withUTF8(address) { append(escapingAddress: $0, apostrophe: "&#x27;") }
  }
}
