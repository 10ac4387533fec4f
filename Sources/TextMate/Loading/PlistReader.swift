/// Parses XML property lists (`.tmLanguage`, `.tmTheme`, `.plist`), with the subset of XML that these use.
///
/// One pass with an explicit stack, as in ``JSONReader``. Unknown attributes and the document type are
/// skipped. Entities that a document type declares are not resolved.
package struct PlistReader {
  let bytes: [UInt8]
  let path: String?
  let limits: LoadLimits
  var position = 0
  var builder: DataTreeBuilder
  /// Whether a key waits for its value, for each open dictionary and array.
  private var hasKey: [Bool] = []
  private var hasRoot = false

  private init(bytes: [UInt8], path: String?, limits: LoadLimits) {
    self.bytes = bytes
    self.path = path
    self.limits = limits
    builder = DataTreeBuilder(limits: limits, sourceCount: bytes.count)
  }

  package static func read(
    _ bytes: [UInt8], path: String? = nil, limits: LoadLimits = .standard
  ) throws(LoadError) -> DataTree {
    guard bytes.count <= limits.bytes else {
      throw LoadError(
        code: .tooLarge,
        message: "the file has \(bytes.count) bytes, more than the \(limits.bytes) that are read",
        path: path)
    }
    var reader = PlistReader(bytes: bytes, path: path, limits: limits)
    if bytes.starts(with: "bplist".utf8) {
      throw reader.failure(.syntax, "a binary property list; only XML ones are read", at: 0)
    }
    try reader.readDocument()
    return DataTree(
      source: bytes, scratch: reader.builder.scratch, nodes: reader.builder.nodes, path: path)
  }

  private mutating func readDocument() throws(LoadError) {
    while let tag = try nextTag() {
      if tag.name == "plist" || tag.name == "?" || tag.name == "!" { continue }
      if hasRoot, builder.innermost == nil {
        throw failure(.syntax, "the property list has more than one value", at: tag.offset)
      }
      if tag.isClosing {
        try closeContainer(tag)
      } else {
        try readElement(tag)
      }
    }
    if builder.innermost != nil {
      throw failure(.cutOff, "the file is cut off: an element is not closed", at: bytes.count)
    }
    if !hasRoot { throw failure(.cutOff, "the property list is empty", at: bytes.count) }
  }

  private mutating func closeContainer(_ tag: XMLTag) throws(LoadError) {
    let expected = builder.innermost.map { $0 == .object ? "dict" : "array" }
    guard tag.name == expected else {
      let hint = expected.map { ", expected </\($0)>" } ?? ""
      throw failure(.syntax, "unexpected </\(tag.name)>\(hint)", at: tag.offset)
    }
    if hasKey.last == true { throw failure(.syntax, "the last key has no value", at: tag.offset) }
    hasKey.removeLast()
    builder.end()
  }

  private mutating func readElement(_ tag: XMLTag) throws(LoadError) {
    if builder.isFull {
      throw failure(.tooLarge, "the file has more than \(limits.values) values", at: tag.offset)
    }
    if tag.name == "key" {
      guard builder.innermost == .object, hasKey.last == false else {
        throw failure(.syntax, "a key where a value belongs", at: tag.offset)
      }
      try readText(tag, as: .string)
      hasKey[hasKey.count - 1] = true
      return
    }
    if builder.innermost == .object {
      guard hasKey.last == true else {
        throw failure(.syntax, "a value without a key in a <dict>", at: tag.offset)
      }
      hasKey[hasKey.count - 1] = false
    }
    hasRoot = true
    switch tag.name {
    case "dict", "array":
      if builder.isTooDeep {
        throw failure(.tooLarge, "values are nested more than \(limits.depth) deep", at: tag.offset)
      }
      builder.begin(tag.name == "dict" ? .object : .array, at: tag.offset)
      if tag.isEmpty { builder.end() } else { hasKey.append(false) }
    case "string", "date", "data":
      try readText(tag, as: .string)
    case "integer", "real":
      try readText(tag, as: .number)
    case "true", "false":
      builder.add(.bool, at: tag.offset, start: tag.name == "true" ? 1 : 0)
      if !tag.isEmpty { try expectClosing(tag) }
    default:
      throw failure(.syntax, "no such element in a property list: <\(tag.name)>", at: tag.offset)
    }
  }

  /// Reads character data up to the closing tag of `tag`.
  private mutating func readText(_ tag: XMLTag, as kind: DataTree.DataKind) throws(LoadError) {
    if tag.isEmpty {
      builder.add(kind, at: tag.offset)
      return
    }
    let scratchStart = builder.scratch.count
    let start = position
    var pending = position
    var isPlain = true
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        let end = position
        if skip("<![CDATA[") {
          builder.scratch.append(contentsOf: bytes[pending..<end])
          let content = position
          try skipPast("]]>", from: end, "the CDATA section")
          builder.scratch.append(contentsOf: bytes[content..<position - 3])
        } else if skip("<!--") {
          builder.scratch.append(contentsOf: bytes[pending..<end])
          try skipPast("-->", from: end, "the comment")
        } else {
          if isPlain {
            builder.add(kind, at: tag.offset, start: start, length: end - start)
          } else {
            builder.scratch.append(contentsOf: bytes[pending..<end])
            builder.add(
              kind, at: tag.offset, start: scratchStart,
              length: builder.scratch.count - scratchStart, isScratch: true)
          }
          try expectClosing(tag)
          return
        }
        isPlain = false
        pending = position
      case UInt8(ascii: "&"):
        builder.scratch.append(contentsOf: bytes[pending..<position])
        isPlain = false
        readEntity()
        pending = position
      default:
        position += 1
      }
    }
    throw failure(.cutOff, "the file is cut off in the <\(tag.name)> that starts here", at: tag.offset)
  }

  private mutating func expectClosing(_ tag: XMLTag) throws(LoadError) {
    guard let closing = try nextTag() else {
      throw failure(.cutOff, "the file is cut off in the <\(tag.name)> that starts here", at: tag.offset)
    }
    guard closing.isClosing, closing.name == tag.name else {
      throw failure(.syntax, "expected </\(tag.name)>, found <\(closing.name)>", at: closing.offset)
    }
  }

  func failure(_ code: LoadErrorCode, _ message: String, at offset: Int) -> LoadError {
    let place = SourcePosition.lineAndColumn(of: offset, in: bytes)
    return LoadError(code: code, message: message, path: path, line: place.line, column: place.column)
  }
}
