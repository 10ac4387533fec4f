/// The hash slots of Redis Cluster.
///
/// ```swift
/// HashSlot.of("ils:{p3}:leases") == HashSlot.of("ils:{p3}:other")  // true: the tag in braces counts
/// ```
enum HashSlot {
  static let count = 16384

  /// Returns the slot of a key: the CRC16 (XMODEM) of its hash tag, or of the whole key if it has none.
  static func of(_ key: some StringProtocol) -> Int {
    var bytes = Array(key.utf8)[...]
    if let open = bytes.firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "}")), close > open + 1
    {
      bytes = bytes[(open + 1)..<close]
    }
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
    }
    return Int(crc) % count
  }
}
