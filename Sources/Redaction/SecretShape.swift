/// Distinguishes secrets from names, placeholders and code by their characters.
enum SecretShape {
  /// The way in which a name announces a secret.
  enum SecretName: Sendable {
    /// The value of the name is a secret, as for `api_key`.
    case value(isConstant: Bool)
    /// The value is a scheme followed by a secret, as in an `Authorization` header.
    case authorization
  }

  /// Classifies a name such as `GITHUB_TOKEN`, `clientSecret` or `x-api-key`; returns nil for names that
  /// announce no secret.
  static func name(_ name: [UInt8]) -> SecretName? {
    let parts = components(name)
    guard let last = parts.last else { return nil }
    if last == "authorization" { return .authorization }
    let isConstant = parts.count > 1 && name.allSatisfy { !isLower($0) }
    switch last {
    case "password", "passwd", "passphrase", "apikey", "authtoken": return .value(isConstant: isConstant)
    case "token", "secret", "pwd", "pass": return parts.count > 1 ? .value(isConstant: isConstant) : nil
    case "key":
      let kinds = ["api", "secret", "access", "private", "auth", "signing", "encryption"]
      return parts.count > 1 && kinds.contains(parts[parts.count - 2])
        ? .value(isConstant: isConstant) : nil
    default: return nil
    }
  }

  /// Splits a name at `_`, `-` and before the capitals of camel case, and converts the parts to lower case.
  private static func components(_ name: [UInt8]) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var wasLower = false
    for byte in name {
      let isCapital = isUpper(byte)
      let isSeparator = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      if isSeparator || isCapital && wasLower, !part.isEmpty {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
      }
      if !isSeparator { part.append(isCapital ? byte | 0x20 : byte) }
      wasLower = isLower(byte) || isDigit(byte)
    }
    if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
    return parts
  }

  /// Whether the characters after an issuer's prefix look random.
  static func isVaried(_ body: ArraySlice<UInt8>) -> Bool {
    var set = ByteSet()
    for byte in body { set.insert(byte) }
    return set.count >= min(8, max(3, body.count / 2)) && !isPlaceholder(body.prefix(40))
  }

  /// Whether a value that a name announces looks like a secret.
  ///
  /// - Parameter isConstant: Whether the name is that of an environment variable, whose value needs no digit.
  static func isSecret(_ value: [UInt8], isConstant: Bool) -> Bool {
    guard value.count >= 8 else { return false }
    var set = ByteSet()
    var (digits, signs, lowers) = (0, 0, 0)
    for byte in value {
      set.insert(byte)
      if isDigit(byte) {
        digits += 1
      } else if isLower(byte) {
        lowers += 1
      } else if isSign(byte) {
        signs += 1
      }
      // Spaces belong to sentences, parentheses and brackets to code.
      if byte <= 0x20 || "()[]{}<>".utf8.contains(byte) { return false }
    }
    guard set.count >= 5, !"/$~.%@&*-:#+".utf8.contains(value[0]), !isPlaceholder(value[...]) else {
      return false
    }
    if digits + signs > 0 { return digits != value.count && !isCode(value) }
    let hasSeparator = value.contains { "._/".utf8.contains($0) }
    return isConstant && lowers > 0 && !hasSeparator
  }

  /// Whether a password in a URL looks like a real password rather than a placeholder.
  static func isPassword(_ value: [UInt8]) -> Bool {
    guard value.count >= 3, !"$<{[%*(:".utf8.contains(value[0]) else { return false }
    let standIns = ["pass", "password", "passwd", "pwd", "secret", "token", "key", "api_key", "apikey"]
    let lower = lowercased(value[...])
    return !standIns.contains { lower.elementsEqual($0.utf8) } && !isPlaceholder(value[...])
  }

  /// Whether a value is a path in code, such as `config.token2`, or a constant such as `KEY_2`.
  private static func isCode(_ value: [UInt8]) -> Bool {
    var (separators, digits, lowers) = (0, 0, 0)
    for byte in value {
      if "._-/:".utf8.contains(byte) {
        separators += 1
      } else if isDigit(byte) {
        digits += 1
      } else if isLower(byte) {
        lowers += 1
      } else if !isUpper(byte) {
        return false
      }
    }
    // One or two digits in words indicate a numbered name. Random text has more digits.
    return separators > 0 && (digits <= 2 || lowers == 0)
  }

  private static let placeholders = [
    "xxxx", "your", "example", "changeme", "change_me", "change-me", "placeholder", "redacted", "dummy",
    "process.env", "os.environ", "secrets.", "insert", "replace", "abcdef", "12345678", "----", "...", "****",
    "____", "undefined", "fixme",
  ].map { Array($0.utf8) }

  private static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
    let lower = lowercased(value.prefix(256))
    return placeholders.contains { contains(lower, $0) }
  }

  private static func contains(_ bytes: [UInt8], _ other: [UInt8]) -> Bool {
    guard bytes.count >= other.count else { return false }
    return (0...(bytes.count - other.count)).contains { start in
      bytes[start] == other[0] && bytes[start..<(start + other.count)].elementsEqual(other)
    }
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { isUpper($0) ? $0 | 0x20 : $0 }
  }

  static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  static func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isWord(_ byte: UInt8) -> Bool {
    isUpper(byte) || isLower(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// Whether a byte is punctuation that passwords contain and names do not.
  private static func isSign(_ byte: UInt8) -> Bool { "!@#$%^&*+=?~|".utf8.contains(byte) || byte >= 0x80 }
}
