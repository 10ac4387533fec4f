/// Parses JSON with the extensions that VS Code's files use: comments, trailing commas and a byte order mark.
///
/// One pass over the bytes with an explicit stack. A truncated file or any other violation of the syntax is
/// an error with its position.
package struct JSONReader {
  /// The syntax that is allowed at the current position.
  private enum JSONReaderState {
    case value
    /// A member, an element, or the end of the container.
    case member
    /// A comma, or the end of the container or of the text.
    case afterValue
  }

  let bytes: [UInt8]
  let path: String?
  let limits: LoadLimits
  var position = 0
  var builder: DataTreeBuilder
  /// The members of the root whose values are skipped.
  private let skipped: [String]

  private init(_ bytes: [UInt8], path: String?, limits: LoadLimits, skipped: [String]) {
    self.bytes = bytes
    self.path = path
    self.limits = limits
    self.skipped = skipped
    builder = DataTreeBuilder(limits: limits, sourceCount: skipped.isEmpty ? bytes.count : 0)
  }

  /// Parses a file.
  ///
  /// - Parameter skipped: Members of the root to skip. Their values become null, and only their ends are
  ///   determined.
  package static func read(
    _ bytes: [UInt8], path: String? = nil, limits: LoadLimits = .standard, skipping skipped: [String] = []
  ) throws(LoadError) -> DataTree {
    guard bytes.count <= limits.bytes else {
      throw LoadError(
        code: .tooLarge,
        message: "the file has \(bytes.count) bytes, more than the \(limits.bytes) that are read",
        path: path)
    }
    var reader = JSONReader(bytes, path: path, limits: limits, skipped: skipped)
    try reader.readDocument()
    return DataTree(
      source: bytes, scratch: reader.builder.scratch, nodes: reader.builder.nodes, path: path)
  }

  private mutating func readDocument() throws(LoadError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw failure(.syntax, "the file is UTF-16; only UTF-8 is read", at: 0)
    }
    var state = JSONReaderState.value
    while true {
      try skipSpace()
      switch state {
      case .value:
        state = try readValue()
      case .member:
        if take(closing) {
          builder.end()
          state = .afterValue
        } else {
          if builder.innermost == .object { try readKey() }
          state = .value
          if !skipped.isEmpty, builder.open.count == 1, builder.innermost == .object,
            skipped.contains(lastKey)
          {
            try skipValue()
            state = .afterValue
          }
        }
      case .afterValue:
        guard let container = builder.innermost else {
          if position < bytes.count { throw unexpected("the end of the file") }
          return
        }
        if take(UInt8(ascii: ",")) {
          state = .member
        } else if take(closing) {
          builder.end()
        } else {
          throw unexpected(container == .object ? "a comma or }" : "a comma or ]")
        }
      }
    }
  }

  private var closing: UInt8 {
    builder.innermost == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private mutating func readKey() throws(LoadError) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw unexpected("a member's name in quotes")
    }
    try readString()
    try skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
  }

  private var lastKey: String {
    guard let node = builder.nodes.last, !node.isScratch else { return "" }
    return String(decoding: bytes[Int(node.start)..<Int(node.start) + Int(node.length)], as: UTF8.self)
  }

  /// Skips a container by counting brackets outside of strings and comments.
  private mutating func skipValue() throws(LoadError) {
    try skipSpace()
    let start = position
    guard position < bytes.count, bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "[")
    else {
      _ = try readValue()
      return
    }
    builder.add(.null, at: position)
    var depth = 0
    while position < bytes.count {
      position = bytes.withUnsafeBufferPointer { Self.skipBrackets(in: $0, from: position, depth: &depth) }
      if depth == 0 { return }
      if position < bytes.count { try skipComment() }
    }
    position = bytes.count
    throw cutOff(at: start)
  }

  /// Scans until `depth` becomes 0, up to a slash outside of strings, or to the end.
  ///
  /// - Returns: The position after the last bracket, of the slash, or of the end.
  private static func skipBrackets(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, depth: inout Int
  ) -> Int {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: "\""):
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/"):
        return position
      default:
        break
      }
      position += 1
    }
    return bytes.count
  }

  private mutating func readValue() throws(LoadError) -> JSONReaderState {
    guard position < bytes.count else { throw unexpected("a value") }
    if builder.isFull {
      throw failure(.tooLarge, "the file has more than \(limits.values) values", at: position)
    }
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if builder.isTooDeep {
        throw failure(.tooLarge, "values are nested more than \(limits.depth) deep", at: position)
      }
      builder.begin(bytes[position] == UInt8(ascii: "{") ? .object : .array, at: position)
      position += 1
      return .member
    case UInt8(ascii: "\""):
      try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      readNumber()
    case UInt8(ascii: "t"):
      try readWord("true", .bool, 1)
    case UInt8(ascii: "f"):
      try readWord("false", .bool, 0)
    case UInt8(ascii: "n"):
      try readWord("null", .null, 0)
    default:
      throw unexpected("a value")
    }
    return .afterValue
  }

  private mutating func readNumber() {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        position += 1
      default:
        builder.add(.number, at: start, start: start, length: position - start)
        return
      }
    }
    builder.add(.number, at: start, start: start, length: position - start)
  }

  private mutating func readWord(
    _ word: StaticString, _ kind: DataTree.DataKind, _ value: Int
  ) throws(LoadError) {
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else {
      let isPrefix = word.withUTF8Buffer { $0.starts(with: bytes[position...]) }
      throw isPrefix ? cutOff(at: position) : unexpected("a value")
    }
    builder.add(kind, at: position, start: value)
    position += word.utf8CodeUnitCount
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips white space and comments.
  private mutating func skipSpace() throws(LoadError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
      case UInt8(ascii: "/"):
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(LoadError) {
    let start = position
    guard position + 1 < bytes.count else { throw unexpected("a value") }
    switch bytes[position + 1] {
    case UInt8(ascii: "/"):
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    case UInt8(ascii: "*"):
      position += 2
      while position + 1 < bytes.count {
        if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
          position += 2
          return
        }
        position += 1
      }
      throw failure(.cutOff, "the comment that starts here is not closed", at: start)
    default:
      throw unexpected("a value")
    }
  }
}

// MARK: Errors

extension JSONReader {
  func failure(_ code: LoadErrorCode, _ message: String, at offset: Int) -> LoadError {
    let place = SourcePosition.lineAndColumn(of: offset, in: bytes)
    return LoadError(
      code: code, message: message, path: path, line: place.line, column: place.column)
  }

  func cutOff(at offset: Int) -> LoadError {
    failure(.cutOff, "the file ends in the middle of a value", at: offset)
  }

  private func unexpected(_ expectation: String) -> LoadError {
    guard position < bytes.count else {
      let isBlank = builder.nodes.isEmpty
      return isBlank
        ? failure(.cutOff, "the file is empty", at: position)
        : failure(.cutOff, "the file is cut off: \(expectation) is missing at its end", at: position)
    }
    let found = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    let shown = found.first.map { $0.isNewline ? "a line end" : "'\($0)'" } ?? "nothing"
    return failure(.syntax, "expected \(expectation), found \(shown)", at: position)
  }
}
