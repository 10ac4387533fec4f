/// Recognises private keys between `-----BEGIN ... PRIVATE KEY-----` and `-----END ...-----`, even with
/// escaped line ends, indentation, quote marks and line numbers.
struct PrivateKeyReader: Sendable {
  /// The effect of a byte before the body.
  enum KeyProgress { case more, key, none }

  /// The position of a byte after the first bytes of the body.
  enum KeyPosition { case inside, last, outside }

  private enum KeyPhase: Sendable {
    case dashes, label, endOfLabel
    /// The first line of the body has not begun.
    case beforeBody
    case body
    /// The line `-----END ...-----` is being read; the second state counts its dashes.
    case ending, endDashes
  }

  private var phase = KeyPhase.dashes
  private var count = 0
  private var label: [UInt8] = []
  private var dashes = 0
  private var lineEnds = 0
  /// The number of empty lines that may still precede the body: one after headers such as `DEK-Info: ...`.
  private var emptyLines = 0

  private static let longestLabel = 48
  /// The minimum length of a word in the body, so that prose about keys is not taken for a key.
  private static let bodyWord = 24
  private static let longestGap = 256
  private static let longestBody = 1 << 17

  /// Whether a line ended after the last word of the body.
  var isAfterLineEnd: Bool { lineEnds > 0 }

  /// Reads a byte of the first line, or of the gap between the first line and the body.
  mutating func extend(_ byte: UInt8) -> KeyProgress {
    let isDash = byte == UInt8(ascii: "-")
    switch phase {
    case .dashes:
      let start = Array("-----BEGIN ".utf8)
      guard byte == start[count] else { return .none }
      count += 1
      if count == start.count { (phase, count) = (.label, 0) }
    case .label:
      if isDash {
        guard label.ends(with: "PRIVATE KEY".utf8) || label.ends(with: "PRIVATE KEY BLOCK".utf8) else {
          return .none
        }
        (phase, count) = (.endOfLabel, 1)
      } else {
        guard SecretShape.isUpper(byte) || SecretShape.isDigit(byte) || byte == UInt8(ascii: " "),
          label.count < Self.longestLabel
        else { return .none }
        label.append(byte)
      }
    case .endOfLabel:
      guard isDash else { return .none }
      count += 1
      if count == 5 { (phase, count, dashes) = (.beforeBody, 0, 0) }
    default:
      // In this state `dashes` counts the bytes of the gap, and `count` those of a word.
      dashes += 1
      guard dashes <= Self.longestGap, Self.isBody(byte) else { return .none }
      if byte == UInt8(ascii: ":") { emptyLines = 1 }
      count = Self.isWord(byte) ? count + 1 : 0
      if count == Self.bodyWord {
        (phase, count, dashes) = (.body, 0, 0)
        return .key
      }
    }
    return .more
  }

  /// Reads a byte of the body. A byte that cannot be part of a key ends an unfinished key.
  mutating func skip(_ byte: UInt8) -> KeyPosition {
    count += 1
    let isDash = byte == UInt8(ascii: "-")
    switch phase {
    case .ending:
      if isDash { (phase, dashes) = (.endDashes, 1) }
      return count > Self.longestLabel + 8 || byte < 0x20 ? .outside : .inside
    case .endDashes:
      dashes = isDash ? dashes + 1 : 0
      return !isDash ? .outside : dashes == 5 ? .last : .inside
    default:
      if isDash {
        dashes += 1
        return .inside
      }
      if dashes == 5, byte == UInt8(ascii: "E") {
        (phase, count) = (.ending, 0)
        return .inside
      }
      dashes = 0
      guard Self.isBody(byte), count < Self.longestBody else { return .outside }
      if byte == UInt8(ascii: "\n") { lineEnds += 1 } else if Self.isWord(byte) { lineEnds = 0 }
      if lineEnds == 2, byte == UInt8(ascii: "\n") { emptyLines -= 1 }
      // The text after an empty line follows an unfinished key.
      return emptyLines < 0 ? .outside : .inside
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    SecretShape.isWord(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "/")
  }

  private static func isBody(_ byte: UInt8) -> Bool {
    isWord(byte) || byte >= 0x80 || "\r\n\t \\\"'+>|#*,:=-".utf8.contains(byte)
  }
}

extension Array<UInt8> {
  fileprivate func ends(with other: some Collection<UInt8>) -> Bool {
    suffix(other.count).elementsEqual(other)
  }
}
