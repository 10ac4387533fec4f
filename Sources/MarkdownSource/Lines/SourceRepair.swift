internal import CLibrary

/// Converts bytes to valid UTF-8 without NUL. Each invalid sequence and each NUL is replaced with U+FFFD.
enum SourceRepair {
  /// Whether the bytes need no repair.
  static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress, memchr(base, 0, bytes.count) == nil else { return bytes.isEmpty }
    var validator = UTF8Validator()
    validator.read(UnsafeRawBufferPointer(bytes))
    validator.end()
    return validator.invalidSequences == 0
  }

  /// Returns the repaired bytes. Invalid sequences are delimited as by Swift's `String(decoding:as:)`.
  static func repair(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    for byte in String(decoding: bytes, as: UTF8.self).utf8 {
      if byte == 0 { result += [0xEF, 0xBF, 0xBD] } else { result.append(byte) }
    }
    return result
  }

  /// Returns the number of bytes at the end that are the start of a scalar.
  static func cutSuffix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let last = bytes.last, last >= 0x80 else { return 0 }
    for length in 1...min(3, bytes.count) where bytes[bytes.count - length] & 0xC0 != 0x80 {
      let cut = Array(bytes.suffix(length))
      // One of these bytes may come next in any scalar, and 0x80 after it.
      let isCut = ([0x80, 0x90, 0xA0] as [UInt8]).contains { next in
        (0...2).contains { missing in
          let scalar = cut + [next] + Array(repeating: 0x80, count: missing)
          return String(validating: scalar, as: UTF8.self)?.unicodeScalars.count == 1
        }
      }
      return isCut ? length : 0
    }
    return 0
  }
}
