/// Stores each distinct pattern of all grammars in the process once.
///
/// Grammars repeat patterns: C uses 2,728 patterns of which 118 are distinct. Patterns stay until the process
/// ends. Only grammars add patterns, never texts, so the pool cannot grow without bound.
final class PatternPool: Sendable {
  static let shared = PatternPool()

  private let lock = Lock()
  /// Protected by `lock`.
  nonisolated(unsafe) private var patterns: [[UInt8]: PatternReference] = [:]

  /// Returns the pattern with this source. Equal sources give the same pattern.
  func pattern(_ source: [UInt8]) -> PatternReference {
    if let known = lock.withLock({ patterns[source] }) { return known }
    // Analyse outside of the lock. If two threads do this at the same time, the second result is discarded.
    let pointer = UnsafeMutablePointer<Pattern>.allocate(capacity: 1)
    pointer.initialize(to: Pattern(source: source))
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
