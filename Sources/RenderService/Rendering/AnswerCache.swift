internal import StyledRuns
internal import Synchronization

/// Answers to requests that may come again, found by everything that they depend on: the whole request.
///
/// Two generations, each of at most half the bytes: when the younger one is full it becomes the older one, and what
/// was not asked for since is forgotten.
final class AnswerCache: Sendable {
  struct Key: Hashable, Sendable {
    /// The route, and what of the headers the answer depends on.
    var variant: String
    var body: [UInt8]
  }

  private struct Generations {
    var young: [Key: Answer] = [:]
    var old: [Key: Answer] = [:]
    var youngBytes = 0
    var oldBytes = 0
  }

  private let capacity: Int
  private let generations = Mutex(Generations())

  init(capacity: Int) { self.capacity = capacity }

  var bytes: Int { generations.withLock { $0.youngBytes + $0.oldBytes } }

  /// Whether an answer to a body of this size would be kept at all.
  func takes(bodyOf count: Int) -> Bool { count * 16 <= capacity }

  func answer(to key: Key) -> Answer? {
    generations.withLock { generations in
      if let answer = generations.young[key] { return answer }
      guard let answer = generations.old.removeValue(forKey: key) else { return nil }
      generations.oldBytes -= Self.cost(key, answer)
      insert(answer, for: key, &generations)
      return answer
    }
  }

  /// Keeps an answer, unless the work that made it was cancelled: then it is not complete.
  func insert(_ answer: Answer, for key: Key) {
    if Cancellation.current?.isCancelled ?? false { return }
    guard Self.cost(key, answer) * 8 <= capacity else { return }
    generations.withLock { insert(answer, for: key, &$0) }
  }

  private func insert(_ answer: Answer, for key: Key, _ generations: inout Generations) {
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

  private static func cost(_ key: Key, _ answer: Answer) -> Int {
    key.body.count + key.variant.utf8.count + answer.body.count + 256
  }
}
