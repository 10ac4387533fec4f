import Testing

@testable import TextMate

/// Corners of the grammar format, each as vscode-textmate has it.
@Suite struct RuleSemanticsTests {
  private func scopes(
    _ line: String, _ patterns: [RawRule], repository: [String: RawRule] = [:]
  ) throws -> [String] {
    let grammar = RawGrammar(scopeName: "s", patterns: patterns, repository: repository)
    let registry = GrammarRegistry(source: RawGrammars(grammars: ["s": grammar]))
    let tokenizer = Tokenizer(grammar: try #require(registry.grammar(scope: "s")))
    return tokenizer.tokenize(line, from: .initial).tokens.map {
      "\($0.end) " + tokenizer.scopeNames(of: $0.scopes).dropFirst().joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("n.$1", "n.ab"), ("n.${1:/upcase}", "n.AB"), ("n.${1:/downcase}", "n.ab"), ("n.$1.$0", "n.ab.ab"),
    ("n.$9", "n.$9"), ("a b", "a b"), ("n.${1:/other}", "n.${1:/other}"), ("$", "$"),
  ])
  func namesTakeTheTextOfGroups(name: String, expected: String) throws {
    #expect(try scopes("ab", [RawRule(name: name, match: "(ab)")]) == ["2 \(expected)"])
  }

  @Test func groupsWithoutTheirLeadingDots() throws {
    #expect(try scopes("..x", [RawRule(name: "n.$0", match: #"[.]+x"#)]) == ["3 n.x"])
  }

  @Test func endPatternTakesTheEscapedTextOfGroups() throws {
    let rule = RawRule(name: "q", begin: #"<([^>]+)>"#, end: #"</\1>"#)
    #expect(try scopes("<a+>aa</a+>b", [rule]) == ["4 q", "6 q", "11 q", "12 "])
  }

  /// A while pattern is no end pattern, even where it matches nothing but a place in the line.
  @Test func whilePatternTakesTheTextOfGroups() throws {
    let rule = RawRule(
      name: "q", begin: "^<(b+)", while: #"^(?!.*\1)"#, patterns: [RawRule(name: "w", match: "a")])
    let registry = GrammarRegistry(
      source: RawGrammars(grammars: ["s": RawGrammar(scopeName: "s", patterns: [rule])]))
    let tokenizer = Tokenizer(grammar: try #require(registry.grammar(scope: "s")))
    var state = LineState.initial
    var lines: [[String]] = []
    for line in ["<bb", "aba", "", "a!", "abb", "a"] {
      let tokenized = tokenizer.tokenize(line, from: state)
      state = tokenized.result.state
      lines.append(
        tokenized.tokens.map {
          "\($0.end) " + tokenizer.scopeNames(of: $0.scopes).dropFirst().joined(separator: " ")
        })
    }
    #expect(lines == [["3 q"], ["1 q w", "2 q", "3 q w"], ["0 q"], ["1 q w", "2 q"], ["3 "], ["1 "]])
  }

  @Test func endPatternLastLetsThePatternsGoFirst() throws {
    let inner = RawRule(name: "i", match: "x!")
    let first = RawRule(name: "q", begin: "<", end: "x", patterns: [inner])
    let last = RawRule(name: "q", begin: "<", end: "x", patterns: [inner], applyEndPatternLast: true)
    #expect(try scopes("<x!", [first]) == ["1 q", "2 q", "3 "])
    #expect(try scopes("<x!", [last]) == ["1 q", "3 q i"])
  }

  @Test func rulesThatDoNotAdvanceGiveTheLineUp() throws {
    #expect(
      try scopes("abc", [RawRule(name: "e", match: "(?=b)"), RawRule(name: "c", match: "c")]) == ["1 ", "3 "])
    #expect(try scopes("abc", [RawRule(name: "q", begin: "(?=b)", end: "(?=b)")]) == ["1 ", "3 q"])
  }

  @Test func missingIncludesAreLeftOut() throws {
    let patterns = [
      RawRule(include: "#none"), RawRule(include: "source.none"), RawRule(include: "source.none#x"),
      RawRule(name: "gone", begin: "b", end: "c", patterns: [RawRule(include: "#none")]),
      RawRule(name: "b", match: "b"),
    ]
    #expect(try scopes("b", patterns) == ["1 b"])
  }

  @Test func nestedRepositoriesCoverOuterOnes() throws {
    let rule = RawRule(
      patterns: [RawRule(include: "#x"), RawRule(include: "#y")],
      repository: ["x": RawRule(name: "inner", match: "x")])
    let repository = [
      "x": RawRule(name: "outer", match: "x"), "y": RawRule(name: "y", match: "y"), "r": rule,
    ]
    #expect(try scopes("xy", [RawRule(include: "#r")], repository: repository) == ["1 inner", "2 y"])
  }

  @Test(arguments: [
    ("source.js", ["source.js"], true), ("source", ["source.js"], true), ("sour", ["source.js"], false),
    ("a b", ["a", "x", "b.c"], true), ("b a", ["a", "b"], false), ("a - b", ["a", "b"], false),
    ("a - b", ["a"], true), ("a, b", ["b"], true), ("(a | b) c", ["b", "c"], true),
    ("a -(b | c)", ["a", "c"], false),
    ("- a", ["b"], true), ("-", ["b"], false),
  ])
  func selectorsMatch(selector: String, scopes: [String], expected: Bool) {
    let matches = ScopeSelector.parse(selector).contains { selector in
      var progress = selector.start
      for scope in scopes { selector.advance(&progress, over: scope) }
      return selector.holds(after: progress)
    }
    #expect(matches == expected)
  }

  @Test func selectorsHavePriorities() {
    #expect(ScopeSelector.parse("L:a, R:b, c").map(\.priority) == [-1, 1, 0])
  }

  @Test func injectionsGoFirstOnlyFromTheLeft() throws {
    for (selector, expected) in [("L:s", "1 injected"), ("R:s", "1 own"), ("s", "1 own")] {
      let grammar = RawGrammar(
        scopeName: "s", patterns: [RawRule(name: "own", match: "x")],
        injections: [(selector: selector, rule: RawRule(patterns: [RawRule(name: "injected", match: "x")]))])
      let registry = GrammarRegistry(source: RawGrammars(grammars: ["s": grammar]))
      let tokenizer = Tokenizer(grammar: try #require(registry.grammar(scope: "s")))
      let tokens = tokenizer.tokenize("x", from: .initial).tokens
      #expect(tokens.map { "\($0.end) \(tokenizer.scopeNames(of: $0.scopes)[1])" } == [expected])
    }
  }

  /// Without `\A` and `\G`, one scanner serves the first line, the other lines and positions after a match.
  @Test(arguments: [("b", 1), (#"\Gb"#, 2)])
  func scannersAreSharedWhereAnchorsDoNotMatter(pattern: String, count: Int) throws {
    let rules = [RawRule(name: "q", begin: "a", end: "c", patterns: [RawRule(name: "b", match: pattern)])]
    let registry = GrammarRegistry(
      source: RawGrammars(grammars: ["s": RawGrammar(scopeName: "s", patterns: rules)]))
    let grammar = try #require(registry.grammar(scope: "s"))
    let tokenizer = Tokenizer(grammar: grammar)
    var state = LineState.initial
    for line in ["ab b", "b b"] { state = tokenizer.tokenize(line, from: state).result.state }
    // The root's, and those of the rule between a and c.
    #expect(grammar.footprint.scanners == 1 + count)
  }

  /// Rarely used properties are stored separately, but none is lost.
  @Test func aRuleKeepsAllThatItsFileSays() {
    let inner = RawRule(name: "i")
    let plain = RawRule(name: "n", match: "m", captures: [1: inner])
    #expect(plain.match == "m" && plain.include == nil && plain.captures?[1] === inner && plain.begin == nil)
    let both = RawRule(include: "#x", match: "m")
    #expect(both.include == "#x" && both.match == "m")
    #expect(RawRule(include: "", match: "m").include == nil)
    let full = RawRule(
      contentName: "c", begin: "b", end: "e", while: "w", beginCaptures: [0: inner], patterns: [inner],
      repository: ["r": inner], applyEndPatternLast: true)
    #expect(full.contentName == "c" && full.begin == "b" && full.end == "e" && full.while == "w")
    #expect(full.beginCaptures?[0] === inner && full.patterns?.count == 1 && full.repository?["r"] === inner)
    #expect(full.applyEndPatternLast && !full.disabled && full.match == nil)
  }
}
