/// Estimates the number of a language model's tokens in a text: a quarter for each ASCII character, and one
/// for any other character.
struct TokenCount: Hashable, Sendable {
  /// The number of quarters of a token.
  private(set) var quarters = 0

  init(quarters: Int = 0) { self.quarters = quarters }

  var approximate: Int { (quarters + 3) / 4 }

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte < 0x80 { quarters += 1 } else if byte >= 0xC0 { quarters += 4 }
    }
  }

  mutating func add(_ other: TokenCount) { quarters += other.quarters }
}
