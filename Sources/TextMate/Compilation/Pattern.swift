internal import OnigurumaRegex
internal import Synchronization

/// A distinct pattern, compiled when it is first asked.
///
/// Lives at a fixed address so that the tokenizer's loops reach it through a plain pointer; made and freed by a
/// ``PatternPool`` or, for a pattern made from the text, by a tokenizer. Any thread may use it.
struct Pattern: ~Copyable {
  /// Bytes of which one must occur at or behind a place after a match's start: one to three, the last repeated.
  struct LaterBytes {
    var first: UInt8
    var second: UInt8
    var third: UInt8
    var offset: Int32
  }

  let source: [UInt8]
  let facts: PatternFacts
  /// `facts.laterBytes`, for the inner loop.
  let laterBytes: UnsafeMutablePointer<LaterBytes>?
  /// Clearing the places of so many groups costs more than asking twice where the pattern matches.
  let hasManyGroups: Bool
  /// 0 before the first use, ``bad`` where the library refused the pattern, else the regex's address.
  private let regexAddress: Atomic<UInt>
  /// 0 before the first use, ``bad`` where there is none, else the address of a matcher of our own.
  private let matcherAddress: Atomic<UInt>

  private static let bad: UInt = 1

  init(source: [UInt8]) {
    self.source = source
    let facts = PatternFacts.analyze(source)
    self.facts = facts
    hasManyGroups = (facts.captureCount ?? 100) > 16
    if facts.laterBytes.isEmpty {
      laterBytes = nil
    } else {
      let later = UnsafeMutablePointer<LaterBytes>.allocate(capacity: facts.laterBytes.count)
      for (index, condition) in facts.laterBytes.enumerated() {
        let bytes = condition.bytes
        let last = bytes.last ?? 0
        (later + index).initialize(
          to: LaterBytes(
            first: bytes.first ?? 0, second: bytes.count > 1 ? bytes[1] : last, third: last,
            offset: Int32(clamping: condition.offset)))
      }
      laterBytes = later
    }
    regexAddress = Atomic(0)
    matcherAddress = Atomic(0)
  }

  deinit {
    laterBytes?.deallocate()
    let address = regexAddress.load(ordering: .acquiring)
    if address > Self.bad { Regex(address: address)?.free() }
    let matcher = matcherAddress.load(ordering: .acquiring)
    if matcher > Self.bad, let matcher = UnsafeMutablePointer<BacktrackingMatcher>(bitPattern: matcher) {
      matcher.deinitialize(count: 1)
      matcher.deallocate()
    }
  }

  /// A matcher that gives the library's answers faster; nil where the pattern asks for more than it can do.
  @inline(__always)
  var matcher: UnsafeMutablePointer<BacktrackingMatcher>? {
    let address = matcherAddress.load(ordering: .acquiring)
    if address > Self.bad { return UnsafeMutablePointer(bitPattern: address) }
    return address == 0 ? makeMatcher() : nil
  }

  @inline(never)
  private func makeMatcher() -> UnsafeMutablePointer<BacktrackingMatcher>? {
    var made: UnsafeMutablePointer<BacktrackingMatcher>?
    if let matcher = BacktrackingMatcher(source) {
      let place = UnsafeMutablePointer<BacktrackingMatcher>.allocate(capacity: 1)
      place.initialize(to: matcher)
      made = place
    }
    let (stored, present) = matcherAddress.compareExchange(
      expected: 0, desired: made.map { UInt(bitPattern: $0) } ?? Self.bad, ordering: .acquiringAndReleasing)
    if stored { return made }
    made?.deinitialize(count: 1)
    made?.deallocate()
    return present > Self.bad ? UnsafeMutablePointer(bitPattern: present) : nil
  }

  /// The compiled pattern; nil where the library refused it.
  @inline(__always)
  var regex: Regex? {
    let address = regexAddress.load(ordering: .acquiring)
    if address > Self.bad { return Regex(address: address) }
    return address == 0 ? compile() : nil
  }

  /// Why the library refuses the pattern, if it does.
  func failure() -> RegexError? {
    do throws(RegexError) {
      try Regex(source).free()
      return nil
    } catch {
      return error
    }
  }

  /// Two threads may both compile; the one that comes second throws its own work away.
  @inline(never)
  private func compile() -> Regex? {
    let compiled = try? Regex(source)
    let (stored, present) = regexAddress.compareExchange(
      expected: 0, desired: compiled?.address ?? Self.bad, ordering: .acquiringAndReleasing)
    if stored { return compiled }
    compiled?.free()
    return present > Self.bad ? Regex(address: present) : nil
  }
}

/// A pattern's place. Sendable because a pattern guards itself.
struct PatternReference: @unchecked Sendable, Hashable {
  let pointer: UnsafeMutablePointer<Pattern>
}
