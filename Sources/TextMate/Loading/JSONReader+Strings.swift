extension JSONReader {
  /// Reads a string. A string without escapes is not copied.
  mutating func readString() throws(LoadError) {
    let quote = position
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        builder.add(.string, at: quote, start: start, length: position - start)
        position += 1
        return
      case UInt8(ascii: "\\"):
        try readEscapedString(quote: quote, start: start)
        return
      case 0x0A, 0x0D:
        throw failure(.syntax, "the string that starts here is not closed on its line", at: quote)
      default:
        position += 1
      }
    }
    throw failure(.cutOff, "the file is cut off in the string that starts here", at: quote)
  }

  /// Reads the rest of a string from its first backslash on. The resolved text goes to the scratch buffer.
  private mutating func readEscapedString(quote: Int, start: Int) throws(LoadError) {
    let scratchStart = builder.scratch.count
    var pending = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        builder.scratch.append(contentsOf: bytes[pending..<position])
        position += 1
        builder.add(
          .string, at: quote, start: scratchStart, length: builder.scratch.count - scratchStart,
          isScratch: true)
        return
      case UInt8(ascii: "\\"):
        builder.scratch.append(contentsOf: bytes[pending..<position])
        try readEscape()
        pending = position
      case 0x0A, 0x0D:
        throw failure(.syntax, "the string that starts here is not closed on its line", at: quote)
      default:
        position += 1
      }
    }
    throw failure(.cutOff, "the file is cut off in the string that starts here", at: quote)
  }

  private mutating func readEscape() throws(LoadError) {
    guard position + 1 < bytes.count else { throw cutOff(at: position) }
    let resolved: UInt8
    switch bytes[position + 1] {
    case UInt8(ascii: "\""): resolved = UInt8(ascii: "\"")
    case UInt8(ascii: "\\"): resolved = UInt8(ascii: "\\")
    case UInt8(ascii: "/"): resolved = UInt8(ascii: "/")
    case UInt8(ascii: "b"): resolved = 0x08
    case UInt8(ascii: "f"): resolved = 0x0C
    case UInt8(ascii: "n"): resolved = 0x0A
    case UInt8(ascii: "r"): resolved = 0x0D
    case UInt8(ascii: "t"): resolved = 0x09
    case UInt8(ascii: "u"):
      try readUnicodeEscape()
      return
    default:
      throw failure(.syntax, "no such escape in a JSON string (write \\\\ for a backslash)", at: position)
    }
    builder.scratch.append(resolved)
    position += 2
  }

  /// Reads `\uXXXX` and the second half of a surrogate pair. An unpaired surrogate becomes U+FFFD.
  private mutating func readUnicodeEscape() throws(LoadError) {
    let escape = position
    guard let first = hexUnit(at: position + 2) else {
      let isCutOff = position + 6 > bytes.count && !bytes[position...].contains(UInt8(ascii: "\""))
      throw isCutOff ? cutOff(at: escape) : failure(.syntax, "\\u needs four hexadecimal digits", at: escape)
    }
    position += 6
    var scalar = Unicode.Scalar(first)
    if 0xD800..<0xDC00 ~= first, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"), let second = hexUnit(at: position + 2),
      0xDC00..<0xE000 ~= second
    {
      position += 6
      scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }
    builder.scratch.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
  }

  private func hexUnit(at offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 87)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - 55)
      default: return nil
      }
    }
    return value
  }
}
