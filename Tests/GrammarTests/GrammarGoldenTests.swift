import Foundation
import Testing
import TextMate

/// Holds the tokens of each language's sample against the golden that was reviewed.
///
/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter GrammarGoldenTests` writes the goldens anew; look at the
/// difference before committing it.
@Suite struct GrammarGoldenTests {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  static let grammars = tests.deletingLastPathComponent().deletingLastPathComponent().appending(
    path: "grammars")
  static let library = GrammarLibrary(folders: [grammars.path()])
  static let registry = GrammarRegistry(source: library)

  static let samples: [String] = {
    let folder = tests.appending(path: "Samples").path()
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }()

  @Test func everyGrammarHasASample() {
    let languages = Set(Self.samples.map { String($0.prefix { $0 != "." }) })
    let missing = Self.library.languages.all.map(\.id.rawValue).filter { !languages.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test(arguments: samples)
  func theSampleHasTheTokensThatWereReviewed(sample: String) throws {
    let language = String(sample.prefix { $0 != "." })
    let scope = try #require(Self.library.languages[LanguageID(language)]?.scope)
    let grammar = try #require(Self.registry.grammar(scope: scope))
    let source = try String(contentsOf: Self.tests.appending(path: "Samples/\(sample)"), encoding: .utf8)
    let tokens = Self.readable(source, grammar)
    let golden = Self.tests.appending(path: "Goldens/\(language).tokens")
    if ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] != nil {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try tokens.write(to: golden, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
    for (line, pair) in zip(tokens.split(separator: "\n"), expected).enumerated() where pair.0 != pair.1 {
      Issue.record("\(sample): golden line \(line + 1)\n  was \(pair.1)\n  is  \(pair.0)")
      return
    }
    #expect(tokens.split(separator: "\n").count == expected.count)
  }

  /// Each source line, and below it its tokens with the two innermost scopes, without the language's suffix;
  /// what has only the root scope is left out.
  static func readable(_ source: String, _ grammar: Grammar) -> String {
    let tokenizer = Tokenizer(grammar: grammar)
    var state = LineState.initial
    var output = ""
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let bytes = Array(line.utf8)
      let (tokens, result) = tokenizer.tokenize(String(line), from: state)
      state = result.state
      output += "|\(line)\n"
      var start = 0
      var row: [String] = []
      for token in tokens {
        let text = String(decoding: bytes[start..<Int(token.end)], as: UTF8.self)
        start = Int(token.end)
        let scopes = tokenizer.scopeNames(of: token.scopes).dropFirst().suffix(2)
        guard !scopes.isEmpty, !text.allSatisfy(\.isWhitespace) else { continue }
        row.append("\(text) \(scopes.map(Self.short).joined(separator: " "))")
      }
      if !row.isEmpty { output += "  " + row.joined(separator: " | ") + "\n" }
    }
    return output
  }

  private static func short(_ scope: String) -> String {
    let parts = scope.split(separator: ".")
    return parts.count > 1 ? parts.dropLast().joined(separator: ".") : scope
  }
}
