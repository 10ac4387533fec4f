import Testing

@testable import TextMate

/// Text and grammars made to hurt: bounded work, a sound state, and the truth about what was cut short.
@Suite struct TokenizerLimitsTests {
  private static let brackets = RawGrammar(
    scopeName: "source.brackets",
    patterns: [
      RawRule(name: "nested", begin: #"\{"#, end: #"\}"#, patterns: [RawRule(include: "$self")]),
      RawRule(name: "word", match: #"\w+"#),
    ])

  private func tokenizer(_ grammar: RawGrammar, limits: TokenizerLimits = .standard) throws -> Tokenizer {
    let registry = GrammarRegistry(source: RawGrammars(grammars: [ScopeName(grammar.scopeName): grammar]))
    return Tokenizer(
      grammar: try #require(registry.grammar(scope: ScopeName(grammar.scopeName))), limits: limits)
  }

  private func cover(_ tokens: [Token], _ line: String) -> Bool {
    var end: UInt32 = 0
    for token in tokens {
      if token.end < end { return false }
      end = token.end
    }
    return Int(end) == line.utf8.count
  }

  @Test func restBeyondTheLimitIsPlainAndTheStateStays() throws {
    let tokenizer = try tokenizer(Self.brackets, limits: TokenizerLimits(lineLength: 100))
    let opened = tokenizer.tokenize("{", from: .initial).result.state
    let line = String(repeating: "x ", count: 51)
    let (tokens, result) = tokenizer.tokenize(line, from: opened)
    #expect(result.isLimited)
    #expect(result.state == opened)
    #expect(cover(tokens, line))
    #expect(tokens.last == Token(end: 102, scopes: tokenizer.rootScopes))
    #expect(tokens[tokens.count - 2].end == 100)
    #expect(!tokenizer.tokenize("x", from: result.state).result.isLimited)
  }

  /// The library was asked at each letter of the word, and read to its end each time.
  @Test(arguments: ["é", "a\u{301}_", "中"])
  func theRestOfALongWordOutsideASCIIIsPassedOver(letter: String) throws {
    let tokenizer = try tokenizer(
      RawGrammar(
        scopeName: "source.calls",
        patterns: [
          RawRule(name: "call", match: #"(\w++)(\()"#), RawRule(name: "key", match: #"\w+\s*:"#),
        ]))
    let word = String(repeating: letter, count: 1000)
    let (tokens, _) = tokenizer.tokenize("\(word)! \(word)(:", from: .initial)
    #expect(tokens.count == 3)
    #expect(tokenizer.counters.libraryMatches < 10)
  }

  /// A loop without a choice to come back to, and one that only the library can decide, read the rest of the line at each
  /// position.
  @Test(arguments: [(#"`(?:[^`\\]|\\.)*`"#, #"\`"#), (#"[\w.]++\("#, "é.")])
  func readingForwardIsWork(pattern: String, text: String) throws {
    let tokenizer = try tokenizer(
      RawGrammar(scopeName: "source.loops", patterns: [RawRule(name: "loop", match: pattern)]))
    let short = String(repeating: text, count: 50) + "!("
    #expect(!tokenizer.tokenize(short, from: .initial).result.isLimited)
    let long = String(repeating: text, count: 16_000) + "!("
    #expect(tokenizer.tokenize(long, from: .initial).result.isLimited)
  }

  /// A search that passes the rest of the line, again after each match of an injection or of an inner rule.
  @Test func positionsThatSearchesPassAreWork() throws {
    let injected = try tokenizer(
      RawGrammar(
        scopeName: "source.passing", patterns: [RawRule(name: "rare", match: "q")],
        injections: [("L:source", RawRule(patterns: [RawRule(name: "common", match: "x")]))]))
    let dynamic = try tokenizer(
      RawGrammar(
        scopeName: "source.ends",
        patterns: [RawRule(name: "pair", begin: "(x|y)", end: #"\1!"#, patterns: [RawRule(include: "$self")])]
      ))
    for (tokenizer, head, fragment) in [(injected, "", "x "), (dynamic, "y", "x x! ")] {
      let short = head + String(repeating: fragment, count: 20)
      #expect(!tokenizer.tokenize(short, from: .initial).result.isLimited)
      let long = head + String(repeating: fragment, count: 4_000)
      #expect(tokenizer.tokenize(long, from: .initial).result.isLimited)
    }
  }

  /// Each stack follows from its parent, so that an injection's selector does not read all scopes of a deep stack.
  @Test func selectorsOfInjectionsAreMatchedAcrossNestedScopes() throws {
    let tokenizer = try tokenizer(
      RawGrammar(
        scopeName: "source.nested",
        patterns: [
          RawRule(name: "nested", begin: #"\{"#, end: #"\}"#, patterns: [RawRule(include: "$self")])
        ],
        injections: [
          (
            "source nested nested nested - source nested nested nested nested",
            RawRule(patterns: [RawRule(name: "third", match: "x")])
          )
        ]))
    let line = "x{x{x{x{x}x}x}x}x"
    let (tokens, _) = tokenizer.tokenize(line, from: .initial)
    let starts = [0] + tokens.map(\.end)
    let thirds = zip(starts, tokens).filter { tokenizer.scopeNames(of: $1.scopes).last == "third" }.map(\.0)
    #expect(thirds == [6, 10])
  }

  @Test func megabyteOnOneLineIsCovered() throws {
    let line = String(repeating: "function(a){return a+1};", count: 45_000)
    let tokenizer = try tokenizer(Self.brackets)
    let (tokens, result) = tokenizer.tokenize(line, from: .initial)
    #expect(result.isLimited)
    #expect(cover(tokens, line))
  }

  @Test func hundredThousandBracketsNest() throws {
    let line = String(repeating: "{", count: 100_000)
    let tokenizer = try tokenizer(Self.brackets, limits: TokenizerLimits(lineLength: 100_000))
    let (tokens, result) = tokenizer.tokenize(line, from: .initial)
    #expect(cover(tokens, line))
    let closing = tokenizer.tokenize(String(repeating: "}", count: 100_000), from: result.state)
    #expect(closing.tokens.count > 1)
    if !result.isLimited {
      #expect(closing.result.state == tokenizer.tokenize("", from: .initial).result.state)
    }
  }

  @Test func searchesOfALineAreWork() throws {
    let tokenizer = try tokenizer(Self.brackets, limits: TokenizerLimits(workPerLine: 100))
    let line = String(repeating: "a ", count: 40)
    let (tokens, result) = tokenizer.tokenize(line, from: .initial)
    #expect(result.isLimited)
    #expect(cover(tokens, line))
    #expect(tokens.last?.scopes == tokenizer.rootScopes)
  }

  @Test func nestingIsBoundedAndLeftAgain() throws {
    let tokenizer = try tokenizer(Self.brackets, limits: TokenizerLimits(nesting: 20))
    let line = String(repeating: "{", count: 100)
    let (tokens, result) = tokenizer.tokenize(line, from: .initial)
    #expect(result.isLimited)
    #expect(cover(tokens, line))
    #expect(tokens.last?.scopes == tokenizer.rootScopes)
    #expect(tokens.map { tokenizer.scopeNames(of: $0.scopes).count }.max() ?? 0 <= 22)
    // The state is that of the last rule that was entered: 20 brackets close it.
    let closed = tokenizer.tokenize(String(repeating: "}", count: 20), from: result.state)
    #expect(!closed.result.isLimited)
    #expect(closed.result.state == tokenizer.tokenize("", from: .initial).result.state)
  }

  @Test func retriesOfALineAreCounted() throws {
    let grammar = RawGrammar(
      scopeName: "source.slow",
      patterns: [RawRule(name: "slow", match: "(a+)+c"), RawRule(name: "word", match: #"x\w+"#)])
    let line = "xy " + String(repeating: "a", count: 2_000) + "! c xy"
    let tight = try tokenizer(grammar, limits: TokenizerLimits(workPerLine: 1_000_000))
    let (tokens, result) = tight.tokenize(line, from: .initial)
    #expect(result.isLimited)
    #expect(cover(tokens, line))
    #expect(tokens.first?.end == 2)
    #expect(tokens.last?.scopes == tight.rootScopes)
    // The next line has its own budget.
    #expect(!tight.tokenize("xy", from: result.state).result.isLimited)
    // What goes back more than is common, but within its bounds, is found.
    let patient = try tokenizer(grammar)
    let some = String(repeating: "a", count: 11) + "! c xy"
    #expect(!patient.tokenize(some, from: .initial).result.isLimited)
    #expect(patient.tokenize(some, from: .initial).tokens.count == 2)
  }

  @Test func distinctStacksAreBounded() throws {
    let tokenizer = try tokenizer(Self.brackets, limits: TokenizerLimits(distinctStacks: 100))
    var state = LineState.initial
    for _ in 0..<50 { state = tokenizer.tokenize("{{{{{{{{", from: state).result.state }
    let (tokens, result) = tokenizer.tokenize("{x}", from: state)
    #expect(result.isLimited)
    #expect(cover(tokens, "{x}"))
    #expect(tokenizer.byteCount < 100_000)
  }

  @Test(arguments: [#"(a+)+$"#, #"(a|aa)+b"#, #"(?:a*)*b"#, #"(.*)(.*)(.*)(.*)(.*)x\1"#, #"((a+)*)*c"#])
  func patternThatGoesBackForEverIsGivenUp(pattern: String) throws {
    let grammar = RawGrammar(
      scopeName: "source.slow",
      patterns: [RawRule(name: "slow", match: pattern), RawRule(name: "b", match: "b")])
    let tokenizer = try tokenizer(grammar, limits: TokenizerLimits(workPerMatch: 10_000))
    let line = String(repeating: "a", count: 200) + "!"
    let (tokens, _) = tokenizer.tokenize(line, from: .initial)
    #expect(cover(tokens, line))
  }

  @Test func grammarsThatIncludeThemselvesInACircleEnd() throws {
    let circle = RawGrammar(
      scopeName: "source.circle", patterns: [RawRule(include: "#a"), RawRule(include: "$self")],
      repository: [
        "a": RawRule(patterns: [RawRule(include: "#b"), RawRule(include: "#b")]),
        "b": RawRule(patterns: [
          RawRule(include: "#a"), RawRule(include: "source.circle"), RawRule(include: "#c"),
        ]),
        "c": RawRule(name: "x", match: "x"),
      ])
    let tokenizer = try tokenizer(circle)
    let (tokens, _) = tokenizer.tokenize("axa", from: .initial)
    #expect(
      tokens.map { tokenizer.scopeNames(of: $0.scopes).last } == ["source.circle", "x", "source.circle"])
  }

  @Test func emptyIncludeIsNone() throws {
    let grammar = RawGrammar(
      scopeName: "source.empty",
      patterns: [RawRule(include: ""), RawRule(begin: "<", end: ">", patterns: [RawRule(include: "")])])
    let tokenizer = try tokenizer(grammar)
    #expect(cover(tokenizer.tokenize("a<b>c", from: .initial).tokens, "a<b>c"))
  }

  @Test func manyLayersOfDoubleIncludesStaySmall() throws {
    var repository: [String: RawRule] = ["r200": RawRule(name: "end", match: "x")]
    for layer in 0..<200 {
      let next = RawRule(include: "#r\(layer + 1)")
      repository["r\(layer)"] = RawRule(patterns: [next, RawRule(patterns: [next])])
    }
    let grammar = RawGrammar(
      scopeName: "source.layers", patterns: [RawRule(include: "#r0")], repository: repository)
    let tokenizer = try tokenizer(grammar)
    #expect(tokenizer.tokenize("x", from: .initial).tokens.count == 1)
  }

  @Test func captureThatTokenizesItselfForEverIsGivenUp() throws {
    let grammar = RawGrammar(
      scopeName: "source.mirror",
      patterns: [
        RawRule(match: ".+", captures: [0: RawRule(name: "in", patterns: [RawRule(include: "$self")])])
      ])
    let tokenizer = try tokenizer(grammar)
    let (tokens, result) = tokenizer.tokenize("abc", from: .initial)
    #expect(result.isLimited)
    #expect(cover(tokens, "abc"))
  }

  @Test func badPatternCostsItsRuleOnly() throws {
    let grammar = RawGrammar(
      scopeName: "source.bad",
      patterns: [RawRule(name: "bad", match: "(x"), RawRule(name: "good", match: "x")])
    let tokenizer = try tokenizer(grammar)
    let (tokens, _) = tokenizer.tokenize("x", from: .initial)
    #expect(tokens.map { tokenizer.scopeNames(of: $0.scopes) } == [["source.bad", "good"]])
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x78], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80, 0x80, 0x80, 0x7B],
      [0x00, 0x7B, 0x00],
      [0xED, 0xA0, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNotTextAreCovered(bytes: [UInt8]) throws {
    let tokenizer = try tokenizer(Self.brackets)
    var tokens: [Token] = []
    _ = bytes.withUnsafeBufferPointer { tokenizer.tokenize($0, from: .initial, into: &tokens) }
    #expect(tokens.last?.end == UInt32(bytes.count))
  }
}
