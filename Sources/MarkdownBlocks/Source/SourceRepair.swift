/// Makes any bytes valid UTF-8 without NUL: each invalid sequence, and each NUL, becomes one U+FFFD.
enum SourceRepair {
  /// Whether the bytes can stay as they are.
  static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    cleanPrefix(bytes) == bytes.count
  }

  /// The bytes, repaired. What counts as one invalid sequence is what Swift's `String(decoding:as:)` says.
  static func repair(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    for byte in String(decoding: bytes, as: UTF8.self).utf8 {
      if byte == 0 { result += [0xEF, 0xBF, 0xBD] } else { result.append(byte) }
    }
    return result
  }

  /// The number of bytes at the start that are valid, whole scalars other than NUL.
  static func cleanPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let count = bytes.count
    var index = 0
    while index < count {
      let byte = base[index]
      if byte < 0x80 {
        // Eight ASCII bytes, none of them NUL, at a time.
        while index + 8 <= count {
          let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
          let lacksNUL = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 == 0
          guard word & 0x8080_8080_8080_8080 == 0, lacksNUL else { break }
          index += 8
        }
        while index < count, base[index] < 0x80, base[index] != 0 { index += 1 }
        if index < count, base[index] == 0 { return index }
        continue
      }
      let length = scalarLength(base + index, count - index)
      guard length > 0 else { return index }
      index += length
    }
    return index
  }

  /// The length of the valid scalar of two bytes or more at `p`; 0 if there is none.
  private static func scalarLength(_ p: UnsafePointer<UInt8>, _ available: Int) -> Int {
    func isContinuation(_ index: Int) -> Bool { p[index] & 0xC0 == 0x80 }
    switch p[0] {
    case 0xC2...0xDF:
      return available >= 2 && isContinuation(1) ? 2 : 0
    case 0xE0...0xEF:
      guard available >= 3, isContinuation(1), isContinuation(2) else { return 0 }
      if p[0] == 0xE0, p[1] < 0xA0 { return 0 }
      if p[0] == 0xED, p[1] >= 0xA0 { return 0 }
      return 3
    case 0xF0...0xF4:
      guard available >= 4, isContinuation(1), isContinuation(2), isContinuation(3) else { return 0 }
      if p[0] == 0xF0, p[1] < 0x90 { return 0 }
      if p[0] == 0xF4, p[1] >= 0x90 { return 0 }
      return 4
    default:
      return 0
    }
  }
}
