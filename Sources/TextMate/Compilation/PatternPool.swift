/// Every distinct pattern of the process's grammars, once.
///
/// Grammars repeat themselves and each other: C asks for 2,728 patterns and has 118 different ones. Patterns stay
/// until the process ends; only grammars put patterns here, never texts.
final class PatternPool: Sendable {
  static let shared = PatternPool()

  private let lock = Lock()
  /// Only touched while `lock` is held.
  nonisolated(unsafe) private var patterns: [[UInt8]: PatternReference] = [:]

  /// The pattern with this source; the same place for the same source.
  func pattern(_ source: [UInt8]) -> PatternReference {
    if let known = lock.withLock({ patterns[source] }) { return known }
    // Analysed outside the lock; whoever comes second throws its own away.
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
