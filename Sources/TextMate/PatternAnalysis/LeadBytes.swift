/// The lead bytes of a set of non-ASCII scalars, by the length of their sequences. Bit `n` stands for byte
/// 0xC0 + n.
struct LeadBytes {
  var two: UInt64 = 0
  var three: UInt64 = 0
  var four: UInt64 = 0

  var isEmpty: Bool { two | three | four == 0 }
  var firstBytes: ByteSet257 { ByteSet257(0, 0, 0, two | three | four) }

  private static let all = LeadBytes(
    two: 0x0000_0000_FFFF_FFFC, three: 0x0000_FFFF_0000_0000, four: 0x001F_0000_0000_0000)

  private init(two: UInt64, three: UInt64, four: UInt64) {
    self.two = two
    self.three = three
    self.four = four
  }

  init(of wide: ScalarSet.Wide) {
    switch wide {
    case .none: self.init(two: 0, three: 0, four: 0)
    case .all, .type, .notType, .unknown: self = Self.all
    case .ranges(let ranges):
      self.init(two: 0, three: 0, four: 0)
      for range in ranges {
        var leads: UInt64 = 0
        for lead in Self.lead(of: range.lowerBound)...Self.lead(of: range.upperBound) {
          leads |= 1 << UInt64(lead & 63)
        }
        two |= leads & Self.all.two
        three |= leads & Self.all.three
        four |= leads & Self.all.four
      }
    }
  }

  static func lead(of scalar: UInt32) -> UInt8 {
    switch scalar {
    case ..<0x800: UInt8(0xC0 | scalar >> 6)
    case ..<0x10000: UInt8(0xE0 | scalar >> 12)
    default: UInt8(0xF0 | (scalar >> 18) & 0x07)
    }
  }
}
