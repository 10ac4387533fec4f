import Testing
import TextMate

@Suite("Reading grammars")
struct LoadingGrammarTests {
  private func read(_ json: String) throws -> GrammarFile.Contents {
    try GrammarFile.read(Array(json.utf8), path: "x.json")
  }

  @Test("every member of a grammar and of a rule is read")
  func everyMemberOfAGrammarIsRead() throws {
    let grammar = try read(
      """
      {"scopeName": "source.x", "name": "X", "fileTypes": ["x", "y"], "firstLineMatch": "^#!",
       "injectionSelector": "L:source", "injections": {"R:b": {"match": "1"}, "L:a": {"match": "2"}},
       "patterns": [
         {"name": "n", "match": "m", "captures": {"0": {"name": "zero"}, "12": {"patterns": [{"include": "#r"}]}}},
         {"contentName": "c", "begin": "b", "end": "e", "applyEndPatternLast": 1, "disabled": true,
          "beginCaptures": [{"name": "first"}, {"name": "second"}], "endCaptures": {"1": {"name": "end"}},
          "repository": {"inner": {"include": "$self"}}},
         {"begin": "b", "while": "w", "whileCaptures": {"1": {"name": "w"}}}],
       "repository": {"r": {"match": "r"}}}
      """
    ).grammar
    #expect(grammar.scopeName == "source.x")
    #expect(grammar.path == "x.json")
    #expect(grammar.fileTypes == ["x", "y"])
    #expect(grammar.injections.map(\.selector) == ["R:b", "L:a"])
    #expect(grammar.patterns.count == 3)
    #expect(grammar.patterns[0].captures?[12]?.patterns?.first?.include == "#r")
    #expect(grammar.patterns[1].applyEndPatternLast && grammar.patterns[1].disabled)
    #expect(grammar.patterns[1].beginCaptures?[1]?.name == "second")
    #expect(grammar.patterns[1].repository?["inner"]?.include == "$self")
    #expect(grammar.patterns[2].while == "w")
    #expect(grammar.patterns[2].whileCaptures?[1]?.name == "w")
    #expect(grammar.repository["r"]?.match == "r")
  }

  @Test("malformed members are left out and reported with their place")
  func malformedMembersAreReported() throws {
    let contents = try read(
      """
      {"scopeName": "source.x",
       "patterns": ["no", {"match": 5, "name": "kept"},
         {"match": "a", "captures": {"one": {"name": "b"}, "1": "c"}}],
       "repository": {"list": [], "good": {"match": "g"}}}
      """)
    #expect(contents.grammar.patterns.map(\.match) == [nil, "a"])
    #expect(contents.grammar.patterns[0].name == "kept")
    #expect(contents.grammar.repository["good"]?.match == "g")
    #expect(
      contents.issues.map(\.location) == [
        "patterns[0]", "patterns[1].match", "patterns[2].captures.one", "patterns[2].captures.1",
        "repository.list",
      ])
    #expect(contents.issues.map(\.line) == [2, 2, 3, 3, 4])
  }

  @Test(
    "a file that is no grammar says so", arguments: ["[]", "{}", #"{"scopeName": 3}"#, #"{"scopeName": ""}"#])
  func fileThatIsNoGrammarIsRefused(json: String) {
    let error = #expect(throws: LoadError.self) { try read(json) }
    #expect(error?.code == .content)
    #expect(error?.path == "x.json")
  }
}
