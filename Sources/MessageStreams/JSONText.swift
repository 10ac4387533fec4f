/// Writes JSON, for readers that convert a tool's input from another form.
enum JSONText {
  /// Returns the content of a JSON string literal, without the quotation marks.
  ///
  /// ```swift
  /// JSONText.escaped("a \"b\"\n")  // a \"b\"\n, with three backslashes
  /// ```
  static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += Array("\\n".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0..<0x20: result += Array("\\u00\(byte < 16 ? "0" : "1")\(String(byte % 16, radix: 16))".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns an object with one string member: `{"name":"text"}`.
  static func object(_ name: String, _ text: String) -> String { "{\"\(name)\":\"\(escaped(text))\"}" }
}
