public import TextMate

/// Tokenizes samples by the repository's grammars, and counts what that took.
public struct TokenizerBench: Sendable {
  private let library: GrammarLibrary
  private let registry: GrammarRegistry

  public init() {
    library = GrammarLibrary(folders: [Repository.path + "/grammars"])
    registry = GrammarRegistry(source: library)
  }

  /// What tokenizing the lines took; a tokenizer of its own for each call, as a block of code has.
  @discardableResult
  public func tokenize(_ sample: CodeSample) -> TokenizerCounters {
    guard let scope = library.languages.language(named: sample.language)?.scope,
      let grammar = registry.grammar(scope: scope)
    else { preconditionFailure("no grammar for \(sample.language)") }
    let tokenizer = Tokenizer(grammar: grammar)
    var state = LineState.initial
    for line in sample.lines { state = tokenizer.tokenize(line, from: state).result.state }
    return tokenizer.counters
  }
}
