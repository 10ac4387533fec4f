/// A fast 64-bit checksum that finds accidental changes of bytes. It does not resist attacks.
///
/// ```swift
/// let digest = Checksum.of(bytes)
/// ```
enum Checksum {
  /// Returns the checksum of bytes. O(length), eight bytes a step.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = seed ^ UInt64(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      sum = mixed(sum, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    sum = mixed(sum, rest)
    return sum ^ (sum >> 29)
  }

  static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { of($0) } }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
    return product ^ (product >> 32)
  }
}
