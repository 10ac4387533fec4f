/// A state machine for names and assignment operators, which finds the values of names such as
/// `GITHUB_TOKEN`.
///
/// The syntaxes are `NAME=value`, `name: value`, `"name": "value"`, `\"name\": \"value\"`, `name := "value"`,
/// `"name" => "value"`, `env["NAME"] = "value"` and `Authorization: Bearer value`.
struct AssignmentReader: Sendable {
  /// The value of a name, while it is being read.
  struct AssignedValue: Sendable {
    let name: SecretShape.SecretName
    /// The quote before the value; nil for an unquoted value.
    let quote: UInt8?
    /// Whether the quote was escaped, as in a JSON string.
    let isQuoteEscaped: Bool
    fileprivate var wasBackslash = false

    /// Adds a byte to the value.
    ///
    /// - Returns: `false` if the value ended before the byte.
    mutating func extend(_ byte: UInt8) -> Bool {
      if byte < 0x20 { return false }
      guard let quote else { return !AssignmentReader.endsBareValue(byte) }
      if byte == UInt8(ascii: " ") { return false }
      if wasBackslash {
        wasBackslash = false
        return true
      }
      if byte == quote { return false }
      if byte == UInt8(ascii: "\\") {
        if isQuoteEscaped { return false }
        wasBackslash = true
      }
      return true
    }

    /// Whether the bytes are a secret.
    ///
    /// - Parameter next: The byte after them; nil at the end of the text.
    func isSecret(_ bytes: [UInt8], before next: UInt8?) -> Bool {
      let isConstant = if case .value(let isConstant) = name { isConstant } else { false }
      // A call or a subscript in code, or a sentence in quotes, is not a secret.
      if let next, quote == nil ? "([{<".utf8.contains(next) : next == UInt8(ascii: " ") { return false }
      return SecretShape.isSecret(
        bytes, isConstant: isConstant && (quote != nil || next != UInt8(ascii: " ")))
    }
  }

  private enum AssignmentPhase: Sendable {
    case text
    case name
    /// The name of a secret was read, followed by this number of bytes.
    case afterName(SecretShape.SecretName, Int)
    /// The assignment operator was read.
    case beforeValue(SecretShape.SecretName, Int, quote: UInt8?, isEscaped: Bool)
    /// The scheme of an `Authorization` header is being read.
    case scheme(Int, quote: UInt8?, isEscaped: Bool)
  }

  private var phase = AssignmentPhase.text
  private var name: [UInt8] = []
  private var isAfterBackslash = false

  private static let longestName = 64
  private static let longestGap = 8

  /// Returns the value that begins with this byte; nil if no value does.
  func value(startingWith byte: UInt8) -> AssignedValue? {
    guard case .beforeValue(let name, _, let quote, let isEscaped) = phase else { return nil }
    if byte <= 0x20 || Self.endsBareValue(byte) || "=-({[:~".utf8.contains(byte) { return nil }
    if case .authorization = name, !isAuthorized { return nil }
    return AssignedValue(name: name, quote: quote, isQuoteEscaped: isEscaped)
  }

  /// Whether the scheme of an `Authorization` header was read.
  private var isAuthorized = false

  /// Reads a byte outside values.
  ///
  /// - Parameter isEscape: Whether the byte belongs to an escape, such as the `n` of `\n`.
  mutating func read(_ byte: UInt8, isEscape: Bool) {
    defer { isAfterBackslash = byte == UInt8(ascii: "\\") && !isAfterBackslash }
    let isNameByte = (SecretShape.isWord(byte) || byte == UInt8(ascii: "-")) && !isEscape
    switch phase {
    case .text, .name:
      if isNameByte {
        if case .text = phase { name.removeAll(keepingCapacity: true) }
        phase = .name
        if name.count <= Self.longestName { name.append(byte) }
        return
      }
      guard case .name = phase else { return }
      phase = .text
      guard name.count <= Self.longestName, let kind = SecretShape.name(name) else { return }
      phase = .afterName(kind, 0)
      isAuthorized = false
      read(byte, isEscape: isEscape)
    case .afterName(let kind, let gap):
      switch byte {
      case UInt8(ascii: ":"), UInt8(ascii: "="):
        phase = .beforeValue(kind, 0, quote: nil, isEscaped: false)
      case _ where gap < Self.longestGap && " \t\"'`\\]?!".utf8.contains(byte):
        phase = .afterName(kind, gap + 1)
      default: restart(byte, isNameByte)
      }
    case .beforeValue(let kind, let gap, let quote, let isEscaped):
      if gap >= Self.longestGap { return restart(byte, isNameByte) }
      switch byte {
      case UInt8(ascii: "="), UInt8(ascii: ">"):
        // `:=` and `=>` assign, but a comparison does not.
        if gap > 0 || byte == UInt8(ascii: "=") && !isAfterColon { return restart(byte, isNameByte) }
        phase = .beforeValue(kind, gap + 1, quote: nil, isEscaped: false)
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if quote != nil { return restart(byte, isNameByte) }
        phase = .beforeValue(kind, gap + 1, quote: nil, isEscaped: false)
      case UInt8(ascii: "\\"): phase = .beforeValue(kind, gap + 1, quote: quote, isEscaped: isEscaped)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        if quote != nil { return restart(byte, isNameByte) }
        phase = .beforeValue(kind, gap + 1, quote: byte, isEscaped: isAfterBackslash)
      default:
        if case .authorization = kind, isNameByte, !isAuthorized {
          phase = .scheme(1, quote: quote, isEscaped: isEscaped)
        } else {
          restart(byte, isNameByte)
        }
      }
      isAfterColon = false
    case .scheme(let count, let quote, let isEscaped):
      if byte == UInt8(ascii: " "), count >= 3 {
        isAuthorized = true
        // The quote stays open, and the space is not part of the value.
        phase = .beforeValue(.authorization, 0, quote: quote, isEscaped: isEscaped)
      } else if isNameByte, count < 20 {
        phase = .scheme(count + 1, quote: quote, isEscaped: isEscaped)
      } else {
        restart(byte, isNameByte)
      }
    }
    if case .beforeValue(_, 0, nil, _) = phase { isAfterColon = byte == UInt8(ascii: ":") }
  }

  /// Whether the last byte was the colon of an assignment.
  private var isAfterColon = false

  /// Continues after a value that is not a secret. The value of `name: Type = value` may still follow.
  mutating func reject(_ value: AssignedValue, before next: UInt8?) {
    let mayBeType = value.quote == nil && next.map { " ?!".utf8.contains($0) } ?? false
    phase = mayBeType ? .afterName(value.name, 0) : .text
    name = []
  }

  private mutating func restart(_ byte: UInt8, _ isNameByte: Bool) {
    phase = isNameByte ? .name : .text
    name = isNameByte ? [byte] : []
  }

  static func endsBareValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"'`\\&;,()[]{}<>|".utf8.contains(byte)
  }
}
