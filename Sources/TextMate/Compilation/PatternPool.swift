/// Stores each distinct pattern of all grammars in the process once.
///
/// Grammars repeat patterns: C uses 2,728 patterns of which 118 are distinct. Patterns stay until the process
/// ends. Only grammars add patterns, never texts, so the pool cannot grow without bound.
final class PatternPool: Sendable {
  static let shared = PatternPool()

  private let lock = Lock()
  /// Protected by `lock`.
  nonisolated(unsafe) private var patterns: [PatternKey: PatternReference] = [:]
  /// The patterns of compiled grammars. Protected by `lock`.
  nonisolated(unsafe) private var compiled: [CompiledPatterns] = []
  /// The maximum number of compiled files whose patterns are used.
  private static let mostCompiled = 8

  /// Adds the patterns of compiled grammars. Facts and programs depend on nothing but the pattern, so they serve
  /// all grammars.
  func add(_ patterns: CompiledPatterns) {
    lock.withLock {
      let isKnown = compiled.contains { $0.identity == patterns.identity }
      if !isKnown, compiled.count < Self.mostCompiled { compiled.append(patterns) }
    }
  }

  /// Returns the pattern with this source. Equal sources give the same pattern.
  func pattern(_ source: [UInt8]) -> PatternReference {
    let key = PatternKey(source: source, checksum: Checksum.of(source))
    let (known, compiled) = lock.withLock { (patterns[key], self.compiled) }
    if let known { return known }
    // Analyse outside of the lock. If two threads do this at the same time, the second result is discarded.
    let pointer = UnsafeMutablePointer<Pattern>.allocate(capacity: 1)
    var entry: CompiledPatterns.PatternEntry?
    for file in compiled where entry == nil { entry = file.entry(of: source, hash: key.checksum) }
    pointer.initialize(to: Pattern(source: source, entry: entry))
    let made = PatternReference(pointer: pointer)
    let kept = lock.withLock {
      if let known = patterns[key] { return known }
      patterns[key] = made
      return made
    }
    if kept != made {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
    return kept
  }

  var count: Int { lock.withLock { patterns.count } }

  /// A source with its checksum, which is hashed in its place: sources are long, and a growing table hashes them
  /// again.
  private struct PatternKey: Hashable {
    let source: [UInt8]
    let checksum: UInt64

    func hash(into hasher: inout Hasher) { hasher.combine(checksum) }
  }
}
