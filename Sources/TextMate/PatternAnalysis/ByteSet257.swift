/// A set of byte values and one edge value. The edge is the end of the line in a set of following bytes, and
/// its start in a set of preceding bytes.
package struct ByteSet257: Sendable, Equatable {
  /// The index of the edge value.
  package static let edge = 256

  package static let empty = ByteSet257()
  package static let all = ByteSet257(UInt64.max, UInt64.max, UInt64.max, UInt64.max, edge: true)
  /// The bytes 0x80...0xBF, which continue a multi-byte scalar.
  package static let continuations = ByteSet257(0, 0, UInt64.max, 0, edge: false)
  /// All bytes of non-ASCII scalars.
  package static let nonASCII = ByteSet257(0, 0, UInt64.max, UInt64.max, edge: false)

  @usableFromInline var word0: UInt64
  @usableFromInline var word1: UInt64
  @usableFromInline var word2: UInt64
  @usableFromInline var word3: UInt64
  package var hasEdge: Bool

  package init(
    _ word0: UInt64 = 0, _ word1: UInt64 = 0, _ word2: UInt64 = 0, _ word3: UInt64 = 0, edge: Bool = false
  ) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
    self.hasEdge = edge
  }

  package init(byte: UInt8) {
    self.init()
    insert(byte)
  }

  package mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: word0 |= bit
    case 1: word1 |= bit
    case 2: word2 |= bit
    default: word3 |= bit
    }
  }

  /// Whether the set contains `value`, which is a byte or `edge`.
  package func contains(_ value: Int) -> Bool {
    switch value >> 6 {
    case 0: word0 >> UInt64(value & 63) & 1 != 0
    case 1: word1 >> UInt64(value & 63) & 1 != 0
    case 2: word2 >> UInt64(value & 63) & 1 != 0
    case 3: word3 >> UInt64(value & 63) & 1 != 0
    default: hasEdge
    }
  }

  package var isEmpty: Bool { word0 | word1 | word2 | word3 == 0 && !hasEdge }
  package var isAll: Bool { word0 & word1 & word2 & word3 == UInt64.max && hasEdge }

  /// The number of members among the 257 values.
  package var count: Int {
    word0.nonzeroBitCount + word1.nonzeroBitCount + word2.nonzeroBitCount + word3.nonzeroBitCount
      + (hasEdge ? 1 : 0)
  }

  /// Whether the set has more than half of the values, so that its complement is the smaller set.
  var isLarge: Bool { isAll || count > 128 }

  /// Returns the membership bits of the 64 values from `64 * index` on, lowest first, for building tables.
  /// `index` is 0...3.
  package func word(_ index: Int) -> UInt64 {
    switch index {
    case 0: word0
    case 1: word1
    case 2: word2
    default: word3
    }
  }

  /// Calls `body` with every byte in the set, in ascending order.
  func forEachByte(_ body: (UInt8) -> Void) {
    for index in 0..<4 {
      var rest = word(index)
      while rest != 0 {
        body(UInt8(truncatingIfNeeded: index << 6 | rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  package func union(_ other: ByteSet257) -> ByteSet257 {
    var result = self
    result.formUnion(other)
    return result
  }

  mutating func formUnion(_ other: ByteSet257) {
    word0 |= other.word0
    word1 |= other.word1
    word2 |= other.word2
    word3 |= other.word3
    hasEdge = hasEdge || other.hasEdge
  }

  package func intersection(_ other: ByteSet257) -> ByteSet257 {
    ByteSet257(
      word0 & other.word0, word1 & other.word1, word2 & other.word2, word3 & other.word3,
      edge: hasEdge && other.hasEdge)
  }

  package func subtracting(_ other: ByteSet257) -> ByteSet257 {
    ByteSet257(
      word0 & ~other.word0, word1 & ~other.word1, word2 & ~other.word2, word3 & ~other.word3,
      edge: hasEdge && !other.hasEdge)
  }
}
