internal import OnigurumaRegex
internal import Synchronization

/// A distinct pattern, compiled when it is first used.
///
/// Each pattern has a fixed address, so that the tokenizer's loops access it through a plain pointer. A
/// ``PatternPool`` creates and frees it; a tokenizer does so for a pattern that it builds from the text.
/// Thread-safe.
struct Pattern: ~Copyable {
  /// One to three bytes of which one must occur at or after some position after the start of a match. Unused
  /// elements repeat the last byte.
  struct RequiredBytes {
    var first: UInt8
    var second: UInt8
    var third: UInt8
    var offset: Int32
  }

  let source: [UInt8]
  let facts: PatternFacts
  /// The tables of a ``Scanner`` in which the facts exclude values, and those in which they admit more than half.
  let restrictedTables: Scanner.TableSet
  let largeTables: Scanner.TableSet
  private let program: CompiledProgram?
  /// A copy of `facts.laterBytes` for the inner loop.
  let laterBytes: UnsafeMutablePointer<RequiredBytes>?
  /// Whether the pattern has so many groups that clearing them costs more than matching twice.
  let hasManyGroups: Bool
  /// 0 before the first use, ``bad`` if the library rejected the pattern, otherwise the address of the regex.
  private let regexAddress: Atomic<UInt>
  /// 0 before the first use, ``bad`` if there is none, otherwise the address of the backtracking matcher.
  private let matcherAddress: Atomic<UInt>

  private static let bad: UInt = 1

  /// Creates a pattern.
  ///
  /// - Parameter entry: The pattern's entry in compiled grammars; nil to analyse and compile it.
  init(source: [UInt8], entry: CompiledPatterns.PatternEntry? = nil) {
    self.source = source
    let facts = entry?.facts ?? PatternFacts.analyze(source)
    self.facts = facts
    program = entry?.program
    restrictedTables = Scanner.TableSet { !facts.set($0).isAll }
    largeTables = Scanner.TableSet { facts.set($0).isLarge }
    hasManyGroups = (facts.captureCount ?? 100) > 16
    if facts.laterBytes.isEmpty {
      laterBytes = nil
    } else {
      let later = UnsafeMutablePointer<RequiredBytes>.allocate(capacity: facts.laterBytes.count)
      for (index, condition) in facts.laterBytes.enumerated() {
        let bytes = condition.bytes
        let last = bytes.last ?? 0
        (later + index).initialize(
          to: RequiredBytes(
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

  /// A matcher that gives the same results as the library, but faster; nil if the pattern needs features that
  /// it lacks.
  @inline(__always)
  var matcher: UnsafeMutablePointer<BacktrackingMatcher>? {
    let address = matcherAddress.load(ordering: .acquiring)
    if address > Self.bad { return UnsafeMutablePointer(bitPattern: address) }
    return address == 0 ? makeMatcher() : nil
  }

  @inline(never)
  private func makeMatcher() -> UnsafeMutablePointer<BacktrackingMatcher>? {
    var made: UnsafeMutablePointer<BacktrackingMatcher>?
    if let contents = program?.contents() ?? ProgramContents(source) {
      let place = UnsafeMutablePointer<BacktrackingMatcher>.allocate(capacity: 1)
      place.initialize(to: BacktrackingMatcher(contents))
      made = place
    }
    let (stored, present) = matcherAddress.compareExchange(
      expected: 0, desired: made.map { UInt(bitPattern: $0) } ?? Self.bad, ordering: .acquiringAndReleasing)
    if stored { return made }
    made?.deinitialize(count: 1)
    made?.deallocate()
    return present > Self.bad ? UnsafeMutablePointer(bitPattern: present) : nil
  }

  /// The compiled pattern; nil if the library refused it.
  @inline(__always)
  var regex: Regex? {
    let address = regexAddress.load(ordering: .acquiring)
    if address > Self.bad { return Regex(address: address) }
    return address == 0 ? compile() : nil
  }

  /// Returns the library's reason for refusing the pattern; nil if it accepts the pattern.
  func failure() -> RegexError? {
    do throws(RegexError) {
      try Regex(source).free()
      return nil
    } catch {
      return error
    }
  }

  /// Compiles the pattern. If two threads compile it at the same time, the second result is discarded.
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

/// A pointer to a pattern. Sendable because patterns are thread-safe.
struct PatternReference: @unchecked Sendable, Hashable {
  let pointer: UnsafeMutablePointer<Pattern>
}
