/// A tag of an XML file. A processing instruction has the name `?`, a declaration `!`.
struct XMLTag {
  var name: String
  var isClosing = false
  /// Whether the tag is an empty element (`<true/>`).
  var isEmpty = false
  var offset: Int
}

extension PlistReader {
  /// Returns the next tag after white space and comments; nil at the end of the file.
  mutating func nextTag() throws(LoadError) -> XMLTag? {
    if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      let offset = position
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
      case UInt8(ascii: "<"):
        if skip("<!--") {
          try skipPast("-->", from: offset, "the comment")
        } else {
          return try readTag()
        }
      default:
        throw failure(.syntax, "text where only an element may stand", at: offset)
      }
    }
    return nil
  }

  private mutating func readTag() throws(LoadError) -> XMLTag {
    let offset = position
    if skip("<?") {
      try skipPast("?>", from: offset, "the processing instruction")
      return XMLTag(name: "?", offset: offset)
    }
    if skip("<!") {
      try skipDeclaration(from: offset)
      return XMLTag(name: "!", offset: offset)
    }
    let isClosing = skip("</")
    if !isClosing { position += 1 }
    let nameStart = position
    while position < bytes.count, isNameByte(bytes[position]), position - nameStart < 64 { position += 1 }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    guard !name.isEmpty || position >= bytes.count else {
      throw failure(.syntax, "a < that starts no element", at: offset)
    }
    // Skip attributes. A > inside quotes does not end the tag.
    var quote: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return XMLTag(
          name: name, isClosing: isClosing, isEmpty: bytes[position - 2] == UInt8(ascii: "/"),
          offset: offset)
      }
    }
    throw failure(.cutOff, "the file is cut off in the tag that starts here", at: offset)
  }

  /// Skips a declaration (`<!DOCTYPE ...>`), whose internal subset is in brackets.
  private mutating func skipDeclaration(from offset: Int) throws(LoadError) {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: ">"), depth <= 0 { return }
    }
    throw failure(.cutOff, "the file is cut off in the declaration that starts here", at: offset)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Skips `text` if it is at the current position.
  mutating func skip(_ text: StaticString) -> Bool {
    let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if matches { position += text.utf8CodeUnitCount }
    return matches
  }

  mutating func skipPast(_ end: StaticString, from offset: Int, _ what: String) throws(LoadError) {
    let first = end.withUTF8Buffer { $0[0] }
    while position < bytes.count {
      if bytes[position] == first, skip(end) { return }
      position += 1
    }
    throw failure(.cutOff, "\(what) that starts here is not closed", at: offset)
  }

  /// Appends the character of the entity at the current position to the scratch buffer. An unknown entity
  /// stays as it is.
  mutating func readEntity() {
    let named: [(StaticString, UInt8)] = [
      ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ]
    for (entity, byte) in named where skip(entity) {
      builder.scratch.append(byte)
      return
    }
    let start = position
    position += 1
    guard skip("#") else {
      builder.scratch.append(UInt8(ascii: "&"))
      return
    }
    let isHexadecimal = skip("x") || skip("X")
    let digits = position
    while position < bytes.count, position - digits < 8, isNameByte(bytes[position]) { position += 1 }
    let number = UInt32(
      String(decoding: bytes[digits..<position], as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    if let scalar = number.flatMap(Unicode.Scalar.init), skip(";") {
      builder.scratch.append(contentsOf: String(scalar).utf8)
    } else {
      builder.scratch.append(contentsOf: bytes[start..<position])
    }
  }
}
