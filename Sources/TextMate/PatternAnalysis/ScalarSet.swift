internal import OnigurumaRegex

/// The scalars that one item of a pattern can match: ASCII as bits, the others as far as they are known.
struct ScalarSet: Sendable, Equatable {
  /// The known members from U+0080 on.
  enum Wide: Sendable, Equatable {
    case none
    case all
    /// Exactly these ranges, which are sorted and disjoint.
    case ranges([ClosedRange<UInt32>])
    /// The scalars that have a type by Oniguruma's Unicode tables, and those that do not have it.
    case type(CharacterType)
    case notType(CharacterType)
    /// An unknown subset, which only Oniguruma's Unicode tables define.
    case unknown
  }

  /// The bits of U+0000...U+003F and of U+0040...U+007F.
  var low: UInt64 = 0
  var high: UInt64 = 0
  var wide: Wide = .none
  /// Whether the ASCII part is exact. If not, it contains at least the members.
  var isExact = true
  /// Whether no non-ASCII member has case or folds to another scalar.
  var isCaseless = true

  static let everything = ScalarSet(low: .max, high: .max, wide: .all, isCaseless: false)
  static let lastScalar: UInt32 = 0x10FFFF

  static func ascii(_ from: UInt8, _ to: UInt8) -> ScalarSet {
    var set = ScalarSet()
    set.insert(UInt32(from)...UInt32(to))
    return set
  }

  func contains(ascii byte: UInt8) -> Bool {
    (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 != 0
  }

  mutating func insert(_ scalar: UInt32) { insert(scalar...scalar) }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    if range.lowerBound < 0x80 {
      let upper = min(range.upperBound, 0x7F)
      low |= Self.bits(range.lowerBound, upper, base: 0)
      high |= Self.bits(range.lowerBound, upper, base: 64)
    }
    if range.upperBound >= 0x80 {
      let beyond = max(range.lowerBound, 0x80)...range.upperBound
      wide = Self.union(wide, .ranges([beyond]))
      isCaseless = isCaseless && Self.caseless.contains { $0.contains(beyond) }
    }
  }

  /// Unicode blocks without letters that have case: controls, signs, punctuation, symbols, Han.
  private static let caseless: [ClosedRange<UInt32>] = [
    0x80...0xA9, 0x1680...0x1680, 0x2000...0x206F, 0x2190...0x245F, 0x2500...0x2BFF, 0x3000...0x9FFF,
  ]

  private static func bits(_ from: UInt32, _ to: UInt32, base: UInt32) -> UInt64 {
    let lower = max(from, base)
    let upper = min(to, base + 63)
    guard lower <= upper else { return 0 }
    return (UInt64.max >> UInt64(63 - (upper - lower))) << UInt64(lower - base)
  }

  mutating func formUnion(_ other: ScalarSet) {
    low |= other.low
    high |= other.high
    wide = Self.union(wide, other.wide)
    isExact = isExact && other.isExact
    isCaseless = isCaseless && other.isCaseless
  }

  mutating func formIntersection(_ other: ScalarSet) {
    low &= other.low
    high &= other.high
    wide = Self.intersection(wide, other.wide)
    isExact = isExact && other.isExact
    isCaseless = isCaseless || other.isCaseless
  }

  var inverted: ScalarSet {
    guard isExact else {
      return ScalarSet(low: .max, high: .max, wide: .unknown, isExact: false, isCaseless: false)
    }
    let complement = Self.complement(wide)
    return ScalarSet(low: ~low, high: ~high, wide: complement, isCaseless: complement == .none)
  }

  mutating func forgetWide() {
    wide = .unknown
    isCaseless = false
  }

  /// Whether the set contains every ASCII letter in both cases.
  var hasAllLetters: Bool { high & 0x07FF_FFFE_07FF_FFFE == 0x07FF_FFFE_07FF_FFFE }

  /// Whether case adds nothing to the set: `[\w]` contains all letters, and the marks that fold with them.
  var isClosedOverCase: Bool { hasAllLetters && wide == .type(.word) }

  /// Adds the other case of every ASCII letter, and the other scalars that fold to one (long s, the Kelvin
  /// sign).
  mutating func closeOverCase() {
    let upper: UInt64 = 0x0000_0000_07FF_FFFE
    let lower: UInt64 = upper << 32
    high |= (high & upper) << 32 | (high & lower) >> 32
    if contains(ascii: 0x73) { wide = Self.union(wide, .ranges([0x17F...0x17F])) }
    if contains(ascii: 0x6B) { wide = Self.union(wide, .ranges([0x212A...0x212A])) }
  }

  /// Adds the possible case foldings of non-ASCII members: other such scalars, and the letters k and s.
  mutating func addUnknownFolds() {
    forgetWide()
    let before = high
    addFoldsToASCII()
    isExact = isExact && high == before
  }

  /// Adds the ASCII letters to which non-ASCII scalars fold.
  mutating func addFoldsToASCII() {
    high |= 1 << 0x0B | 1 << 0x13 | 1 << 0x2B | 1 << 0x33
  }
}

extension ScalarSet {
  static func union(_ left: Wide, _ right: Wide) -> Wide {
    switch (left, right) {
    case (.none, let other), (let other, .none): other
    case (.all, _), (_, .all): .all
    case (.ranges(let a), .ranges(let b)): normalized(a + b)
    case (.type(let a), .notType(let b)) where a == b: .all
    case (.notType(let a), .type(let b)) where a == b: .all
    default: left == right ? left : .unknown
    }
  }

  static func intersection(_ left: Wide, _ right: Wide) -> Wide {
    switch (left, right) {
    case (.none, _), (_, .none): .none
    case (.all, let other), (let other, .all): other
    default: complement(union(complement(left), complement(right)))
    }
  }

  static func complement(_ wide: Wide) -> Wide {
    switch wide {
    case .none: return .all
    case .all: return .none
    case .unknown: return .unknown
    case .type(let type): return .notType(type)
    case .notType(let type): return .type(type)
    case .ranges(let ranges):
      var gaps: [ClosedRange<UInt32>] = []
      var next: UInt32 = 0x80
      for range in ranges {
        if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
        next = range.upperBound &+ 1
      }
      if next <= lastScalar { gaps.append(next...lastScalar) }
      return normalized(gaps)
    }
  }

  private static func normalized(_ ranges: [ClosedRange<UInt32>]) -> Wide {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    if merged.isEmpty { return .none }
    if merged.count == 1, merged[0].lowerBound <= 0x80, merged[0].upperBound >= lastScalar { return .all }
    return .ranges(merged)
  }
}
