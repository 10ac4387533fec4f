/// Partitions the 257 byte values into classes, so that each of the given sets is a union of classes.
///
/// Each value has a signature that depends on the sets that contain it. Two values in different sets have the
/// same signature with a probability of 2^-64.
struct BytePartition {
  private var signatures = [UInt64](repeating: 0, count: 257)
  private var key: UInt64 = 0x243F_6A88_85A3_08D3
  private var known: [ByteSet257] = []

  /// Splits classes into members and non-members. The cost depends on the smaller of the set and its
  /// complement.
  mutating func split(by set: ByteSet257) {
    if set.isAll || known.contains(set) { return }
    if known.count < 64 { known.append(set) }
    // splitmix64: the next number of a fixed pseudorandom sequence.
    key &+= 0x9E37_79B9_7F4A_7C15
    var mixed = key
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    let isLarge = set.count > 128
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
  /// - Returns: One value of each class.
  func assign(to classes: UnsafeMutablePointer<UInt8>) -> [Int] {
    var numbers: [UInt64: UInt8] = [:]
    var representatives: [Int] = []
    for value in signatures.indices {
      let signature = signatures[value == 0xFF ? 0xFE : value]
      if let known = numbers[signature] {
        (classes + value).initialize(to: known)
      } else {
        let number = UInt8(representatives.count)
        numbers[signature] = number
        representatives.append(value)
        (classes + value).initialize(to: number)
      }
    }
    return representatives
  }
}
