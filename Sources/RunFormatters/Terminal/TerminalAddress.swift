/// Writes addresses into hyperlinks of a terminal.
enum TerminalAddress {
  /// Appends an address in printable ASCII, percent-encoded if necessary.
  ///
  /// - Returns: `false` if the address is relative, too long, or not allowed by the policy. Nothing is
  ///   appended then.
  static func append(_ address: String, _ policy: LinkPolicy, into out: inout ByteSink) -> Bool {
    if withUTF8(address, { appendPlain($0, policy, into: &out) }) { return true }
    guard let clean = policy.link(address), LinkPolicy.scheme(of: clean) != nil else { return false }
    let start = out.count
    let digits: StaticString = "0123456789ABCDEF"
    for byte in clean.utf8 {
      if isPlain(byte) {
        out.append(byte)
      } else {
        out.append(UInt8(ascii: "%"))
        out.append(digits.utf8Start[Int(byte >> 4)])
        out.append(digits.utf8Start[Int(byte & 15)])
      }
    }
    if out.count - start > maximumLength { out.truncate(to: start) }
    return out.count > start
  }

  /// Appends an `https:` address that needs no encoding, the usual case.
  @inline(__always)
  private static func appendPlain(
    _ address: UnsafeBufferPointer<UInt8>, _ policy: LinkPolicy, into out: inout ByteSink
  ) -> Bool {
    guard LinkPolicy.isSecure(address), policy.allowsSecureLinks, address.count <= maximumLength else {
      return false
    }
    let isPlain = ByteWords.isFree(address) { word in
      // `<` and `>` differ in one bit.
      let brackets = ByteWords.equal(word & ~ByteWords.every(2), UInt8(ascii: "<"))
      return word & ByteWords.highs | ByteWords.below(word, 0x21) | ByteWords.equal(word, 0x7F) | brackets
        | ByteWords.equal(word, UInt8(ascii: "\\"))
    }
    if isPlain { out.append(address) }
    return isPlain
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: "\\")
  }

  /// The length beyond which common terminals reject an address.
  static let maximumLength = 2083
}
