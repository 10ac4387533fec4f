/// The leaves that refer to each label, so that a definition that comes late finds them.
///
/// Labels are told apart by their hashes. Should two labels ever have the same hash, a leaf is parsed once more for
/// nothing.
struct LabelReferrers: ~Copyable {
  struct Reference: BitwiseCopyable {
    /// The leaf, as the index of its ``ReparsableLeaf``.
    var leaf: Int32
    /// The reference to the same label before this one, or -1.
    var previous: Int32
  }

  /// The last reference to a label, by the label's hash.
  private var last: [Int: Int32] = [:]
  private var references = RawBuffer<Reference>(capacity: 16)

  /// The number of allocated bytes.
  var byteCount: Int {
    references.byteCount + last.capacity * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride)
  }

  /// Notes that a leaf refers to a label. Leaves come in the order of their indices.
  mutating func add(_ leaf: Int, _ key: LabelKey) {
    let previous = last[key.hashValue] ?? -1
    if previous >= 0, Int(references[Int(previous)].leaf) == leaf { return }
    last[key.hashValue] = Int32(references.count)
    references.append(Reference(leaf: Int32(leaf), previous: previous))
  }

  /// Calls `body` with each leaf that refers to a label, the last one first.
  func forEach(_ key: LabelKey, _ body: (Int) -> Void) {
    var index = last[key.hashValue] ?? -1
    while index >= 0 {
      body(Int(references[Int(index)].leaf))
      index = references[Int(index)].previous
    }
  }
}
