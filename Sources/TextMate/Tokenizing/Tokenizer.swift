/// Converts lines to tokens, one after the other, with one grammar.
///
/// ```swift
/// let tokenizer = Tokenizer(grammar: grammar)
/// var state = LineState.initial
/// for line in lines {
///   let (tokens, result) = tokenizer.tokenize(line, from: state)
///   state = result.state
/// }
/// ```
///
/// Not thread-safe, but it can move to another thread between lines. A tokenizer is cheap to create. Its
/// caches of stacks disappear with it, while rules and patterns belong to the grammar.
public final class Tokenizer {
  let engine: UnsafeMutablePointer<LineEngine>

  public init(grammar: Grammar, limits: TokenizerLimits = .standard) {
    engine = .allocate(capacity: 1)
    engine.initialize(to: LineEngine(grammar: grammar, limits: limits))
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
  }

  public var grammar: Grammar { engine.pointee.grammar }
  public var limits: TokenizerLimits { engine.pointee.limits }

  /// The scopes of plain text.
  public var rootScopes: TokenScopeStackID { engine.pointee.rootScopes }

  /// Counts of the work that the tokenizer has done.
  public var counters: TokenizerCounters { engine.pointee.counters }

  /// Tokenizes a line and appends its tokens, which cover the whole line. An empty line gives one empty
  /// token.
  ///
  /// - Parameters:
  ///   - line: The line without its line end. It should be UTF-8. For other bytes the tokens still cover the
  ///     line, but their scopes are unspecified.
  ///   - state: ``LineState/initial`` for the first line of a text, otherwise the state that this tokenizer
  ///     returned for the previous line.
  ///   - tokens: The array to append to.
  /// - Returns: The state after the line, and whether a limit was reached.
  public func tokenize(
    _ line: UnsafeBufferPointer<UInt8>, from state: LineState, into tokens: inout [Token]
  ) -> LineResult {
    let result = engine.pointee.tokenize(line, from: state)
    tokens.append(
      contentsOf: UnsafeBufferPointer(start: engine.pointee.tokens, count: engine.pointee.tokenCount))
    return result
  }

  /// Tokenizes a line of a string, without its line end.
  public func tokenize(_ line: String, from state: LineState) -> (tokens: [Token], result: LineResult) {
    var tokens: [Token] = []
    var line = line
    let result = line.withUTF8 { tokenize($0, from: state, into: &tokens) }
    return (tokens, result)
  }

  /// The search strategy. Values other than `filtering` are for tests.
  package var mode: SearchMode {
    get { engine.pointee.mode }
    set { engine.pointee.mode = newValue }
  }

  /// The differences that the strategy `proving` has found.
  package var differences: [SearchDifference] { engine.pointee.differences }
}
