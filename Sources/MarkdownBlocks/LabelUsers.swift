/// Which leaves use a label, so that a definition that comes late finds them. Kept for each leaf with brackets, so small.
///
/// Labels are told apart by their hashes. Should two ever have the same, a leaf is parsed once more for nothing.
struct LabelUsers: ~Copyable {
  struct Use: BitwiseCopyable {
    /// The leaf, as the index of its ``LeafRecord``.
    var record: Int32
    /// The use of the same label before this one, or -1.
    var previous: Int32
  }

  /// By the label's hash: its last use.
  private var last: [Int: Int32] = [:]
  private var uses = RawBuffer<Use>(capacity: 16)

  /// Allocated bytes.
  var byteCount: Int {
    uses.byteCount + last.capacity * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride)
  }

  /// A leaf uses a label. Leaves come in the order of their indices.
  mutating func note(_ record: Int, _ key: LabelKey) {
    let previous = last[key.hashValue] ?? -1
    if previous >= 0, Int(uses[Int(previous)].record) == record { return }
    last[key.hashValue] = Int32(uses.count)
    uses.append(Use(record: Int32(record), previous: previous))
  }

  /// The leaves from `first` on that use a label, the last one first.
  func forEach(_ key: LabelKey, since first: Int, _ body: (Int) -> Void) {
    var index = last[key.hashValue] ?? -1
    while index >= 0 {
      let use = uses[Int(index)]
      guard Int(use.record) >= first else { return }
      body(Int(use.record))
      index = use.previous
    }
  }
}
