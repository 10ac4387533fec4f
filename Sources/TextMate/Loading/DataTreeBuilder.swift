/// Collects the nodes of a ``DataTree`` in file order, for all formats.
struct DataTreeBuilder {
  private(set) var nodes: [DataTree.DataNode] = []
  var scratch: [UInt8] = []
  /// The indices of the open containers, outermost first.
  private(set) var open: [Int] = []
  let limits: LoadLimits

  init(limits: LoadLimits, sourceCount: Int) {
    self.limits = limits
    nodes.reserveCapacity(min(sourceCount / 12 + 16, limits.values))
  }

  var isFull: Bool { nodes.count >= limits.values }
  var isTooDeep: Bool { open.count >= limits.depth }

  /// Adds a value without children.
  mutating func add(
    _ kind: DataTree.DataKind, at offset: Int, start: Int = 0, length: Int = 0, isScratch: Bool = false
  ) {
    nodes.append(
      DataTree.DataNode(
        kind: kind, isScratch: isScratch, offset: UInt32(truncatingIfNeeded: offset),
        start: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: length),
        end: UInt32(truncatingIfNeeded: nodes.count + 1)))
  }

  mutating func begin(_ kind: DataTree.DataKind, at offset: Int) {
    open.append(nodes.count)
    add(kind, at: offset)
  }

  /// Closes the innermost container.
  mutating func end() {
    guard let container = open.popLast() else { return }
    nodes[container].end = UInt32(truncatingIfNeeded: nodes.count)
  }

  var innermost: DataTree.DataKind? { open.last.map { nodes[$0].kind } }

  /// Removes the last value, a key without a value.
  mutating func dropLast() { nodes.removeLast() }
}
