internal import StyledRuns
internal import TextMate

/// Tokenizes the lines of one code block, and numbers their scope stacks as a document's table does.
///
/// One owner at a time: a session lends it to a worker and gets it back. What it learns (which of the tokenizer's
/// scope lists is which of the document's) it keeps, so that a token costs an array access. One for each block,
/// never for several, so that what a tokenizer remembers of one block cannot bring another to a limit.
final class CodeTokenizer {
  private let tokenizer: Tokenizer
  /// By the tokenizer's scope list: the document's scope stack, or `unmapped`.
  private var stacks: [ScopeStackID] = []
  private var scratch: [Token] = []
  private let cancellation = Cancellation.current

  private static let unmapped = ScopeStackID(rawValue: .max)

  init(grammar: Grammar, limits: TokenizerLimits) {
    tokenizer = Tokenizer(grammar: grammar, limits: limits)
  }

  /// The tokens of a line and the state behind it, not yet in terms of a document.
  func tokens(of line: String, from state: LineState) -> (tokens: [Token], result: LineResult) {
    var line = line
    scratch.removeAll(keepingCapacity: true)
    let result = line.withUTF8 { tokenizer.tokenize($0, from: state, into: &scratch) }
    return (scratch, result)
  }

  /// The runs of a line, and the state behind it.
  func runs(
    of line: String, from state: LineState, scopes: inout ScopeTable
  ) -> (runs: [CodeRun], result: LineResult) {
    var line = cancellation?.isCancelled ?? false ? "" : line
    scratch.removeAll(keepingCapacity: true)
    let result = line.withUTF8 { tokenizer.tokenize($0, from: state, into: &scratch) }
    return (runs(of: scratch, scopes: &scopes), result)
  }

  /// The runs that tokens of this tokenizer make; neighbours with the same scopes are one.
  func runs(of tokens: [Token], scopes: inout ScopeTable) -> [CodeRun] {
    var runs: [CodeRun] = []
    runs.reserveCapacity(tokens.count)
    var start: UInt32 = 0
    for token in tokens {
      defer { start = token.end }
      guard token.end > start else { continue }
      let stack = stack(for: token.scopes, in: &scopes)
      if let last = runs.indices.last, runs[last].scopes == stack {
        runs[last].length += token.end - start
      } else {
        runs.append(CodeRun(length: Int(token.end - start), scopes: stack))
      }
    }
    return runs
  }

  private func stack(for list: TokenScopeStackID, in scopes: inout ScopeTable) -> ScopeStackID {
    guard list != .empty else { return .empty }
    let index = Int(list.rawValue)
    if index < stacks.count, stacks[index] != Self.unmapped { return stacks[index] }
    let stack = scopes.push(
      tokenizer.innermostScope(of: list), onto: stack(for: tokenizer.parent(of: list), in: &scopes))
    if index >= stacks.count {
      stacks += repeatElement(Self.unmapped, count: tokenizer.scopeStackCount - stacks.count)
    }
    stacks[index] = stack
    return stack
  }
}
