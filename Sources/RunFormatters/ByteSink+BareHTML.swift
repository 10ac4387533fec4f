extension ByteSink {
  /// Appends text with `&`, `<`, `>` and `"` as references, and everything else as it is.
  mutating func append(escapingBareHTML text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    var clean = 0
    var position = 0
    while true {
      position = Self.nextMarkup(start, from: position, to: text.count)
      guard position < text.count else { break }
      append(start + clean, count: position - clean)
      switch start[position] {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      default: append("&quot;")
      }
      position += 1
      clean = position
    }
    append(start + clean, count: text.count - clean)
  }

  /// Appends an address as cmark writes it into an attribute.
  mutating func append(escapingBareAddress address: String) {
    withUTF8(address) { bytes in
      let digits: StaticString = "0123456789ABCDEF"
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "'"): append("&#x27;")
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "?")...UInt8(ascii: "Z"),
          UInt8(ascii: "#")...UInt8(ascii: "%"), UInt8(ascii: "(")...UInt8(ascii: ";"), UInt8(ascii: "!"),
          UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
          append(byte)
        default:
          append(UInt8(ascii: "%"))
          append(digits.utf8Start[Int(byte >> 4)])
          append(digits.utf8Start[Int(byte & 15)])
        }
      }
    }
  }

  /// The position of the next `&`, `<`, `>` or `"`, eight bytes at a time.
  @inline(__always)
  private static func nextMarkup(_ start: UnsafePointer<UInt8>, from first: Int, to end: Int) -> Int {
    var position = first
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    @inline(__always) func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
    while position + 8 <= end {
      let word = UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self)
      // `<` and `>` differ in one bit. A byte may be found wrongly only above one that is found rightly.
      let found =
        zeroBytes(word ^ (ones &* 0x26)) | zeroBytes((word & ~(ones &* 2)) ^ (ones &* 0x3C))
        | zeroBytes(word ^ (ones &* 0x22))
      if found != 0 { return position + UInt64(littleEndian: found).trailingZeroBitCount / 8 }
      position += 8
    }
    while position < end {
      let byte = start[position]
      if byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 { break }
      position += 1
    }
    return position
  }
}
