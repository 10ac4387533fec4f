/// A parsed JSON file or property list: all values in one flat array, in file order.
///
/// The descendants of a container follow it directly, and each node stores the index after its descendants.
/// The children of an object alternate between keys and values. Texts stay bytes until they are read. Parsing
/// is not recursive, so that deep input cannot overflow the stack.
package final class DataTree: Sendable {
  package enum DataKind: UInt8, Sendable {
    case null, bool, number, string, array, object
  }

  struct DataNode: Sendable {
    var kind: DataKind
    /// Whether `start` is an offset in the scratch buffer, which holds texts with resolved escapes, instead
    /// of the source.
    var isScratch: Bool
    /// The offset of the value in the source.
    var offset: UInt32
    /// The offset of the first byte of a text or number; 1 or 0 for a Boolean; the number of children for a
    /// container.
    var start: UInt32
    var length: UInt32
    /// The index of the next node that is not a descendant.
    var end: UInt32
  }

  let source: [UInt8]
  let scratch: [UInt8]
  let nodes: [DataNode]
  package let path: String?

  init(source: [UInt8], scratch: [UInt8], nodes: [DataNode], path: String?) {
    self.source = source
    self.scratch = scratch
    self.nodes = nodes
    self.path = path
  }

  /// Parses JSON or an XML property list, depending on the first byte that is not white space.
  ///
  /// - Parameter skipped: Members of the root to skip, as in ``JSONReader``. A property list is always read
  ///   completely.
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

  /// Returns the line and column of an offset in the source, both from 1; the column in bytes. O(offset).
  func position(of offset: Int) -> (line: Int, column: Int) {
    SourcePosition.lineAndColumn(of: offset, in: source)
  }
}

/// Converts offsets to lines and columns, for messages.
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

  private var node: DataTree.DataNode { tree.nodes[index] }

  package var kind: DataTree.DataKind { node.kind }

  /// The text of a string, with invalid UTF-8 repaired; nil for other kinds.
  package var string: String? { node.kind == .string ? text : nil }

  package var bool: Bool? { node.kind == .bool ? node.start == 1 : nil }

  /// The value of an integer; nil for other numbers and for integers beyond `Int`.
  package var integer: Int? { node.kind == .number ? Int(text) : nil }

  /// The value of JavaScript's `!!value`. VS Code reads flags this way, so files may write 1 for true.
  package var isTruthy: Bool {
    switch node.kind {
    case .null: false
    case .bool: node.start == 1
    case .number: Double(text).map { $0 != 0 } ?? true
    case .string: node.length > 0
    case .array, .object: true
    }
  }

  /// Passes the bytes of a string or number to `body`; no bytes for other kinds.
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

  /// The name of the kind for messages.
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

  /// The last member with this name, as in JavaScript; nil if there is none or the value is not an object.
  /// O(members).
  package subscript(name: String) -> DataValue? {
    var name = name
    return name.withUTF8 { wanted in
      var children = DataChildren(tree: tree, index: index, kind: .object)
      var found: DataValue?
      while let key = children.next(), let value = children.next() {
        if key.hasText(wanted) { found = value }
      }
      return found
    }
  }

  /// The elements of an array, in order; empty for other kinds.
  package var elements: DataChildren { DataChildren(tree: tree, index: index, kind: .array) }

  /// The members of an object, in file order; empty for other kinds.
  package var members: Members { Members(children: DataChildren(tree: tree, index: index, kind: .object)) }

  package var position: (line: Int, column: Int) { tree.position(of: Int(node.offset)) }

  package struct DataChildren: Sequence, IteratorProtocol {
    let tree: DataTree
    private var upcoming: Int
    private let end: Int

    init(tree: DataTree, index: Int, kind: DataTree.DataKind) {
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
    var children: DataChildren

    package mutating func next() -> (name: String, value: DataValue)? {
      guard let key = children.next(), let value = children.next() else { return nil }
      return (key.string ?? "", value)
    }
  }
}
