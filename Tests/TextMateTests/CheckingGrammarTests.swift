import Testing
import TextMate

@Suite("Checking grammars")
struct CheckingGrammarTests {
  private struct Neighbours: GrammarSource {
    var grammars: [RawGrammar] = []

    func rawGrammar(scope: ScopeName) -> RawGrammar? { grammars.first { $0.scopeName == scope.rawValue } }
  }

  private func findings(_ members: String, neighbours: [String] = []) throws -> [GrammarCheck.GrammarFinding]
  {
    let grammars = try neighbours.map { try GrammarFile.read(Array($0.utf8)).grammar }
    return try GrammarCheck.findings(
      in: Array("{\"scopeName\": \"source.x\",\n\(members)}".utf8), source: Neighbours(grammars: grammars),
      neighbours: { grammars })
  }

  @Test("a sound grammar is clean")
  func soundGrammarHasNoFindings() throws {
    let found = try findings(
      #"""
      "patterns": [{"include": "#a"}, {"include": "$self"}, {"include": "source.y#b"}],
      "repository": {
        "a": {"patterns": [{"include": "#local"}, {"include": "source.x#c"}],
          "repository": {"local": {"match": "(?:[^\"\\\\]|\\\\.)+"}}},
        "c": {"begin": "(['\"])", "end": "\\1", "beginCaptures": {"1": {"name": "q"}},
          "patterns": [{"match": "\\b[a-z]+(?:\\s*,\\s*[a-z]+)*\\s*:"}]},
        "used-by-y": {"begin": "(?=x)", "end": "(?!\\G)", "patterns": [{"include": "#chain"}]},
        "chain": {"match": "a+"}}
      """#,
      neighbours: [
        #"""
        {"scopeName": "source.y", "patterns": [{"begin": "a", "end": "b", "patterns": [{"include": "source.x#used-by-y"}]}],
         "repository": {"b": {"match": "b"}}}
        """#
      ])
    #expect(found.map(\.message) == [])
  }

  @Test(
    "mistakes are found where they are",
    arguments: [
      (#""patterns": [{"match": "(a"}]"#, "patterns[0].match", "end pattern with unmatched parenthesis"),
      (
        #""patterns": [{"begin": "a", "end": "[z-a]"}]"#, "patterns[0].end",
        "empty range in char class"
      ),
      (
        ##""patterns": [{"include": "#striing"}], "repository": {"string": {"match": "a"}}"##,
        "patterns[0].include", "no rule is named 'striing'; did you mean 'string'?"
      ),
      (#""patterns": [{"match": ""}, {"match": "a*?"}]"#, "patterns[1].match", "can match nothing"),
      (
        #""patterns": [{"begin": "(?=)", "end": ""}]"#, "patterns[0].end",
        "can begin and end without taking text"
      ),
      (#""patterns": [{"begin": "a"}]"#, "patterns[0]", "begin without end or while"),
      (
        #""patterns": [{"begin": "(a)", "end": "\\2"}]"#, "patterns[0].end",
        "refers to group 2, but begin has 1"
      ),
      (#""patterns": [7, {"match": "a"}]"#, "patterns[0]", "expected a rule, found a number"),
    ])
  func mistakesAreErrorsAtTheirLocation(members: String, location: String, message: String) throws {
    let errors = try findings(members).filter { $0.severity == .error }
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.location == location)
    #expect(error.message.hasPrefix(message), "\(error.message)")
    #expect(error.line == 2 && error.column > 1)
  }

  @Test(
    "what is suspicious is a warning",
    arguments: [
      (#""repository": {"a": {"match": "a"}}"#, "repository.a", "no include leads to this rule"),
      (#""patterns": [{"include": "source.none"}]"#, "patterns[0].include", "no grammar has the scope"),
      (
        #""patterns": [{"match": "(a)", "captures": {"2": {"name": "n"}}}]"#, "patterns[0].captures",
        "names group 2, but the pattern has 1"
      ),
      (#""patterns": [{"match": "(?=x)"}]"#, "patterns[0].match", "can match nothing"),
      (
        #""patterns": [{"match": "a", "repository": {}}]"#, "patterns[0].repository",
        "a repository is looked at only"
      ),
      (
        #""patterns": [{"begin": "a", "while": "b", "end": "c"}]"#, "patterns[0].end",
        "end has no effect beside while"
      ),
    ])
  func suspiciousRulesAreWarnings(members: String, location: String, message: String) throws {
    let found = try findings(members)
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.location == location)
    #expect(found.first?.message.hasPrefix(message) == true, "\(found)")
  }

  @Test(
    "patterns that backtrack exponentially are seen",
    arguments: [
      "(a+)+b", "(?:a*)*c", #"(\w+\s*)*;"#, #"(?:\w|\d)+;"#, "(?:a|a)*b", #"(?:\s*a\s*)+b"#,
      #"^\[x([#%,.][^]]+)*]$"#, #"((?:[^"]|\\.)*x*)*""#, "(?:(?:ab?)+)+c",
    ])
  func exponentialBacktrackingIsReported(pattern: String) throws {
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let found = try findings(#""patterns": [{"match": "\#(escaped)"}]"#)
    #expect(found.contains { $0.message.contains("exponential") })
  }

  @Test(
    "patterns that only look alike are not",
    arguments: [
      "(?:[^ab]|a.)*b", #"\w+(?:\.\w+)*;"#, #"(?:\s*,\s*\w+)*\s*:"#, "(?>a+)+b", "(?:a++)+b", "(a+)+",
      #"(?:\\.|[^"\\])*""#, "(?:ab+c)*d", #"(?:[a-z]+:)+x"#, "(?:a{2})+b",
    ])
  func harmlessRepetitionsAreNotReported(pattern: String) throws {
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let found = try findings(#""patterns": [{"match": "\#(escaped)"}]"#)
    #expect(!found.contains { $0.message.contains("exponential") }, "\(found)")
  }

  @Test("grammars that include themselves in circles are walked once")
  func includeCyclesAreVisitedOnce() throws {
    let found = try findings(
      ##""patterns": [{"include": "#a"}], "repository": {"a": {"patterns": [{"include": "#b"}]}, "b": {"include": "#a"}}"##
    )
    #expect(found.isEmpty)
  }

  @Test("what is no grammar is an error")
  func fileThatIsNoGrammarIsAnError() {
    #expect(throws: LoadError.self) { try GrammarCheck.findings(in: Array("{}".utf8), source: Neighbours()) }
  }
}
