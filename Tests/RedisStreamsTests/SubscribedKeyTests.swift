import Synchronization
import TestSupport
import Testing

@testable import RedisStreams

/// The order of entries from Redis and from this node, and how often Redis is asked.
struct SubscribedKeyTests {
  private func entries(_ numbers: ClosedRange<Int>) -> [StreamEntry] {
    numbers.map { StreamEntry(id: StreamEntry.ID($0), fields: []) }
  }

  /// Redis has more and more entries. This node tells late about some of them, and replies are late, too.
  @Test func eachEntryComesOnceAndInOrder() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let received = Mutex<[Int]>([])
      let key = SubscribedKey("k", after: StreamEntry.ID(0)) { entries in
        received.withLock { $0 += entries.map(\.id.number) }
      }
      var (own, replies): ([ClosedRange<Int>], [ClosedRange<Int>]) = ([], [])
      var (last, asked) = (0, 0)
      for _ in 0..<60 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let written = last + 1...last + Int.random(in: 1...2, using: &random)
          last = written.upperBound
          if Bool.random(using: &random) { own.append(written) }
        case 2:
          if !own.isEmpty { key.take(own: entries(own.removeFirst())) }
        case 3:
          asked = received.withLock { $0.count }
          if asked < last { replies = [asked + 1...last] }
        default:
          if !replies.isEmpty { key.take(entries(replies.removeFirst())) }
        }
      }
      if last > 0 { key.take(entries(1...last)) }
      #expect(received.withLock { $0 } == Array(1..<last + 1))
    }
  }

  @Test func redisIsAskedNowAndThenWhereAllEntriesAreOwn() {
    let key = SubscribedKey("k", after: StreamEntry.ID(0)) { _ in }
    let start = ContinuousClock.now
    #expect(key.due <= start)
    // It does not matter whether Redis or this node is the first to tell.
    for number in 1...10 {
      if number.isMultiple(of: 2) { key.take(entries(number...number)) }
      key.take(own: entries(number...number), at: start)
    }
    #expect(key.due == start + .milliseconds(100))
    #expect(key.argument == Array("10-0".utf8))
    // Another node has written the entry before.
    key.take(own: entries(12...12), at: start)
    #expect(key.due == start)
    key.take(entries(11...12))
    key.take(own: entries(13...13), at: start)
    #expect(key.due == start)
  }
}
