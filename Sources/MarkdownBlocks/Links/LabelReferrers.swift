/// The leaves that refer to each label, so that a late definition can find them.
///
/// Labels are identified by their hashes. A hash collision only causes an unnecessary parse of a leaf.
struct LabelReferrers: ~Copyable {
  struct LabelReference: BitwiseCopyable {
    /// The index of the leaf's ``ReparsableLeaf``.
    var leaf: Int32
    /// The preceding reference to the same label, or -1.
    var previous: Int32
  }

  /// The last reference to each label, keyed by the label's hash.
  private var last: [Int: Int32] = [:]
  private var references = RawBuffer<LabelReference>(capacity: 16)

  /// The number of allocated bytes.
  var byteCount: Int {
    references.byteCount + last.capacity * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride)
  }

  /// Records that a leaf refers to a label. Leaves must be added in the order of their indices.
  mutating func add(_ leaf: Int, _ key: LabelKey) {
    let previous = last[key.hashValue] ?? -1
    if previous >= 0, Int(references[Int(previous)].leaf) == leaf { return }
    last[key.hashValue] = Int32(references.count)
    references.append(LabelReference(leaf: Int32(leaf), previous: previous))
  }

  /// Calls `body` with each leaf that refers to a label, last one first.
  func forEach(_ key: LabelKey, _ body: (Int) -> Void) {
    var index = last[key.hashValue] ?? -1
    while index >= 0 {
      body(Int(references[Int(index)].leaf))
      index = references[Int(index)].previous
    }
  }
}
