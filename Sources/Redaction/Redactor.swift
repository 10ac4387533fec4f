/// Replaces secrets in a streamed text with marks such as `[redacted: GitHub token …a1b2]`.
///
/// ```swift
/// var redactor = Redactor()
/// output += redactor.append(Array("token: ghp_".utf8))  // "token: "
/// output += redactor.append(rest)
/// output += redactor.finish()
/// print(redactor.counts.summary ?? "no secrets")
/// ```
///
/// The output does not depend on how the text is split into chunks. Only bytes that may belong to a secret
/// are held back, at most 8 KiB. The text is scanned byte by byte, and each byte at most three times. The
/// text may be source code, markdown or JSON with escapes in its strings. A mark contains no quotes,
/// backslashes or line ends, so that JSON stays valid.
public struct Redactor: Sendable {
  /// The number of secrets that were replaced so far.
  public private(set) var counts = SecretCounts()

  let patterns: SecretPatterns
  private var output: [UInt8] = []
  private var state = RedactionState.text
  /// The bytes that may turn out to be part of a secret.
  private var held: [UInt8] = []
  private var tokens: TokenPrefixes
  private var names = AssignmentReader()
  private var addresses = AddressReader()
  private var escapes = EscapeReader()
  private var key = PrivateKeyReader()
  private var wasWord = false

  /// The current state within the syntax of secrets.
  private enum RedactionState: Sendable {
    case text
    /// `held` begins with an issuer's prefix or a part of it.
    case token
    /// `held` is the value of a secret's name.
    case value(AssignmentReader.AssignedValue)
    /// `held` is the part of an address between a colon and an at sign.
    case password
    /// `held` begins with the first line of a private key or a part of that line.
    case keyHeader
    /// The body of a private key is being dropped.
    case keyBody
  }

  /// The kinds of secrets that can start in bytes that are scanned again. Each further scan allows fewer
  /// kinds, which bounds the number of scans.
  private enum Depth: Int, Comparable, Sendable {
    case all, addresses, tokens

    static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
  }

  private static let longestPassword = 256

  public init(_ patterns: SecretPatterns = .standard) {
    self.patterns = patterns
    tokens = TokenPrefixes(patterns)
  }

  /// Redacts a whole text.
  ///
  /// - Parameter counts: Receives the counts in addition to its own.
  public static func redact(
    _ bytes: [UInt8], _ patterns: SecretPatterns = .standard, counting counts: inout SecretCounts
  ) -> [UInt8] {
    var redactor = Redactor(patterns)
    let text = redactor.append(bytes) + redactor.finish()
    counts.add(redactor.counts)
    return text
  }

  /// Appends a chunk of text.
  ///
  /// - Returns: The text that cannot become part of a secret any more, with marks for secrets.
  public mutating func append(_ bytes: some Collection<UInt8>) -> [UInt8] {
    output.reserveCapacity(held.count + bytes.count)
    for byte in bytes { step(byte, .all) }
    defer { output = [] }
    return output
  }

  /// Ends the text.
  ///
  /// - Returns: The rest of the text. The redactor can then be used for another text.
  public mutating func finish() -> [UInt8] {
    decide(at: nil, .all)
    // The rescan may have held a prefix back.
    decide(at: nil, .tokens)
    decide(at: nil, .tokens)
    state = .text
    (names, addresses, escapes) = (AssignmentReader(), AddressReader(), EscapeReader())
    wasWord = false
    defer { output = [] }
    return output
  }

  /// Appends text that is cut between characters.
  ///
  /// - Returns: The text that cannot become part of a secret any more, with marks for secrets.
  public mutating func redact(_ text: String) -> String {
    String(decoding: append(text.utf8), as: UTF8.self)
  }

  /// Ends the text, as ``finish()`` does.
  public mutating func redactEnd() -> String { String(decoding: finish(), as: UTF8.self) }

  // MARK: Bytes

  private mutating func step(_ byte: UInt8, _ depth: Depth) {
    switch state {
    case .text: read(byte, depth)
    case .token:
      if held.count < 2 * SecretPattern.longest, tokens.extend(byte) {
        held.append(byte)
        note(byte, depth)
      } else {
        decide(at: byte, depth)
        step(byte, depth)
      }
    case .value(var value):
      if held.count < SecretPattern.longest, value.extend(byte) {
        held.append(byte)
        state = .value(value)
      } else {
        decide(at: byte, depth)
        step(byte, depth)
      }
    case .password:
      if held.count < Self.longestPassword, AddressReader.isPassword(byte) {
        held.append(byte)
      } else {
        decide(at: byte, depth)
        step(byte, depth)
      }
    case .keyHeader:
      switch key.extend(byte) {
      case .more: held.append(byte)
      case .key:
        // The last characters of a truncated key do not help to identify it, so that the mark omits them.
        mark("private key", [])
        held = []
        state = .keyBody
      case .none:
        decide(at: byte, depth)
        step(byte, depth)
      }
    case .keyBody:
      switch key.skip(byte) {
      case .inside: break
      case .last: state = .text
      case .outside:
        state = .text
        // The text after the key begins a line, such as the end of a fence.
        if key.isAfterLineEnd { output.append(UInt8(ascii: "\n")) }
        step(byte, depth)
      }
    }
  }

  /// Reads a byte outside secrets.
  private mutating func read(_ byte: UInt8, _ depth: Depth) {
    if !escapes.isInside {
      if depth == .all, let value = names.value(startingWith: byte) {
        held = [byte]
        state = .value(value)
        return
      }
      if depth <= .addresses, addresses.beginsPassword(with: byte) {
        held = [byte]
        state = .password
        return
      }
      if !wasWord {
        if byte == UInt8(ascii: "-") {
          key = PrivateKeyReader()
          if case .more = key.extend(byte) {
            held = [byte]
            state = .keyHeader
            return
          }
        }
        if tokens.begin(byte) {
          held = [byte]
          state = .token
          note(byte, depth)
          return
        }
      }
    }
    output.append(byte)
    note(byte, depth)
  }

  /// Advances the state machines for names, addresses and escapes.
  private mutating func note(_ byte: UInt8, _ depth: Depth) {
    let isEscape = escapes.read(byte)
    if depth == .all { names.read(byte, isEscape: isEscape) }
    if depth <= .addresses { addresses.read(byte) }
    wasWord = SecretShape.isWord(byte) && !isEscape
  }

  // MARK: Decisions

  /// Decides whether the held bytes are a secret.
  ///
  /// - Parameter next: The byte after them; nil at the end of the text.
  private mutating func decide(at next: UInt8?, _ depth: Depth) {
    let bytes = held
    let committed = state
    held = []
    state = .text
    switch committed {
    case .text, .keyBody: break
    case .keyHeader:
      output += bytes
      for byte in bytes { note(byte, depth) }
    case .token:
      if let (kind, length) = patterns.match(bytes) {
        mark(kind, bytes[..<length])
        output += bytes[length...]
        names = AssignmentReader()
        wasWord = true
      } else {
        output += bytes
      }
    case .value(let value):
      if let (kind, length) = patterns.match(bytes) {
        mark(kind, bytes[..<length])
        output += bytes[length...]
      } else if value.isSecret(bytes, before: next) {
        mark("secret value", bytes[...])
      } else {
        names.reject(value, before: next)
        for byte in bytes { step(byte, max(depth, .addresses)) }
        return
      }
      names = AssignmentReader()
      addresses = AddressReader()
      wasWord = true
    case .password:
      if next == UInt8(ascii: "@"), SecretShape.isPassword(bytes) {
        let kind = patterns.match(bytes).map(\.kind) ?? "password in a URL"
        mark(kind, bytes[...])
        addresses = AddressReader()
        wasWord = true
      } else {
        addresses = AddressReader()
        for byte in bytes { step(byte, .tokens) }
      }
    }
  }

  /// Writes the mark of a secret. The mark includes the secret's last characters if the secret is long enough
  /// to stay safe.
  private mutating func mark(_ kind: String, _ secret: ArraySlice<UInt8>) {
    counts.add(kind)
    output += "[redacted: \(kind)".utf8
    var rest = secret
    while rest.last == UInt8(ascii: "=") { rest.removeLast() }
    let last = rest.suffix(4)
    if rest.count >= 16, last.allSatisfy({ SecretShape.isWord($0) && $0 != UInt8(ascii: "_") }) {
      output += " …".utf8
      output += last
    }
    output.append(UInt8(ascii: "]"))
  }
}
