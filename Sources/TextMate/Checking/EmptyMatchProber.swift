internal import OnigurumaRegex

/// A compiled pattern that is freed with its owner.
final class ProbedPattern {
  let regex: Regex
  var captureCount: Int { regex.captureCount }

  init(_ bytes: [UInt8]) throws(RegexError) { regex = try Regex(bytes) }

  deinit { regex.free() }
}

/// Tries patterns on small texts, to find a place where they match without taking anything.
///
/// What is found is proved; that nothing is found proves nothing.
final class EmptyMatchProber {
  /// Each printable ASCII character as a line's first, and within words and after spaces.
  private static let samples: [[UInt8]] = (0x20...0x7E).flatMap { byte -> [[UInt8]] in
    let byte = UInt8(byte)
    return [
      [byte, UInt8(ascii: "a"), 0x0A], [UInt8(ascii: "a"), byte, UInt8(ascii: "b"), 0x0A],
      [0x20, byte, byte, 0x20, 0x0A],
    ]
  }

  private let memory = MatchMemory(retries: 50_000, stack: 50_000)

  /// The text after a place inside of a line where a pattern matches nothing, in quotes.
  func emptyMatch(of pattern: ProbedPattern) -> String? {
    for sample in Self.samples {
      // A match of nothing at the end of the line does no harm.
      for position in 0..<sample.count - 1 where isEmpty(pattern, sample, position, isStart: false) {
        return Self.quoted(sample[position...])
      }
    }
    return nil
  }

  /// The text after a place where a rule begins, and there ends, with nothing taken.
  func emptyPair(begin: ProbedPattern, end: ProbedPattern) -> String? {
    for sample in Self.samples {
      for position in 0..<sample.count - 1
      where isEmpty(begin, sample, position, isStart: false) && isEmpty(end, sample, position, isStart: true)
      {
        return Self.quoted(sample[position...])
      }
    }
    return nil
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
