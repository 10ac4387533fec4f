/// Counts the byte sequences of chunked bytes that are not UTF-8.
///
/// ```swift
/// var validator = UTF8Validator()
/// ([0x61, 0xFF] as [UInt8]).withUnsafeBytes { validator.read($0) }
/// validator.end()
/// validator.invalidSequences  // 1
/// ```
///
/// A scalar may be cut between two chunks. Sequences are delimited as by `String(decoding:as:)`, which replaces each
/// with U+FFFD. Nothing is allocated.
package struct UTF8Validator {
  package private(set) var invalidSequences = 0
  /// The number of bytes that the current scalar lacks.
  private var missing = 0
  /// The values that the next byte of the current scalar may have.
  private var allowed: ClosedRange<UInt8> = UTF8Validator.continuation

  private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  /// Reads the next bytes. O(bytes), with eight bytes of ASCII at a time.
  package mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      if missing == 0 {
        while position + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          position += 8
        }
        guard position < bytes.count else { return }
      }
      read(bytes[position])
      position += 1
    }
  }

  /// Ends the bytes. The last scalar may be incomplete. Other bytes may follow, as those of the next file.
  package mutating func end() {
    if missing > 0 { invalidSequences += 1 }
    missing = 0
  }

  @inline(__always)
  private mutating func read(_ byte: UInt8) {
    if missing > 0 {
      if allowed.contains(byte) {
        missing -= 1
        allowed = Self.continuation
        return
      }
      // The byte may begin another scalar.
      invalidSequences += 1
      missing = 0
    }
    switch byte {
    case 0...0x7F: return
    case 0xC2...0xDF: (missing, allowed) = (1, Self.continuation)
    case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
    case 0xED: (missing, allowed) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, allowed) = (2, Self.continuation)
    case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, allowed) = (3, Self.continuation)
    case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
    default: invalidSequences += 1
    }
  }
}
