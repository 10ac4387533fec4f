extension ByteSink {
  /// Appends a JSON string with its quotation marks.
  package mutating func append(jsonString text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    defer { append(UInt8(ascii: "\"")) }
    guard let start = text.baseAddress else { return }
    var clean = 0
    var position = 0
    while position < text.count {
      if position + 8 <= text.count, Self.isPlainJSON(start + position) {
        position += 8
        continue
      }
      let byte = start[position]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        position += 1
        continue
      }
      append(start + clean, count: position - clean)
      append(jsonEscape: byte)
      position += 1
      clean = position
    }
    append(start + clean, count: text.count - clean)
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

  /// Whether eight bytes hold none that JSON wants escaped.
  @inline(__always)
  private static func isPlainJSON(_ start: UnsafePointer<UInt8>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let found =
      ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- (ones &* 0x20)) & ~word)
    return found & 0x8080_8080_8080_8080 == 0
  }
}
