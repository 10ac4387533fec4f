internal import OnigurumaRegex
internal import Synchronization

/// The first-line patterns of all languages, compiled on the first use.
final class FirstLinePatterns: Sendable {
  private let sources: [(language: LanguageID, pattern: String)]
  private let compiled = Mutex<[(language: LanguageID, regex: Regex)]?>(nil)
  /// The number of bytes of a line that are examined. A longer first line is minified code or data.
  private static let longestLine = 1000

  init(_ sources: [(LanguageID, String)]) { self.sources = sources }

  deinit { compiled.withLock { $0?.forEach { $0.regex.free() } } }

  /// Returns the first language whose pattern matches in the line. A pattern that does not compile never
  /// matches.
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
