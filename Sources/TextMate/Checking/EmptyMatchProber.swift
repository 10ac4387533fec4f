internal import OnigurumaRegex

/// Owns a compiled pattern and frees it.
final class ProbedPattern {
  let regex: Regex
  var captureCount: Int { regex.captureCount }

  init(_ bytes: [UInt8]) throws(RegexError) { regex = try Regex(bytes) }

  deinit { regex.free() }
}

/// Runs patterns on small samples to find a position where they match the empty text.
///
/// A finding is certain. No finding proves nothing.
final class EmptyMatchProber {
  /// Each printable ASCII character at the start of a line, within a word, and after a space.
  private static let samples: [[UInt8]] = (0x20...0x7E).flatMap { byte -> [[UInt8]] in
    let byte = UInt8(byte)
    return [
      [byte, UInt8(ascii: "a"), 0x0A], [UInt8(ascii: "a"), byte, UInt8(ascii: "b"), 0x0A],
      [0x20, byte, byte, 0x20, 0x0A],
    ]
  }

  private let memory = MatchMemory(retries: 50_000, stack: 50_000)

  /// An empty match.
  struct EmptyMatchFinding {
    /// The text after the position, in quotes.
    var example: String
    /// Whether the pattern matches the empty text at every position of all samples.
    var isEverywhere: Bool
  }

  /// Finds a position inside a line where a pattern matches the empty text; nil if no sample has one.
  func emptyMatch(of pattern: ProbedPattern) -> EmptyMatchFinding? {
    find { isEmpty(pattern, $0, $1, isStart: false) }
  }

  /// Finds a position where a rule begins and ends without consuming text; nil if no sample has one.
  func emptyPair(begin: ProbedPattern, end: ProbedPattern) -> EmptyMatchFinding? {
    find { isEmpty(begin, $0, $1, isStart: false) && isEmpty(end, $0, $1, isStart: true) }
  }

  private func find(_ isHarmful: ([UInt8], Int) -> Bool) -> EmptyMatchFinding? {
    var example: String?
    var isEverywhere = true
    for sample in Self.samples {
      // An empty match at the end of the line does no harm.
      for position in 0..<sample.count - 1 {
        if isHarmful(sample, position) {
          if example == nil { example = Self.quoted(sample[position...]) }
        } else {
          isEverywhere = false
        }
        if !isEverywhere, let example { return EmptyMatchFinding(example: example, isEverywhere: false) }
      }
    }
    return example.map { EmptyMatchFinding(example: $0, isEverywhere: true) }
  }

  private func isEmpty(_ pattern: ProbedPattern, _ text: [UInt8], _ position: Int, isStart: Bool) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress,
        memory.match(pattern.regex, text: start, end: text.count, at: position, isStart: isStart) == .matched
      else { return false }
      return memory.ends[0] == Int32(position)
    }
  }

  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    "'" + String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self) + "'"
  }
}
