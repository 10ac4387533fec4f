/// Stores each distinct pattern of all grammars in the process once.
///
/// Grammars repeat patterns: C uses 2,728 patterns of which 118 are distinct. Patterns stay until the process
/// ends. Only grammars add patterns, never texts, so the pool cannot grow without bound.
final class PatternPool: Sendable {
  static let shared = PatternPool()

  private let lock = Lock()
  /// Protected by `lock`.
  nonisolated(unsafe) private var patterns: [[UInt8]: PatternReference] = [:]
  /// The facts about patterns that are known from compiled grammars. Protected by `lock`.
  nonisolated(unsafe) private var compiled: [CompiledPatterns] = []
  /// The maximum number of compiled files whose facts are used.
  private static let mostCompiled = 8

  /// Adds the facts of compiled grammars. Facts depend on nothing but the pattern, so they serve all
  /// grammars.
  func add(_ facts: CompiledPatterns) {
    lock.withLock {
      let isKnown = compiled.contains { $0.identity == facts.identity }
      if !isKnown, compiled.count < Self.mostCompiled { compiled.append(facts) }
    }
  }

  /// Returns the pattern with this source. Equal sources give the same pattern.
  func pattern(_ source: [UInt8]) -> PatternReference {
    let (known, compiled) = lock.withLock { (patterns[source], self.compiled) }
    if let known { return known }
    // Analyse outside of the lock. If two threads do this at the same time, the second result is discarded.
    let pointer = UnsafeMutablePointer<Pattern>.allocate(capacity: 1)
    let facts = compiled.lazy.compactMap { $0.facts(of: source) }.first
    pointer.initialize(to: Pattern(source: source, facts: facts))
    let made = PatternReference(pointer: pointer)
    let kept = lock.withLock {
      if let known = patterns[source] { return known }
      patterns[source] = made
      return made
    }
    if kept != made {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
    return kept
  }

  var count: Int { lock.withLock { patterns.count } }
}
