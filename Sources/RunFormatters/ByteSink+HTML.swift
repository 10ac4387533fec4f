extension ByteSink {
  /// Appends text for an HTML text node or a quoted attribute value: `&`, `<`, `>` and `"` as references.
  ///
  /// Control characters other than tab and line feed, which HTML does not allow, become U+FFFD.
  mutating func append(escapingHTML text: UnsafeBufferPointer<UInt8>) {
    appendReferences(text, replacesControls: true)
  }

  mutating func append(escapingHTML text: borrowing String) {
    withUTF8(text) { append(escapingHTML: $0) }
  }

  /// Appends text with `&`, `<`, `>` and `"` as references.
  @inline(__always)
  mutating func appendReferences(_ text: UnsafeBufferPointer<UInt8>, replacesControls: Bool) {
    guard let start = text.baseAddress else { return }
    var clean = 0
    var position = 0
    while true {
      position = Self.nextMarkup(start, from: position, to: text.count, orControl: replacesControls)
      guard position < text.count else { break }
      let byte = start[position]
      if replacesControls, byte == 0x0A || byte == 0x09 {
        position += 1
        continue
      }
      append(start + clean, count: position - clean)
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      default: append("\u{FFFD}")
      }
      position += 1
      clean = position
    }
    append(start + clean, count: text.count - clean)
  }

  /// The position of the next `&`, `<`, `>` or `"`, and where asked for of the next byte below 0x20 or DEL, eight bytes
  /// at a time.
  @inline(__always)
  private static func nextMarkup(
    _ start: UnsafePointer<UInt8>, from first: Int, to end: Int, orControl: Bool
  ) -> Int {
    var position = first
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    @inline(__always) func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
    while position + 8 <= end {
      let word = UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self)
      // `<` and `>` differ in one bit. A byte may be found wrongly only above one that is found rightly.
      var found =
        zeroBytes(word ^ (ones &* 0x26)) | zeroBytes((word & ~(ones &* 2)) ^ (ones &* 0x3C))
        | zeroBytes(word ^ (ones &* 0x22))
      if orControl { found |= zeroBytes(word ^ (ones &* 0x7F)) | ((word &- (ones &* 0x20)) & ~word & highs) }
      if found != 0 { return position + UInt64(littleEndian: found).trailingZeroBitCount / 8 }
      position += 8
    }
    while position < end {
      let byte = start[position]
      if byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 { break }
      if orControl, byte < 0x20 || byte == 0x7F { break }
      position += 1
    }
    return position
  }

  /// Appends an address for a quoted attribute, percent-encoding what does not belong into one.
  mutating func append(escapingAddress text: UnsafeBufferPointer<UInt8>) {
    let digits: StaticString = "0123456789ABCDEF"
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "'"): append("&#39;")
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: ","), UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "?"),
        UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "$"),
        UInt8(ascii: "~"):
        append(byte)
      default:
        append(UInt8(ascii: "%"))
        append(digits.utf8Start[Int(byte >> 4)])
        append(digits.utf8Start[Int(byte & 15)])
      }
    }
  }
}
