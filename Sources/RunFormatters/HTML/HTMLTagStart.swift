/// The start of an HTML tag. The rest of the tag is not parsed.
struct HTMLTagStart {
  let isClosing: Bool
  /// The letters at the start of the name, as written.
  let name: Slice<UnsafeBufferPointer<UInt8>>
  /// The text after the name.
  let rest: Slice<UnsafeBufferPointer<UInt8>>

  /// Parses the start of a tag; returns nil if the text does not begin with `<`.
  init?(_ html: UnsafeBufferPointer<UInt8>) {
    guard html.first == UInt8(ascii: "<") else { return nil }
    let content = html.dropFirst()
    isClosing = content.first == UInt8(ascii: "/")
    let tag = isClosing ? content.dropFirst() : content
    name = tag.prefix { (0x61...0x7A).contains($0 | 0x20) }
    rest = tag.dropFirst(name.count)
  }

  /// Whether the tag has a name.
  ///
  /// - Parameter other: The name in lower case.
  func isNamed(_ other: StaticString) -> Bool {
    name.count == other.utf8CodeUnitCount
      && name.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: name.count)) {
        $0 | 0x20 == $1
      }
  }
}
