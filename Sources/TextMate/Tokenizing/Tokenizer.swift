/// Turns lines into tokens, one after the other, by one grammar.
///
/// Has one owner at a time, which may be another thread's next. Cheap to make; what it has learned (the stacks it
/// met) goes with it, while rules and patterns are the grammar's.
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

  /// What it has done so far.
  public var counters: TokenizerCounters { engine.pointee.counters }

  /// Tokenizes a line (given without its line end) and appends its tokens, which cover it; an empty line gives
  /// one empty token.
  ///
  /// `state` is ``LineState/initial`` for the first line of a text, else what this tokenizer gave for the line
  /// before. The text should be UTF-8; of bytes that are not only the places, not the colours, are sure.
  public func tokenize(
    _ line: UnsafeBufferPointer<UInt8>, from state: LineState, into tokens: inout [Token]
  ) -> LineResult {
    let result = engine.pointee.tokenize(line, from: state)
    tokens.append(
      contentsOf: UnsafeBufferPointer(start: engine.pointee.tokens, count: engine.pointee.tokenCount))
    return result
  }

  /// Tokenizes a line of a string, given without its line end.
  public func tokenize(_ line: String, from state: LineState) -> (tokens: [Token], result: LineResult) {
    var tokens: [Token] = []
    var line = line
    let result = line.withUTF8 { tokenize($0, from: state, into: &tokens) }
    return (tokens, result)
  }

  /// How it searches; other than filtering is for tests.
  package var mode: SearchMode {
    get { engine.pointee.mode }
    set { engine.pointee.mode = newValue }
  }

  /// What proving has found.
  package var differences: [SearchDifference] { engine.pointee.differences }
}
