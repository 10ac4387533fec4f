extension ByteSink {
  /// Appends sequences of the kitty graphics protocol that draw a PNG image over `columns` times `rows`
  /// cells, from the cursor on. The cursor does not move, and the terminal sends no response.
  mutating func append(kitty image: TerminalImage, columns: Int, rows: Int) {
    // 3 bytes become 4 characters, of which a sequence may have 4096.
    let size = 3072
    image.bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: size) {
        let end = min(start + size, bytes.count)
        append("\u{1B}_G")
        if start == 0 {
          append("a=T,f=100,C=1,c=")
          append(decimal: columns)
          append(",r=")
          append(decimal: rows)
          append(",")
        }
        append(end < bytes.count ? "q=2,m=1;" : "q=2,m=0;")
        append(base64: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        append("\u{1B}\\")
      }
    }
  }

  /// Appends sequences of iTerm2's protocol that draw an image. The cursor is after its last row then.
  mutating func append(iterm2 image: TerminalImage, columns: Int, rows: Int) {
    append("\u{1B}]1337;File=inline=1;size=")
    append(decimal: image.bytes.count)
    append(";width=")
    append(decimal: columns)
    append(";height=")
    append(decimal: rows)
    append(";preserveAspectRatio=1:")
    image.bytes.withUnsafeBufferPointer { append(base64: $0) }
    append("\u{1B}\\")
  }

  /// Appends bytes in base 64 (RFC 4648, section 4).
  mutating func append(base64 bytes: UnsafeBufferPointer<UInt8>) {
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    reserve((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - start
      let group =
        Int(bytes[start]) << 16 | (left > 1 ? Int(bytes[start + 1]) << 8 : 0)
        | (left > 2 ? Int(bytes[start + 2]) : 0)
      append(alphabet.utf8Start[group >> 18])
      append(alphabet.utf8Start[group >> 12 & 63])
      append(left > 1 ? alphabet.utf8Start[group >> 6 & 63] : UInt8(ascii: "="))
      append(left > 2 ? alphabet.utf8Start[group & 63] : UInt8(ascii: "="))
    }
  }
}
