/// A parsed JSON file or property list: values in one flat array, in the order of the file.
///
/// A container's descendants follow it directly, and each node knows where its own end; an object's children
/// alternate between key and value. Texts stay bytes until asked for. Building the tree never recurses, so that
/// no input, however deep, reaches the end of the stack.
package final class DataTree: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, bool, number, string, array, object
  }

  struct Node: Sendable {
    var kind: Kind
    /// Whether `start` counts in the scratch buffer (a text with its escapes resolved) and not in the source.
    var isScratch: Bool
    /// Where the value starts in the source.
    var offset: UInt32
    /// A text's or number's first byte; for a bool, 1 or 0; for a container, how many children it has.
    var start: UInt32
    var length: UInt32
    /// Index of the first node after this one and its descendants.
    var end: UInt32
  }

  let source: [UInt8]
  let scratch: [UInt8]
  let nodes: [Node]
  package let path: String?

  init(source: [UInt8], scratch: [UInt8], nodes: [Node], path: String?) {
    self.source = source
    self.scratch = scratch
    self.nodes = nodes
    self.path = path
  }

  /// Reads JSON or an XML property list, told apart by the first byte that is not white space.
  ///
  /// - Parameter skipped: as in ``JSONReader``; a property list is always read whole.
  package static func read(
    _ bytes: [UInt8], path: String? = nil, limits: LoadLimits = .standard, skipping skipped: [String] = []
  ) throws(LoadError) -> DataTree {
    let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let first = bytes.dropFirst(mark.count).first { $0 > 0x20 }
    let isPlist = first == UInt8(ascii: "<") || bytes.starts(with: "bplist".utf8)
    return isPlist
      ? try PlistReader.read(bytes, path: path, limits: limits)
      : try JSONReader.read(bytes, path: path, limits: limits, skipping: skipped)
  }

  package var root: DataValue { DataValue(tree: self, index: 0) }

  /// The line and column (both from 1, the column in bytes) of an offset in the source. O(offset).
  func position(of offset: Int) -> (line: Int, column: Int) {
    SourcePosition.lineAndColumn(of: offset, in: source)
  }
}

/// Where in a file something stands, for messages.
enum SourcePosition {
  static func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<offset where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return (line, offset - lineStart + 1)
  }
}

/// One value of a ``DataTree``.
package struct DataValue: Sendable {
  let tree: DataTree
  let index: Int

  private var node: DataTree.Node { tree.nodes[index] }

  package var kind: DataTree.Kind { node.kind }

  /// A string's text, invalid UTF-8 repaired; nil for any other kind.
  package var string: String? { node.kind == .string ? text : nil }

  package var bool: Bool? { node.kind == .bool ? node.start == 1 : nil }

  /// A number with nothing after the decimal point; nil for others and for those beyond `Int`.
  package var integer: Int? { node.kind == .number ? Int(text) : nil }

  /// What JavaScript's `!!value` says, which is how VS Code reads flags that files write as 1 or true.
  package var isTruthy: Bool {
    switch node.kind {
    case .null: false
    case .bool: node.start == 1
    case .number: Double(text).map { $0 != 0 } ?? true
    case .string: node.length > 0
    case .array, .object: true
    }
  }

  /// The bytes of a string or number.
  func withBytes<Result>(_ body: (ArraySlice<UInt8>) -> Result) -> Result {
    let node = node
    guard node.kind == .string || node.kind == .number else { return body([]) }
    let range = Int(node.start)..<Int(node.start) + Int(node.length)
    return body(node.isScratch ? tree.scratch[range] : tree.source[range])
  }

  private func hasText(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    Int(node.length) == wanted.count && withBytes { $0.elementsEqual(wanted) }
  }

  private var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// A stable one-word name of the kind, for messages.
  package var kindName: String {
    switch node.kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The last member with this name, as JavaScript would have it; nil when there is none or this is no object.
  /// O(members).
  package subscript(name: String) -> DataValue? {
    var name = name
    return name.withUTF8 { wanted in
      var children = Children(tree: tree, index: index, kind: .object)
      var found: DataValue?
      while let key = children.next(), let value = children.next() {
        if key.hasText(wanted) { found = value }
      }
      return found
    }
  }

  /// The values of an array in order; nothing for any other kind.
  package var elements: Children { Children(tree: tree, index: index, kind: .array) }

  /// The members of an object in the order of the file; nothing for any other kind.
  package var members: Members { Members(children: Children(tree: tree, index: index, kind: .object)) }

  package var position: (line: Int, column: Int) { tree.position(of: Int(node.offset)) }

  package struct Children: Sequence, IteratorProtocol {
    let tree: DataTree
    private var upcoming: Int
    private let end: Int

    init(tree: DataTree, index: Int, kind: DataTree.Kind) {
      self.tree = tree
      upcoming = index + 1
      end = tree.nodes[index].kind == kind ? Int(tree.nodes[index].end) : index + 1
    }

    package mutating func next() -> DataValue? {
      guard upcoming < end else { return nil }
      defer { upcoming = Int(tree.nodes[upcoming].end) }
      return DataValue(tree: tree, index: upcoming)
    }
  }

  package struct Members: Sequence, IteratorProtocol {
    var children: Children

    package mutating func next() -> (name: String, value: DataValue)? {
      guard let key = children.next(), let value = children.next() else { return nil }
      return (key.string ?? "", value)
    }
  }
}
