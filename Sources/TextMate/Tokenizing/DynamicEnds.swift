/// End and while patterns that contain text from the match of their begin pattern.
///
/// Belongs to one tokenizer. All sources are kept, because states refer to them, but only a limited number of
/// compiled patterns.
struct DynamicEnds: ~Copyable {
  private struct DynamicEnd {
    let source: PatternSource
    let resolved: [UInt8]
  }

  private struct CompiledKey: Hashable {
    let end: UInt32
    let anchors: Int
  }

  private static let mostCompiled = 128

  private var ends: [DynamicEnd] = []
  private var indexes: [[UInt8]: UInt32] = [:]
  private var compiled: [CompiledKey: UnsafeMutablePointer<Pattern>] = [:]

  init() {}

  deinit {
    for pattern in compiled.values {
      pattern.deinitialize(count: 1)
      pattern.deallocate()
    }
  }

  var count: Int { ends.count }

  /// Returns the number of a resolved pattern, from 1. Equal bytes give the same number.
  mutating func index(of resolved: [UInt8], source: PatternSource) -> UInt32 {
    if let known = indexes[resolved] { return known }
    ends.append(DynamicEnd(source: source, resolved: resolved))
    let index = UInt32(ends.count)
    indexes[resolved] = index
    return index
  }

  /// Frees compiled patterns if there are too many. Call it only between lines.
  mutating func trim() {
    guard compiled.count > Self.mostCompiled else { return }
    for pattern in compiled.values {
      pattern.deinitialize(count: 1)
      pattern.deallocate()
    }
    compiled.removeAll(keepingCapacity: true)
  }

  /// Returns the compiled pattern, valid until ``trim()``.
  mutating func pattern(_ index: UInt32, anchors: Anchors) -> UnsafeMutablePointer<Pattern>? {
    guard index > 0, Int(index) <= ends.count else { return nil }
    let end = ends[Int(index) - 1]
    let key = CompiledKey(end: index, anchors: end.source.hasAnchor ? anchors.rawValue : 0)
    if let known = compiled[key] { return known }
    let bytes = end.source.resolvingAnchors(in: end.resolved, anchors)
    let made = UnsafeMutablePointer<Pattern>.allocate(capacity: 1)
    made.initialize(to: Pattern(source: bytes))
    compiled[key] = made
    return made
  }
}
