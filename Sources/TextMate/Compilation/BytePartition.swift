/// Partitions the 257 byte values into classes, so that each of the given sets is a union of classes.
///
/// Each value has a signature that depends on the sets that contain it. Two values in different sets have the
/// same signature with a probability of 2^-64.
struct BytePartition {
  private var signatures = [UInt64](repeating: 0, count: 257)
  private var key: UInt64 = 0x243F_6A88_85A3_08D3
  private var known = KnownSets()

  /// Splits classes into members and non-members. The cost depends on the smaller of the set and its
  /// complement.
  mutating func split(by set: ByteSet257) {
    if set.isAll || !known.insert(set) { return }
    // splitmix64: the next number of a fixed pseudorandom sequence.
    key &+= 0x9E37_79B9_7F4A_7C15
    var mixed = key
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    let isLarge = set.isLarge
    for index in 0..<4 {
      var bits = isLarge ? ~set.word(index) : set.word(index)
      while bits != 0 {
        signatures[index * 64 + bits.trailingZeroBitCount] ^= mixed
        bits &= bits - 1
      }
    }
    if set.hasEdge != isLarge { signatures[256] ^= mixed }
  }

  /// Numbers the classes from 0 and writes the class of each value to `classes`. There are at most 256
  /// classes, because 0xFE and 0xFF do not occur in UTF-8 and always share one.
  ///
  /// - Returns: The number of classes, and the first byte of each class that has one.
  func assign(to classes: UnsafeMutablePointer<UInt8>) -> (count: Int, firstBytes: ByteSet257) {
    var count = 0
    var firstBytes = ByteSet257.empty
    // An open-addressing table from signatures to the classes that have them. The low bits of a signature are
    // random.
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.slots) { slots in
      slots.initialize(repeating: .max)
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 257) { known in
        for value in signatures.indices {
          let signature = signatures[value == 0xFF ? 0xFE : value]
          // Neighbours mostly share a class.
          if value > 0, signature == known[Int(classes[value - 1])] {
            (classes + value).initialize(to: classes[value - 1])
            continue
          }
          var slot = Int(truncatingIfNeeded: signature) & (Self.slots - 1)
          while slots[slot] != .max, known[Int(slots[slot])] != signature {
            slot = (slot + 1) & (Self.slots - 1)
          }
          if slots[slot] == .max {
            slots[slot] = UInt16(count)
            known.initializeElement(at: count, to: signature)
            count += 1
            if value < ByteSet257.edge { firstBytes.insert(UInt8(value)) }
          }
          (classes + value).initialize(to: UInt8(slots[slot]))
        }
      }
    }
    return (count, firstBytes)
  }

  /// The number of slots: a power of two above twice the number of values.
  private static let slots = 1024
}

/// The sets that have split a partition. A set that was evicted splits the partition again, which has no
/// effect.
private struct KnownSets {
  private var sets = [ByteSet257?](repeating: nil, count: 128)

  /// Records a set.
  ///
  /// - Returns: `false` if the set is already recorded.
  mutating func insert(_ set: ByteSet257) -> Bool {
    var hash = set.word(0) ^ set.word(1) &* 3 ^ set.word(2) &* 5 ^ set.word(3) &* 7
    hash = (hash &+ (set.hasEdge ? 1 : 0)) &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(hash >> 57)
    if sets[slot] == set { return false }
    sets[slot] = set
    return true
  }
}
