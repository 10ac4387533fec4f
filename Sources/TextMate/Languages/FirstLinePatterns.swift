internal import OnigurumaRegex
internal import Synchronization

/// The languages' patterns for a first line, compiled when the first line is asked about.
final class FirstLinePatterns: Sendable {
  private let sources: [(language: LanguageID, pattern: String)]
  private let compiled = Mutex<[(language: LanguageID, regex: Regex)]?>(nil)
  /// A longer first line is cut off here: it is minified code or data.
  private static let longestLine = 1000

  init(_ sources: [(LanguageID, String)]) { self.sources = sources }

  deinit { compiled.withLock { $0?.forEach { $0.regex.free() } } }

  /// The first language whose pattern matches somewhere in the line; a pattern that does not compile never does.
  func firstMatch(_ line: String) -> LanguageID? {
    let bytes = Array(line.utf8.prefix(Self.longestLine))
    return compiled.withLock { compiled in
      if compiled == nil {
        compiled = sources.compactMap { source in
          (try? Regex(source.pattern.utf8)).map { (source.language, $0) }
        }
      }
      let memory = MatchMemory(retries: 20_000, stack: 50_000)
      return bytes.withUnsafeBufferPointer { text in
        guard let start = text.baseAddress else { return nil }
        return compiled?.first {
          memory.search($0.regex, text: start, end: text.count, from: 0) == .matched
        }?.language
      }
    }
  }
}
