/// Writes JSON values as text, without a tree.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// A string with its quotes; bytes that are not UTF-8 are taken as U+FFFD.
  mutating func append(string: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): append(raw: #"\n"#)
      case UInt8(ascii: "\r"): append(raw: #"\r"#)
      case UInt8(ascii: "\t"): append(raw: #"\t"#)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        append(raw: "\\u00")
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONText {
  /// A value in one of the small objects that lists consist of.
  enum Value {
    case string(String?)
    case strings([String])
  }

  /// An array of objects, one a line.
  static func lines(_ objects: [[(key: String, value: Value)]]) -> [UInt8] {
    var text = JSONText()
    text.append(raw: "[")
    for (index, members) in objects.enumerated() {
      text.append(raw: index == 0 ? "\n  {" : ",\n  {")
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(raw: ", ") }
        text.append(string: member.key.utf8)
        text.append(raw: ": ")
        text.append(member.value)
      }
      text.append(raw: "}")
    }
    text.append(raw: objects.isEmpty ? "]\n" : "\n]\n")
    return text.bytes
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .string(nil): append(raw: "null")
    case .string(let text?): append(string: text.utf8)
    case .strings(let texts):
      append(raw: "[")
      for (index, text) in texts.enumerated() {
        if index > 0 { append(raw: ", ") }
        append(string: text.utf8)
      }
      append(raw: "]")
    }
  }
}
