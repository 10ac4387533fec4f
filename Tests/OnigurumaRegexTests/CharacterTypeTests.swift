import OnigurumaRegex
import Testing

@Suite struct CharacterTypeTests {
  /// The patterns that name each type, against what the type contains: no scalar differs.
  @Test(arguments: [
    ("\\w", CharacterType.bareWord), ("[\\w]", .word), ("[[:word:]]", .word),
    ("(?i)[\\w]", .word), ("\\d", .digit),
    ("[\\d]", .digit),
    ("[[:alpha:]]", .alpha), ("\\p{Alpha}", .alpha), ("[[:alnum:]]", .alnum), ("\\p{Alnum}", .alnum),
  ])
  func containsWhatPatternsMatch(pattern: String, type: CharacterType) throws {
    let regex = try Regex(Array(pattern.utf8))
    defer { regex.free() }
    let memory = MatchMemory(retries: 1000, stack: 1000)
    for value in UInt32(0x80)...0x10FFFF {
      // Beyond the first blocks, some scalars of each block.
      guard value < 0x3100 || value % 17 == 0, let scalar = Unicode.Scalar(value) else { continue }
      let text = Array(String(scalar).utf8)
      let outcome = text.withUnsafeBufferPointer {
        memory.match(regex, text: $0.baseAddress.unsafelyUnwrapped, end: text.count, at: 0, isStart: true)
      }
      try #require((outcome == .matched) == type.contains(value), "\(pattern) U+\(String(value, radix: 16))")
    }
  }
}
