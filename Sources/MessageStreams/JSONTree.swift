/// A JSON value that can be read while it is still being written.
///
/// Bytes are appended in pieces of any size, and each byte is processed once. An unfinished object has the
/// members whose values have started; an unfinished string has the text so far. Invalid input (an unknown
/// word, a missing comma) ends the parsing, and the tree keeps the values before it. The parser is not
/// recursive. Not thread-safe.
///
/// ```swift
/// let tree = JSONTree()
/// tree.append(Array(#"{"path": "Sources/ma"#.utf8))
/// tree.root?["path"]?.string  // "Sources/ma"
/// ```
package final class JSONTree {
  package enum JSONKind: UInt8 {
    case null, bool, number, string, array, object
  }

  struct JSONNode {
    var kind: JSONKind
    var isClosed = false
    /// The member's name, as a range of `text`; empty for an element of an array.
    var name: Range<Int>
    /// The range of a string or number in `text`. A Boolean is 1..<1 or 0..<0.
    var start = 0
    var end = 0
    /// The range of the value in the input.
    var source: Range<Int>
    var firstChild = -1
    var lastChild = -1
    var next = -1
    var count = 0
  }

  private enum ParsingState {
    case value, firstElement, firstKey, key, colon, afterValue
    case keyString, string, number, word
    case done, broken
  }

  private enum Escape {
    case none, backslash
    case unicode(value: UInt32, digits: Int)
  }

  private(set) var nodes: [JSONNode] = []
  /// The concatenated names, strings and numbers, with escapes resolved.
  private(set) var text: [UInt8] = []
  private var open: [Int] = []
  private var state = ParsingState.value
  private var escape = Escape.none
  /// The first half of a surrogate pair whose second half has not arrived.
  private var highSurrogate: UInt32?
  private var name = 0..<0
  private var nameStart = 0
  private var word: [UInt8] = []
  private var wordStart = 0
  /// The number of bytes that were consumed.
  package private(set) var position = 0
  /// The number of values near the root that began or ended.
  private(set) var outline = 0
  private static let outlineDepth = 4

  private static let maximumDepth = 256
  private static let maximumNodes = 4_000_000
  private static let maximumBytes = 1 << 30

  package init() {}

  /// The value as far as it has arrived; nil before it starts.
  package var root: JSONValue? { nodes.isEmpty ? nil : JSONValue(tree: self, index: 0) }

  package var isComplete: Bool { state == .done }
  package var isBroken: Bool { state == .broken }

  /// Consumes bytes until the value is complete or invalid.
  ///
  /// - Returns: The number of bytes that were consumed.
  @discardableResult
  package func append(_ bytes: some Collection<UInt8>) -> Int {
    bytes.withContiguousStorageIfAvailable { append($0) }
      ?? Array(bytes).withUnsafeBufferPointer { append($0) }
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let base = position
    guard base + bytes.count < Self.maximumBytes else {
      state = .broken
      return 0
    }
    var index = 0
    while index < bytes.count, state != .done, state != .broken {
      position = base + index
      switch state {
      case .string, .keyString: index = takeString(bytes, from: index)
      case .number: index = takeNumber(bytes, from: index)
      case .word: takeWord(bytes[index], &index)
      default:
        let byte = bytes[index]
        if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { take(byte) }
        // The first byte of a number is processed again as a digit.
        if state != .number { index += 1 }
      }
    }
    position = base + index
    return index
  }

  /// Parses bytes that consist of exactly one JSON value; nil for other bytes.
  package static func value(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    let tree = JSONTree()
    let taken = tree.append(bytes)
    return tree.isComplete && bytes.dropFirst(taken).allSatisfy { $0 <= 0x20 } ? tree.root : nil
  }

  /// Ends the input. A number at the end becomes complete.
  package func finish() {
    if state == .number { endNumber() }
  }

  // MARK: Between values

  private func take(_ byte: UInt8) {
    switch state {
    case .value: begin(byte)
    case .firstElement: if byte == UInt8(ascii: "]") { close() } else { begin(byte) }
    case .firstKey, .key:
      if byte == UInt8(ascii: "\"") {
        nameStart = text.count
        state = .keyString
      } else if byte == UInt8(ascii: "}"), state == .firstKey {
        close()
      } else {
        state = .broken
      }
    case .colon: state = byte == UInt8(ascii: ":") ? .value : .broken
    case .afterValue:
      guard let container = open.last else {
        state = .broken
        return
      }
      let isObject = nodes[container].kind == .object
      if byte == UInt8(ascii: ",") {
        state = isObject ? .key : .value
      } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        close()
      } else {
        state = .broken
      }
    case .keyString, .string, .number, .word, .done, .broken: break
    }
  }

  private func begin(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): openContainer(.object, .firstKey)
    case UInt8(ascii: "["): openContainer(.array, .firstElement)
    case UInt8(ascii: "\""):
      add(.string)
      state = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      add(.number)
      state = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      word = [byte]
      wordStart = position
      state = .word
    default: state = .broken
    }
    if nodes.count > Self.maximumNodes || open.count > Self.maximumDepth { state = .broken }
  }

  private func add(_ kind: JSONKind, from start: Int? = nil) {
    let index = nodes.count
    var node = JSONNode(kind: kind, name: name, source: (start ?? position)..<(start ?? position))
    node.start = text.count
    node.end = text.count
    name = 0..<0
    nodes.append(node)
    if open.count <= Self.outlineDepth { outline += 1 }
    guard let container = open.last else { return }
    if nodes[container].lastChild >= 0 {
      nodes[nodes[container].lastChild].next = index
    } else {
      nodes[container].firstChild = index
    }
    nodes[container].lastChild = index
    nodes[container].count += 1
  }

  private func openContainer(_ kind: JSONKind, _ next: ParsingState) {
    add(kind)
    open.append(nodes.count - 1)
    state = next
  }

  private func close() {
    guard let container = open.popLast() else { return }
    end(container, at: position + 1)
  }

  private func end(_ index: Int, at end: Int) {
    nodes[index].isClosed = true
    if open.count <= Self.outlineDepth { outline += 1 }
    nodes[index].source = nodes[index].source.lowerBound..<end
    state = open.isEmpty ? .done : .afterValue
  }

  // MARK: Values

  private func takeString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    if case .none = escape {
      var index = start
      while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
        index += 1
      }
      if index > start {
        endSurrogate()
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        noteText()
      }
      guard index < bytes.count else { return index }
      if bytes[index] == UInt8(ascii: "\\") {
        escape = .backslash
      } else {
        position += index - start
        endString()
      }
      return index + 1
    }
    takeEscape(bytes[start])
    return start + 1
  }

  private func noteText() {
    if state == .string { nodes[nodes.count - 1].end = text.count }
  }

  private func endString() {
    endSurrogate()
    noteText()
    if state == .keyString {
      name = nameStart..<text.count
      state = .colon
    } else {
      end(nodes.count - 1, at: position + 1)
    }
  }

  private func takeEscape(_ byte: UInt8) {
    if case .unicode(let value, let digits) = escape {
      guard let digit = Self.hexDigit(byte) else {
        state = .broken
        return
      }
      guard digits == 3 else {
        escape = .unicode(value: value << 4 | digit, digits: digits + 1)
        return
      }
      escape = .none
      append(unit: value << 4 | digit)
      return
    }
    escape = .none
    if byte == UInt8(ascii: "u") {
      escape = .unicode(value: 0, digits: 0)
      return
    }
    endSurrogate()
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    default: state = .broken
    }
    noteText()
  }

  /// Appends a UTF-16 code unit. An unpaired surrogate becomes U+FFFD.
  private func append(unit: UInt32) {
    if let high = highSurrogate, 0xDC00..<0xE000 ~= unit {
      highSurrogate = nil
      append(scalar: 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
      return
    }
    endSurrogate()
    if 0xD800..<0xDC00 ~= unit { highSurrogate = unit } else { append(scalar: unit) }
  }

  private func endSurrogate() {
    guard highSurrogate != nil else { return }
    highSurrogate = nil
    append(scalar: 0xFFFD)
  }

  private func append(scalar: UInt32) {
    text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    noteText()
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 55
    default: nil
    }
  }

  private func takeNumber(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        text.append(bytes[index])
        index += 1
      default:
        nodes[nodes.count - 1].end = text.count
        position += index - start
        endNumber()
        return index
      }
    }
    nodes[nodes.count - 1].end = text.count
    return index
  }

  private func endNumber() { end(nodes.count - 1, at: position) }

  private func takeWord(_ byte: UInt8, _ index: inout Int) {
    word.append(byte)
    index += 1
    let words: [(StaticString, JSONKind, Int)] = [
      ("true", .bool, 1), ("false", .bool, 0), ("null", .null, 0),
    ]
    for (name, kind, value) in words {
      let whole = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      guard whole.starts(with: word) else { continue }
      if whole.count == word.count {
        add(kind, from: wordStart)
        nodes[nodes.count - 1].start = value
        nodes[nodes.count - 1].end = value
        end(nodes.count - 1, at: position + 1)
      }
      return
    }
    state = .broken
  }
}

/// One value of a ``JSONTree``, as far as it has arrived.
///
/// ```swift
/// value["path"]?.string
/// ```
package struct JSONValue {
  let tree: JSONTree
  let index: Int

  private var node: JSONTree.JSONNode { tree.nodes[index] }

  package var kind: JSONTree.JSONKind { node.kind }
  /// Whether the value is complete.
  package var isClosed: Bool { node.isClosed }
  /// The member's name; empty for an element of an array.
  package var name: String { String(decoding: tree.text[node.name], as: UTF8.self) }

  /// The text of a string so far; nil for other kinds.
  package var string: String? { kind == .string ? String(decoding: bytes, as: UTF8.self) : nil }
  /// The bytes of a string or number so far.
  package var bytes: ArraySlice<UInt8> { node.kind == .bool ? [] : tree.text[node.start..<node.end] }
  package var bool: Bool? { kind == .bool ? node.start == 1 : nil }
  package var integer: Int? {
    guard kind == .number else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded()) }
  }
  package var double: Double? {
    kind == .number ? Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil } : nil
  }

  /// The number of members or elements.
  package var count: Int { node.count }

  /// The range of the value in the input. It is empty until the value is complete.
  package var source: Range<Int> { node.source }

  /// The first member with this name; nil if there is none or the value is not an object. O(members).
  package subscript(name: String) -> JSONValue? {
    guard kind == .object else { return nil }
    var child = node.firstChild
    while child >= 0 {
      if tree.text[tree.nodes[child].name].elementsEqual(name.utf8) {
        return JSONValue(tree: tree, index: child)
      }
      child = tree.nodes[child].next
    }
    return nil
  }

  /// The members of an object or the elements of an array, in order.
  package var children: JSONChildren { JSONChildren(tree: tree, upcoming: node.firstChild) }

  package struct JSONChildren: Sequence, IteratorProtocol {
    let tree: JSONTree
    var upcoming: Int

    package mutating func next() -> JSONValue? {
      guard upcoming >= 0 else { return nil }
      defer { upcoming = tree.nodes[upcoming].next }
      return JSONValue(tree: tree, index: upcoming)
    }
  }
}

extension JSONValue {
  /// Returns the elements of an array after `last`, or all elements if `last` is nil.
  package func elements(after last: JSONValue?) -> JSONChildren {
    JSONChildren(tree: tree, upcoming: last.map { tree.nodes[$0.index].next } ?? node.firstChild)
  }

  /// Returns the JSON text of a complete value.
  ///
  /// - Parameter input: The bytes from which the tree was parsed.
  package func text(in input: [UInt8]) -> String {
    guard source.upperBound <= input.count else { return "" }
    return String(decoding: input[source], as: UTF8.self)
  }
}
