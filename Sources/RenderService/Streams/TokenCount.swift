/// Guesses how many tokens of a language model a text is: a letter of ASCII counts a quarter, any other one whole.
struct TokenCount: Hashable, Sendable {
  private var quarters = 0

  var approximate: Int { (quarters + 3) / 4 }

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte < 0x80 { quarters += 1 } else if byte >= 0xC0 { quarters += 4 }
    }
  }

  mutating func add(_ other: TokenCount) { quarters += other.quarters }
}
