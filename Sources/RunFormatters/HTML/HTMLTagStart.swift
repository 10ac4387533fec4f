/// The start of an HTML tag, of which nothing further is read.
struct HTMLTagStart {
  let isClosing: Bool
  /// The letters that the name begins with, as they are written.
  let name: Slice<UnsafeBufferPointer<UInt8>>
  /// Everything after the name.
  let rest: Slice<UnsafeBufferPointer<UInt8>>

  /// Nil if no `<` stands at the start.
  init?(_ html: UnsafeBufferPointer<UInt8>) {
    guard html.first == UInt8(ascii: "<") else { return nil }
    let content = html.dropFirst()
    isClosing = content.first == UInt8(ascii: "/")
    let tag = isClosing ? content.dropFirst() : content
    name = tag.prefix { (0x61...0x7A).contains($0 | 0x20) }
    rest = tag.dropFirst(name.count)
  }

  /// Whether the name is this one, which is in small letters.
  func isNamed(_ other: StaticString) -> Bool {
    name.count == other.utf8CodeUnitCount
      && name.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: name.count)) {
        $0 | 0x20 == $1
      }
  }
}
