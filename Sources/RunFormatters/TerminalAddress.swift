/// Addresses that may be written into a terminal's hyperlink.
enum TerminalAddress {
  /// The address in printable ASCII, percent-encoded where needed; nil where it is relative, too long or has a
  /// scheme that is not allowed.
  static func checked(_ address: String, _ policy: LinkPolicy) -> [UInt8]? {
    if address.utf8.starts(with: "https://".utf8), policy.linkSchemes.contains("https"),
      let bytes = plain(address)
    {
      return bytes
    }
    guard let clean = policy.link(address), LinkPolicy.scheme(of: clean) != nil else { return nil }
    var sink: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in clean.utf8 {
      if isPlain(byte) {
        sink.append(byte)
      } else {
        sink.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return sink.count <= maximumLength ? sink : nil
  }

  /// The usual case: nothing to encode.
  private static func plain(_ address: String) -> [UInt8]? {
    withUTF8(address) { bytes in
      guard bytes.count <= maximumLength else { return nil }
      for byte in bytes where !isPlain(byte) { return nil }
      return Array(bytes)
    }
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: "\\")
  }

  /// Longer ones are refused by common terminals.
  static let maximumLength = 2083
}
