/// A state machine that finds the start of a password in addresses such as `https://user:password@host`.
struct AddressReader: Sendable {
  private enum AddressPhase: Sendable {
    case text, colon, slash
    /// The user name or the host is being read.
    case authority
    case afterColon
  }

  private var phase = AddressPhase.text

  /// Whether a password may begin with this byte.
  func beginsPassword(with byte: UInt8) -> Bool { phase == .afterColon && Self.isPassword(byte) }

  mutating func read(_ byte: UInt8) {
    switch (phase, byte) {
    case (.colon, UInt8(ascii: "/")): phase = .slash
    case (.slash, UInt8(ascii: "/")): phase = .authority
    case (.authority, UInt8(ascii: ":")): phase = .afterColon
    case (.authority, _) where Self.isUser(byte): break
    case (_, UInt8(ascii: ":")): phase = .colon
    default: phase = .text
    }
  }

  private static func isUser(_ byte: UInt8) -> Bool {
    SecretShape.isWord(byte) || "-.%+~".utf8.contains(byte)
  }

  static func isPassword(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"@/?#\"'`\\<>".utf8.contains(byte)
  }
}

/// A state machine for escapes: `\n` in strings, and the control sequences of terminals.
struct EscapeReader: Sendable {
  private enum EscapePhase: Sendable { case text, backslash, escape, sequence }

  private var phase = EscapePhase.text

  /// Whether the next byte may belong to an escape.
  var isInside: Bool { phase != .text }

  /// Reads a byte.
  ///
  /// - Returns: Whether the byte is a letter that belongs to an escape, so that a word may begin after it.
  mutating func read(_ byte: UInt8) -> Bool {
    switch phase {
    case .text:
      phase = byte == 0x1B ? .escape : byte == UInt8(ascii: "\\") ? .backslash : .text
      return false
    case .backslash:
      phase = .text
      return "nrtbf".utf8.contains(byte)
    case .escape:
      phase = byte == UInt8(ascii: "[") ? .sequence : .text
      return true
    case .sequence:
      if byte >= 0x40 || byte < 0x20 { phase = .text }
      return true
    }
  }
}
