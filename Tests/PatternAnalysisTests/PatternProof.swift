import OnigurumaRegex

@testable import TextMate

/// Compares what the analysis says of a pattern, and what the native matcher gives, with the library.
struct PatternProof: ~Copyable {
  /// The counts of comparisons so far.
  struct Tally: CustomStringConvertible {
    var patterns = 0
    var nativePatterns = 0
    var unread = 0
    var invalid = 0
    var pairs = 0
    var matches = 0
    var excluded = 0
    var decided = 0
    var decidedMatches = 0
    var undecided = 0
    /// One line for each difference, the first few only.
    var differences: [String] = []

    mutating func note(_ difference: String) {
      if differences.count < 20 { differences.append(difference) }
    }

    var description: String {
      """
      \(patterns) patterns (\(nativePatterns) native, \(unread) not read, \(invalid) invalid), \(pairs) positions: \
      \(matches) matches, \(excluded) excluded by facts, \(decided) decided natively (\(decidedMatches) matches), \
      \(undecided) undecided
      """
    }
  }

  private let memory = MatchMemory(retries: 50_000, stack: 0)
  private let scratch = MatchScratch()
  private let slots = UnsafeMutablePointer<Int32>.allocate(capacity: 4_096)
  private(set) var tally = Tally()
  var random: RandomSource
  /// Changes the facts before they are compared, for the test of the comparison itself.
  var sabotage: (inout PatternFacts) -> Void = { _ in }

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  deinit { slots.deallocate() }

  mutating func check(_ pattern: [UInt8], extraTexts: [[UInt8]], rounds: Int) {
    guard let tree = try? PatternParser.parse(pattern) else {
      tally.unread += 1
      return
    }
    let matcher = ProgramContents(pattern).map { NativeMatcher($0) }
    guard let regex = try? Regex(pattern) else {
      tally.invalid += 1
      if matcher != nil {
        tally.note("accepted an invalid pattern: \(String(decoding: pattern, as: UTF8.self))")
      }
      return
    }
    defer { regex.free() }
    var facts = PatternFacts(tree)
    sabotage(&facts)
    tally.patterns += 1
    if matcher != nil { tally.nativePatterns += 1 }
    if facts.captureCount != regex.captureCount {
      tally.note("counts groups wrongly: \(String(decoding: pattern, as: UTF8.self))")
    }
    var texts = extraTexts
    for _ in 0..<rounds {
      let text = PatternTexts.text(for: tree, seed: random.next())
      let spoiled = PatternTexts.spoiled(text, &random)
      texts += [text, spoiled, PatternTexts.spoiled(spoiled, &random)]
    }
    for text in texts {
      // The library wants an address even of an empty text.
      (text + [0]).withUnsafeBufferPointer { buffer in
        let text = UnsafeBufferPointer(rebasing: buffer[..<text.count])
        for position in 0...text.count
        where position == text.count || text[position] & 0xC0 != 0x80 {
          compare(pattern, regex, facts, matcher, text, position)
        }
      }
    }
  }

  private mutating func compare(
    _ pattern: [UInt8], _ regex: Regex, _ facts: PatternFacts, _ matcher: NativeMatcher?,
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int
  ) {
    guard let start = text.baseAddress else { return }
    let isStart = random.below(4) == 0
    let outcome = memory.match(regex, text: start, end: text.count, at: position, isStart: isStart)
    if outcome == .failed { return }
    tally.pairs += 1
    func note(_ what: String) {
      tally.note(
        """
        \(what): \(String(decoding: pattern.prefix(300), as: UTF8.self)) at \(position) of \
        \(String(decoding: text.prefix(200), as: UTF8.self).debugDescription)
        """)
    }
    let denial = facts.denial(of: text, at: position, isStart: isStart)
    if denial != nil { tally.excluded += 1 }
    if outcome == .matched {
      tally.matches += 1
      if let denial { note("the facts deny a match by '\(denial)'") }
    }
    guard let matcher else { return }
    switch matcher.matcher.match(
      text, at: position, searchStart: isStart ? position : -1, slots: slots, scratch: scratch,
      workLimit: 4_000)
    {
    case .unknown, .exhausted: tally.undecided += 1
    case .noMatch:
      tally.decided += 1
      if outcome == .matched { note("no native match, where there is one") }
    case .match(let end):
      tally.decided += 1
      tally.decidedMatches += 1
      let isSame =
        outcome == .matched && memory.ends[0] == Int32(end)
        && (0..<memory.count).allSatisfy {
          memory.starts[$0] == slots[2 * $0] && memory.ends[$0] == slots[2 * $0 + 1]
        }
      if !isSame { note("another native match, to \(end)") }
    }
  }
}

/// A matcher that can be there or not.
private final class NativeMatcher {
  let matcher: BacktrackingMatcher

  init(_ contents: ProgramContents) { matcher = BacktrackingMatcher(contents) }
}

extension PatternFacts {
  /// The condition that rules out a match at `position`, read as its documentation says; nil where all hold.
  func denial(of text: UnsafeBufferPointer<UInt8>, at position: Int, isStart: Bool) -> String? {
    func value(_ index: Int) -> Int { index < text.count ? Int(text[index]) : ByteSet257.edge }
    func isBlank(_ value: Int) -> Bool { value == 0x20 || value == 0x09 }
    func isWord(_ value: Int) -> Bool {
      value < 128 ? ScalarSet.word.contains(ascii: UInt8(value)) : value != ByteSet257.edge
    }
    func valueAfter(_ isSkipped: (Int) -> Bool) -> Int {
      var index = position
      while isSkipped(value(index)) { index += 1 }
      return value(index)
    }
    if !first.contains(value(position)) { return "first" }
    if !second.contains(value(position + 1)) { return "second" }
    if !third.contains(value(position + 2)) { return "third" }
    if !previous.contains(position == 0 ? ByteSet257.edge : Int(text[position - 1])) { return "previous" }
    if !firstAfterSpaces.contains(valueAfter(isBlank)) { return "firstAfterSpaces" }
    if !firstAfterWord.contains(valueAfter(isWord)) { return "firstAfterWord" }
    if !firstAfterSpacesAndWord.contains(valueAfter { isBlank($0) || isWord($0) }) {
      return "firstAfterSpacesAndWord"
    }
    if requiresSearchStart, !isStart { return "requiresSearchStart" }
    if position + minLength > text.count { return "minLength" }
    for later in laterBytes
    where !text.dropFirst(position + later.offset).contains(where: later.bytes.contains) {
      return "laterBytes"
    }
    return nil
  }
}
