/// Decodes UTF-8 as Oniguruma does: by lead byte, without checking which scalars are allowed.
enum UTF8Scalars {
  /// Returns the length in bytes of the scalar that starts with `lead`; 1 if the byte starts none.
  @inline(__always)
  static func length(ofLead lead: UInt8) -> Int {
    if lead < 0xC2 { return 1 }
    if lead < 0xE0 { return 2 }
    if lead < 0xF0 { return 3 }
    return lead < 0xF5 ? 4 : 1
  }

  /// Whether `bytes` consists of lead bytes with their continuation bytes.
  static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length = length(ofLead: lead)
      guard length > 1, index + length <= bytes.count else { return false }
      for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return false }
      index += length
    }
    return true
  }

  /// Returns the scalar at `index` and its length. `bytes` must be well-formed.
  static func decode(_ bytes: [UInt8], at index: Int) -> (scalar: UInt32, length: Int) {
    let lead = bytes[index]
    let length = length(ofLead: lead)
    guard length > 1, index + length <= bytes.count else { return (UInt32(lead), 1) }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return (scalar, length)
  }

  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case 0..<0x80:
      bytes.append(UInt8(scalar))
    case 0x80..<0x800:
      bytes.append(UInt8(0xC0 | scalar >> 6))
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      bytes.append(UInt8(0xE0 | scalar >> 12))
      bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    default:
      bytes.append(UInt8(0xF0 | scalar >> 18 & 0x07))
      bytes.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
