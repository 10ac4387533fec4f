extension ByteSink {
  /// Appends a JSON string with its quotation marks.
  package mutating func append(jsonString text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    append(jsonContents: text)
    append(UInt8(ascii: "\""))
  }

  /// Appends the contents of a JSON string without its quotation marks.
  mutating func append(jsonContents text: UnsafeBufferPointer<UInt8>) {
    append(
      text,
      marks: {
        ByteWords.equal($0, UInt8(ascii: "\"")) | ByteWords.equal($0, UInt8(ascii: "\\"))
          | ByteWords.below($0, 0x20)
      },
      replace: { $1.append(jsonEscape: $0) })
  }

  package mutating func append(jsonString text: borrowing String) {
    withUTF8(text) { append(jsonString: $0) }
  }

  private mutating func append(jsonEscape byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      let digits: StaticString = "0123456789abcdef"
      append("u00")
      append(digits.utf8Start[Int(byte >> 4)])
      append(digits.utf8Start[Int(byte & 15)])
    }
  }
}
