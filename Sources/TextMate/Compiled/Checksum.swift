/// A fast 64-bit checksum that finds accidental changes of bytes. It does not resist attacks.
///
/// ```swift
/// let digest = Checksum.of(bytes)
/// ```
enum Checksum {
  /// Returns the checksum of bytes. O(length), 32 bytes a step: each word depends on the one four words before it, so
  /// that a processor does four at once.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    func word(at index: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    }
    var sum = seed ^ UInt64(bytes.count)
    var index = 0
    if bytes.count >= 32 {
      var (second, third, fourth) = (seed, seed, seed)
      repeat {
        sum = mixed(sum, word(at: index))
        second = mixed(second, word(at: index &+ 8))
        third = mixed(third, word(at: index &+ 16))
        fourth = mixed(fourth, word(at: index &+ 24))
        index &+= 32
      } while index <= bytes.count - 32
      sum = mixed(mixed(mixed(sum, second), third), fourth)
    }
    while index + 8 <= bytes.count {
      sum = mixed(sum, word(at: index))
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
