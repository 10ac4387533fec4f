internal import StyledRuns
internal import TextMate

/// Gives the lines of code of one grammar their runs, with scope stacks of one document's table.
///
/// One owner at a time. What it learns (which of the tokenizer's scope lists is which of the document's) it
/// keeps, so that a token costs an array access.
final class CodeTokenizer {
  private let tokenizer: Tokenizer
  /// By the tokenizer's scope list: the document's scope stack, or `unmapped`.
  private var stacks: [ScopeStackID] = []
  private var tokens: [Token] = []

  private static let unmapped = ScopeStackID(rawValue: .max)

  init(grammar: Grammar, limits: TokenizerLimits) {
    tokenizer = Tokenizer(grammar: grammar, limits: limits)
  }

  /// The runs of a line, and the state behind it. `isLimited` says that a limit left the line's rest plain.
  func runs(
    of line: String, from state: LineState, scopes: inout ScopeTable
  ) -> (runs: [CodeRun], state: LineState, isLimited: Bool) {
    var line = line
    let result = line.withUTF8 { bytes in
      tokens.removeAll(keepingCapacity: true)
      return tokenizer.tokenize(bytes, from: state, into: &tokens)
    }
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
    return (runs, result.state, result.isLimited)
  }

  private func stack(for list: ScopeListID, in scopes: inout ScopeTable) -> ScopeStackID {
    let index = Int(list.rawValue)
    if index < stacks.count, stacks[index] != Self.unmapped { return stacks[index] }
    if index >= stacks.count {
      stacks += repeatElement(Self.unmapped, count: tokenizer.scopeListCount - stacks.count)
    }
    var stack = ScopeStackID.empty
    for name in tokenizer.scopeNames(of: list) { stack = scopes.push(name, onto: stack) }
    stacks[index] = stack
    return stack
  }
}
