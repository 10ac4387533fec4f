internal import CLibrary

/// The terminal's clipboard, which programs set with the sequence OSC 52 if the terminal allows it.
enum Clipboard {
  /// The maximum number of bytes. Terminals ignore longer sequences.
  private static let maximumBytes = 1 << 20

  /// Sends a text to the clipboard of the controlling terminal.
  static func copy(_ text: [UInt8]) throws {
    guard text.count <= maximumBytes else {
      throw Failure.input("the block has \(text.count) bytes, and terminals take \(maximumBytes) at most")
    }
    let terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw Failure.input("--copy needs a terminal, and there is none") }
    defer { close(terminal) }
    var sequence = Array("\u{1B}]52;c;".utf8)
    sequence += base64(text)
    sequence += "\u{1B}\\".utf8
    var rest = sequence[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure.input("cannot write to the terminal") }
      rest = rest.dropFirst(count)
    }
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      bits <<= 8
      for place in 0..<4 {
        text.append(place <= group.count ? digits[Int(bits >> 26)] : UInt8(ascii: "="))
        bits <<= 6
      }
    }
    return text
  }
}
