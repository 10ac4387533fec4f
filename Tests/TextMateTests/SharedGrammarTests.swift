import Testing
import TextMate

/// Many tokenizers at once over the same grammars give what one gives alone.
@Suite(.enabled(if: ConformanceData.root != nil))
struct SharedGrammarTests {
  private static let names = ["markdown", "html", "javascript", "php", "c", "ruby", "shellscript", "json"]

  private static func scopes(of name: String, in registry: GrammarRegistry) throws -> [[String]] {
    let path = ConformanceData.path("textmate/grammars/\(name).tmLanguage.json")
    let scope = ScopeName(try GrammarFile.read(path: path).grammar.scopeName)
    guard let grammar = registry.grammar(scope: scope) else { return [] }
    let tokenizer = Tokenizer(grammar: grammar)
    var state = LineState.initial
    var found: [[String]] = []
    for line in ConformanceData.lines(of: try ConformanceData.text("textmate/samples/\(name).sample")) {
      let (tokens, result) = tokenizer.tokenize(line, from: state)
      state = result.state
      for token in tokens { found.append(["\(token.end)"] + tokenizer.scopeNames(of: token.scopes)) }
    }
    return found
  }

  @Test func tokensAreTheSameOnManyThreads() async throws {
    let source = RawGrammars(grammars: RawGrammars.conformance)
    var alone: [String: [[String]]] = [:]
    for name in Self.names {
      alone[name] = try Self.scopes(of: name, in: GrammarRegistry(source: source))
    }
    let shared = GrammarRegistry(source: source)
    try await withThrowingTaskGroup(of: (String, [[String]]).self) { group in
      for round in 0..<4 {
        for index in Self.names.indices {
          let name = Self.names[(index + round) % Self.names.count]
          group.addTask { (name, try Self.scopes(of: name, in: shared)) }
        }
      }
      for try await (name, found) in group { #expect(found == alone[name]) }
    }
  }

  @Test func lineByLineFromKeptStatesIsTheSame() throws {
    let registry = GrammarRegistry(source: RawGrammars(grammars: RawGrammars.conformance))
    let grammar = try #require(registry.grammar(scope: "text.html.markdown"))
    let lines = ConformanceData.lines(of: try ConformanceData.text("textmate/samples/markdown.sample"))
    let tokenizer = Tokenizer(grammar: grammar)
    var states = [LineState.initial]
    var tokens: [[Token]] = []
    for line in lines {
      let (found, result) = tokenizer.tokenize(line, from: states[states.count - 1])
      states.append(result.state)
      tokens.append(found)
    }
    // Again, backwards, from the states that were kept.
    for index in lines.indices.reversed() {
      let (found, result) = tokenizer.tokenize(lines[index], from: states[index])
      #expect(found == tokens[index])
      #expect(result.state == states[index + 1])
    }
  }
}
