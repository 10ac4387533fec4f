/// A hash table from pairs of integers to integers, for the tokenizer's inner loops.
///
/// Uses open addressing, without removal. Keys are never 0. An empty table allocates nothing.
struct IntegerMap: ~Copyable {
  private struct Slot {
    var key: UInt64
    var value: UInt32
  }

  private var slots: UnsafeMutablePointer<Slot>?
  private var mask = 0
  private(set) var count = 0

  init() {}

  deinit { slots?.deallocate() }

  var byteCount: Int { slots == nil ? 0 : (mask + 1) * MemoryLayout<Slot>.stride }

  /// Returns the value for a key; 0 if the key is missing.
  @inline(__always)
  func value(for key: UInt64) -> UInt32 {
    guard let slots else { return 0 }
    var index = Self.hash(key) & mask
    while true {
      let slot = slots + index
      if slot.pointee.key == key { return slot.pointee.value }
      if slot.pointee.key == 0 { return 0 }
      index = (index + 1) & mask
    }
  }

  /// Inserts a value. The key must be new, and neither the key nor the value may be 0.
  mutating func insert(_ value: UInt32, for key: UInt64) {
    if slots == nil || (count + 1) * 2 > mask + 1 { grow() }
    place(value, for: key)
    count += 1
  }

  private func place(_ value: UInt32, for key: UInt64) {
    guard let slots else { return }
    var index = Self.hash(key) & mask
    while slots[index].key != 0 { index = (index + 1) & mask }
    slots[index] = Slot(key: key, value: value)
  }

  private mutating func grow() {
    let old = slots
    let oldCount = old == nil ? 0 : mask + 1
    let capacity = max(32, oldCount * 2)
    slots = .allocate(capacity: capacity)
    slots?.initialize(repeating: Slot(key: 0, value: 0), count: capacity)
    mask = capacity - 1
    for index in 0..<oldCount {
      if let slot = old?[index], slot.key != 0 { place(slot.value, for: slot.key) }
    }
    old?.deallocate()
  }

  @inline(__always)
  private static func hash(_ key: UInt64) -> Int {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ (mixed >> 32))
  }
}
