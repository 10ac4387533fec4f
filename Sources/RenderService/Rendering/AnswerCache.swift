internal import StyledRuns
internal import Synchronization

/// A cache of responses. The key is everything that a response depends on, including the whole request body.
///
/// The cache has two generations, each with at most half of the capacity. When the younger one is full, it
/// replaces the older one, and responses that were not used since then are dropped.
final class AnswerCache: Sendable {
  struct CacheKey: Hashable, Sendable {
    /// The route, and the headers that affect the response.
    var variant: String
    var body: [UInt8]
  }

  private struct Generations {
    var young: [CacheKey: Answer] = [:]
    var old: [CacheKey: Answer] = [:]
    var youngBytes = 0
    var oldBytes = 0
  }

  private let capacity: Int
  private let generations = Mutex(Generations())

  init(capacity: Int) { self.capacity = capacity }

  var bytes: Int { generations.withLock { $0.youngBytes + $0.oldBytes } }

  /// Whether the cache accepts a response to a body of this size.
  func takes(bodyOf count: Int) -> Bool { count * 16 <= capacity }

  func answer(to key: CacheKey) -> Answer? {
    generations.withLock { generations in
      if let answer = generations.young[key] { return answer }
      guard let answer = generations.old.removeValue(forKey: key) else { return nil }
      generations.oldBytes -= Self.cost(key, answer)
      insert(answer, for: key, &generations)
      return answer
    }
  }

  /// Stores a response, unless the current work was cancelled and the response is thus incomplete.
  func insert(_ answer: Answer, for key: CacheKey) {
    if Cancellation.current?.isCancelled ?? false { return }
    guard Self.cost(key, answer) * 8 <= capacity else { return }
    generations.withLock { insert(answer, for: key, &$0) }
  }

  private func insert(_ answer: Answer, for key: CacheKey, _ generations: inout Generations) {
    let cost = Self.cost(key, answer)
    if generations.youngBytes + cost > capacity / 2 {
      generations.old = generations.young
      generations.oldBytes = generations.youngBytes
      generations.young = [:]
      generations.youngBytes = 0
    }
    if let replaced = generations.young.updateValue(answer, forKey: key) {
      generations.youngBytes -= Self.cost(key, replaced)
    }
    generations.youngBytes += cost
  }

  private static func cost(_ key: CacheKey, _ answer: Answer) -> Int {
    key.body.count + key.variant.utf8.count + answer.body.count + 256
  }
}
