/// Parses one JSON text (RFC 8259) strictly and reports the position of the first error.
///
/// O(length). Unpaired surrogates become U+FFFD, because a Swift string cannot represent them.
struct JSONParser {
  struct JSONFailure: Error {
    var message: String
    /// The position in bytes, from 0.
    var offset: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  /// The nesting limit of arrays and objects.
  static let maximumDepth = 64

  static func parse(_ bytes: [UInt8]) throws(JSONFailure) -> RequestJSON {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<RequestJSON, JSONFailure> in
      Result { () throws(JSONFailure) in try parse(buffer) }
    }
    return try result.get()
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFailure) -> RequestJSON {
    var parser = JSONParser(bytes: bytes)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    if parser.position < bytes.count { throw parser.failure("something follows the value") }
    return value
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func failure(_ message: String) -> JSONFailure { JSONFailure(message: message, offset: position) }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func value() throws(JSONFailure) -> RequestJSON {
    switch current {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"): return try number()
    case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): return try number()
    case nil: throw failure("the text ends where a value should be")
    default: throw failure("this is no value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: RequestJSON) throws(JSONFailure) -> RequestJSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[index] else { throw failure("this is no value") }
      position += 1
    }
    return value
  }

  private mutating func enter() throws(JSONFailure) {
    depth += 1
    if depth > Self.maximumDepth { throw failure("nested deeper than \(Self.maximumDepth) levels") }
    position += 1
    skipSpace()
  }

  private mutating func object() throws(JSONFailure) -> RequestJSON {
    try enter()
    var members: [String: RequestJSON] = [:]
    if current == UInt8(ascii: "}") {
      position += 1
      depth -= 1
      return .object(members)
    }
    while true {
      guard current == UInt8(ascii: "\"") else { throw failure("a member's name should be here") }
      let name = try string()
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw failure("a colon should be here") }
      position += 1
      skipSpace()
      members[name] = try value()
      if try !hasNext(before: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func array() throws(JSONFailure) -> RequestJSON {
    try enter()
    var elements: [RequestJSON] = []
    if current == UInt8(ascii: "]") {
      position += 1
      depth -= 1
      return .array(elements)
    }
    while true {
      elements.append(try value())
      if try !hasNext(before: UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  private mutating func hasNext(before end: UInt8) throws(JSONFailure) -> Bool {
    skipSpace()
    switch current {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      return true
    case end:
      position += 1
      depth -= 1
      return false
    case nil: throw failure("the text ends in the middle of a value")
    default: throw failure("a comma or the end of the value should be here")
    }
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }

  private mutating func number() throws(JSONFailure) -> RequestJSON {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") {
      position += 1
    } else if !digits() {
      throw failure("a digit should be here")
    }
    if current == UInt8(ascii: ".") {
      position += 1
      if !digits() { throw failure("a digit should be here") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      if !digits() { throw failure("a digit should be here") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text) else { throw failure("this is no number") }
    return Int(exactly: number).map(RequestJSON.integer) ?? .number(number)
  }

  private mutating func string() throws(JSONFailure) -> String {
    position += 1
    var start = position
    var text = ""
    while true {
      guard let byte = current else { throw failure("the text ends in a string") }
      switch byte {
      case UInt8(ascii: "\""):
        text += try piece(start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += try piece(start)
        position += 1
        text.unicodeScalars.append(try escape())
        start = position
      case 0x00..<0x20: throw failure("a control character in a string must be escaped")
      default: position += 1
      }
    }
  }

  private func piece(_ start: Int) throws(JSONFailure) -> String {
    guard let piece = String(validating: bytes[start..<position], as: UTF8.self) else {
      throw failure("the string is not UTF-8")
    }
    return piece
  }

  private mutating func escape() throws(JSONFailure) -> Unicode.Scalar {
    guard let byte = current else { throw failure("the text ends in a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      guard (0xD800..<0xDC00).contains(first), position + 1 < bytes.count,
        bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
      else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
      let before = position
      position += 2
      let second = try hexadecimal()
      guard (0xDC00..<0xE000).contains(second) else {
        position = before
        return "\u{FFFD}"
      }
      return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
    default:
      position -= 1
      throw failure("no such escape")
    }
  }

  private mutating func hexadecimal() throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure("four hexadecimal digits should be here")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
