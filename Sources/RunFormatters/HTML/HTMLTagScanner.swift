/// Splits raw HTML into tags, text and other markup, similar to a browser's tokenizer.
struct HTMLTagScanner {
  enum TagPiece {
    /// Text, in which the known character references are resolved.
    case text(String)
    case start(name: String, attributes: [(name: String, value: String)])
    case end(name: String)
    /// A comment, a declaration or a processing instruction.
    case markup(isComment: Bool)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// Whether an unclosed tag was found.
  private var isUnfinished = false

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> TagPiece? {
    guard position < bytes.count else { return nil }
    if isUnfinished {
      // An unclosed tag extends to the end of the text. Continuing would only find it again.
      defer { position = bytes.count }
      return .text(Self.resolved(bytes[position...]))
    }
    if bytes[position] == UInt8(ascii: "<") {
      let start = position
      if let piece = tag() { return piece }
      position = start + 1
      if isUnfinished { return .text("<") }
      return .text("<" + text())
    }
    return .text(text())
  }

  private mutating func text() -> String {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    return Self.resolved(bytes[start..<position])
  }

  private mutating func tag() -> TagPiece? {
    position += 1
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "!"):
      if bytes[position...].starts(with: Array("!--".utf8)) {
        position += 3
        return skip(past: Array("-->".utf8), isComment: true)
      }
      return skip(past: [UInt8(ascii: ">")])
    case UInt8(ascii: "?"): return skip(past: [UInt8(ascii: ">")])
    case UInt8(ascii: "/"):
      position += 1
      guard let name = name() else { return nil }
      guard bytes[position...].contains(UInt8(ascii: ">")) else {
        isUnfinished = true
        return nil
      }
      _ = skip(past: [UInt8(ascii: ">")])
      return .end(name: name)
    default:
      guard let name = name(), let attributes = attributes() else { return nil }
      return .start(name: name, attributes: attributes)
    }
  }

  /// Returns the piece up to and including `end`, or the rest of the text.
  private mutating func skip(past end: [UInt8], isComment: Bool = false) -> TagPiece {
    while position < bytes.count {
      if bytes[position...].starts(with: end) {
        position += end.count
        return .markup(isComment: isComment)
      }
      position += 1
    }
    return .markup(isComment: isComment)
  }

  private mutating func name() -> String? {
    guard position < bytes.count, isLetter(bytes[position]) else { return nil }
    let start = position
    while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">"),
      bytes[position] != UInt8(ascii: "/")
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  /// Parses the attributes of a tag; returns nil if the tag is not closed.
  private mutating func attributes() -> [(name: String, value: String)]? {
    var list: [(name: String, value: String)] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        return list
      }
      if isSpace(byte) || byte == UInt8(ascii: "/") {
        position += 1
        continue
      }
      let start = position
      position += 1
      while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">"),
        bytes[position] != UInt8(ascii: "/"), bytes[position] != UInt8(ascii: "=")
      {
        position += 1
      }
      let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      skipSpace()
      var value = ""
      if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
        position += 1
        skipSpace()
        value = attributeValue()
      }
      if list.count < Self.maximumAttributes { list.append((name, value)) }
    }
    isUnfinished = true
    return nil
  }

  private static let maximumAttributes = 40

  private mutating func attributeValue() -> String {
    guard position < bytes.count else { return "" }
    let quote = bytes[position]
    let start: Int
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      start = position
      while position < bytes.count, bytes[position] != quote { position += 1 }
      defer { position = min(position + 1, bytes.count) }
      return Self.resolved(bytes[start..<position])
    }
    start = position
    while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">") {
      position += 1
    }
    return Self.resolved(bytes[start..<position])
  }

  private mutating func skipSpace() {
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Resolves numeric character references and the five predefined names.
  ///
  /// Other references are escaped again on output, so that they cannot mean anything else to a browser.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (scalar, length) = reference(rest) {
        result.append(contentsOf: String(Character(scalar)).utf8)
        rest = rest.dropFirst(length)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func reference(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    let head = bytes.dropFirst().prefix(12)
    if head.first == UInt8(ascii: "#") {
      var digits = head.dropFirst()
      var length = 2
      let isHex = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
      if isHex {
        digits = digits.dropFirst()
        length += 1
      }
      let number = digits.prefix { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || isHex && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
      }
      guard !number.isEmpty else { return nil }
      length += number.count
      if digits.dropFirst(number.count).first == UInt8(ascii: ";") { length += 1 }
      let value = UInt32(String(decoding: number, as: UTF8.self), radix: isHex ? 16 : 10)
      return (value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}", length)
    }
    for (name, scalar) in [
      ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"), ("nbsp;", "\u{A0}"),
    ]
      as [(String, Unicode.Scalar)]
    where head.starts(with: Array(name.utf8)) {
      return (scalar, name.utf8.count + 1)
    }
    return nil
  }
}
