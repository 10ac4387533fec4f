/// The nodes of HTML that this package wrote: every element has an end tag, every attribute is quoted.
///
/// ```swift
/// HTMLFragment(Array("<p>a<br>b</p>\n".utf8)).span  // an element and a text
/// ```
struct HTMLFragment {
  /// A node. Nodes are stored in the order of their start tags; descendants follow their ancestor.
  struct HTMLNode {
    var isText: Bool
    /// The byte range of the node, including tags.
    var start: Int32
    var end: Int32
    /// The offset after the start tag of an element.
    var tagEnd: Int32
    /// The index after the descendants.
    var next: Int32
  }

  let bytes: [UInt8]
  private(set) var nodes: [HTMLNode] = []
  /// The elements without an end tag, from the outermost to the innermost.
  private(set) var open: [Int] = []
  /// The byte ranges of end tags whose elements were not started in the fragment.
  private(set) var foreignEnds: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    nodes.reserveCapacity(min(bytes.count / 8 + 1, 16))
    var position = 0
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        position = addText(in: bytes, from: position)
      } else if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") {
        let start = position
        position = (bytes[position...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
        if let index = open.popLast() {
          close(index, at: position)
        } else {
          foreignEnds.append(start..<position)
        }
      } else {
        position = addElement(in: bytes, from: position)
      }
    }
    for index in open { close(index, at: bytes.count) }
  }

  private mutating func close(_ index: Int, at end: Int) {
    nodes[index].end = Int32(end)
    nodes[index].next = Int32(nodes.count)
  }

  private mutating func addText(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    var start = position
    // The parser drops a line feed right after this tag.
    if bytes[position] == 0x0A, let parent = open.last, parent == nodes.count - 1,
      name(of: parent).elementsEqual("pre".utf8)
    {
      start += 1
    }
    guard start < end else { return end }
    nodes.append(
      HTMLNode(
        isText: true, start: Int32(start), end: Int32(end), tagEnd: Int32(start),
        next: Int32(nodes.count + 1)))
    return end
  }

  private mutating func addElement(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
    let rest = bytes[(position + 1)...]
    let name = rest[..<(rest.firstIndex(where: Self.endsName) ?? bytes.count)]
    var end = name.endIndex
    var isQuoted = false
    while end < bytes.count, isQuoted || bytes[end] != UInt8(ascii: ">") {
      if bytes[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
      end += 1
    }
    end = min(end + 1, bytes.count)
    if !Self.void.contains(where: name.elementsEqual) { open.append(nodes.count) }
    nodes.append(
      HTMLNode(
        isText: false, start: Int32(position), end: Int32(end), tagEnd: Int32(end),
        next: Int32(nodes.count + 1)))
    return end
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: ">") || byte == 0x0A
  }

  /// The names of elements without an end tag.
  private static let void =
    (HTMLElementName.allCases.filter(HTMLElementRules.void.contains).map(\.text) + ["input"]).map {
      Array($0.utf8)
    }

  /// The fragments between end tags without a start tag: the content of the innermost open element, the nodes
  /// after that element in its parent, and so on.
  var levels: [HTMLFragment] {
    var start = 0
    return (foreignEnds + [bytes.count..<bytes.count]).map { end in
      defer { start = end.upperBound }
      return HTMLFragment(Array(bytes[start..<end.lowerBound]))
    }
  }

  // MARK: Nodes

  /// Returns the child nodes of an element, or the root nodes for nil.
  func children(of parent: Int?) -> [Int] {
    var list: [Int] = []
    var index = parent.map { $0 + 1 } ?? 0
    let end = parent.map { Int(nodes[$0].next) } ?? nodes.count
    while index < end {
      list.append(index)
      index = Int(nodes[index].next)
    }
    return list
  }

  /// Returns the name of an element, in UTF-8.
  func name(of index: Int) -> ArraySlice<UInt8> {
    tag(index).dropFirst().prefix { !Self.endsName($0) }
  }

  func outer(_ index: Int) -> ArraySlice<UInt8> {
    bytes[Int(nodes[index].start)..<Int(nodes[index].end)]
  }

  func tag(_ index: Int) -> ArraySlice<UInt8> {
    bytes[Int(nodes[index].start)..<Int(nodes[index].tagEnd)]
  }

  /// Returns the attributes of an element with their escaped values.
  func attributes(of index: Int) -> [(name: String, value: ArraySlice<UInt8>)] {
    var list: [(String, ArraySlice<UInt8>)] = []
    var rest = tag(index).dropFirst(1 + name(of: index).count)
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == 0x0A }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != 0x20 && $0 != UInt8(ascii: ">") }
      guard !name.isEmpty else { return list }
      rest = rest.dropFirst(name.count)
      var value: ArraySlice<UInt8> = []
      if rest.first == UInt8(ascii: "=") {
        value = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(3 + value.count)
      }
      list.append((String(decoding: name, as: UTF8.self), value))
    }
  }

  /// The nodes that the fragment adds to its parent.
  var span: NodeSpan { span(of: children(of: nil)) }

  /// Returns the nodes that some sibling nodes add to their parent.
  func span(of siblings: [Int]) -> NodeSpan {
    var span = NodeSpan()
    for index in siblings {
      let length = nodes[index].isText ? Int32(EscapedText.length(outer(index))) : 0
      span = span + (length > 0 ? NodeSpan(leading: length) : NodeSpan(nodes: 1))
    }
    return span
  }
}

/// Text with HTML escapes. Each character reference represents one UTF-16 code unit.
enum EscapedText {
  /// Returns the number of UTF-16 code units.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    var length = 0
    var isReference = false
    for byte in bytes {
      if isReference {
        if byte == UInt8(ascii: ";") { isReference = false }
        continue
      }
      if byte == UInt8(ascii: "&") { isReference = true }
      if byte & 0xC0 != 0x80 { length += byte >= 0xF0 ? 2 : 1 }
    }
    return length
  }

  /// Returns the length of the common prefix in bytes: complete characters and complete references.
  static func commonPrefix(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var count = 0
    var boundary = 0
    var isReference = false
    for (first, second) in zip(left, right) {
      if !isReference, first & 0xC0 != 0x80, second & 0xC0 != 0x80 { boundary = count }
      guard first == second else { return boundary }
      if first == UInt8(ascii: "&") { isReference = true }
      if first == UInt8(ascii: ";") { isReference = false }
      count += 1
    }
    if isReference { return boundary }
    // The shorter text ends with a complete character.
    return count
  }

  /// The length of the common suffix of two texts in bytes: whole characters and whole references.
  static func commonSuffix(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    let count = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    var suffix = right.suffix(count)
    // A suffix that begins within a reference is cut behind it.
    if let end = suffix.firstIndex(of: UInt8(ascii: ";")), !suffix[..<end].contains(UInt8(ascii: "&")) {
      suffix = suffix[(end + 1)...]
    }
    return suffix.drop { $0 & 0xC0 == 0x80 }.count
  }

  /// Returns the unescaped text.
  static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
        text.append(byte)
        continue
      }
      switch String(decoding: rest[..<end], as: UTF8.self) {
      case "amp": text.append(UInt8(ascii: "&"))
      case "lt": text.append(UInt8(ascii: "<"))
      case "gt": text.append(UInt8(ascii: ">"))
      case "quot": text.append(UInt8(ascii: "\""))
      default: text.append(UInt8(ascii: "'"))
      }
      rest = rest[(end + 1)...]
    }
    return text
  }
}
