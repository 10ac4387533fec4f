import Foundation
import MarkdownBlocks
import Testing

@Suite struct ConcurrencyTests {
  /// cmark-gfm changes tables of the process while it parses with extensions.
  @Test func eightThreadsGiveTheBytesOfOne() async {
    var random = RandomMarkdown(seed: 42)
    let sources = (0..<60).map { _ in random.document(lines: 30) }
    let expected = sources.map { bareHTML($0, MarkdownOptions()) }
    let results = await withTaskGroup(of: [String].self) { group in
      for worker in 0..<8 {
        group.addTask {
          await onThread {
            (0..<sources.count).map {
              bareHTML(sources[($0 + worker * 7) % sources.count], MarkdownOptions())
            }
            .rotated(by: worker * 7)
          }
        }
      }
      return await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(results.count == 8)
    for result in results { #expect(result == expected) }
  }
}

/// Runs `body` on a thread of its own, so that as many run at once as are asked for.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

extension Array {
  /// The elements as they were before their start was moved by `offset`.
  fileprivate func rotated(by offset: Int) -> [Element] {
    let start = (count - offset % count) % count
    return Array(self[start...] + self[..<start])
  }
}
