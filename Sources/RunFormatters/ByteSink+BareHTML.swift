extension ByteSink {
  /// Appends text with `&`, `<`, `>` and `"` as references, and everything else as it is.
  mutating func append(escapingBareHTML text: UnsafeBufferPointer<UInt8>) {
    appendReferences(text, replacesControls: false)
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
}
