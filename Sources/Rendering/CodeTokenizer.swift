internal import StyledRuns
internal import TextMate

/// Tokenizes the lines of code blocks, and maps their scope stacks to a document's table.
///
/// A session lends it to a worker and gets it back: it has one owner at a time. It caches the mapping from
/// the tokenizer's scope stacks to the document's, so that each token costs an array access. Each block has
/// its own, so that the tokenizer's memory of one block cannot exhaust a limit in another; only short blocks
/// use the same one, one after the other (``isReusable``).
final class CodeTokenizer {
  private let tokenizer: Tokenizer
  /// Tokenizes diffs; nil for other languages.
  private let diff: DiffTokenizer?
  /// The document's scope stack for each of the tokenizer's stacks, or `unmapped`.
  // Unchecked: each token needs it, and no other access can begin during one.
  @exclusivity(unchecked) private var stacks: [ScopeStackID] = []
  private var scratch: [Token] = []
  private let cancellation = Cancellation.current

  private static let unmapped = ScopeStackID(rawValue: .max)

  init(grammar: Grammar, limits: TokenizerLimits) {
    tokenizer = Tokenizer(grammar: grammar, limits: limits)
    diff = nil
  }

  /// Creates a tokenizer of diffs, whose code is tokenized in the languages of its files.
  init(diff grammar: Grammar, limits: TokenizerLimits, embedding: @escaping DiffTokenizer.Embedding) {
    tokenizer = Tokenizer(grammar: grammar, limits: limits)
    diff = DiffTokenizer(diff: tokenizer, limits: limits, embedding: embedding)
  }

  /// Whether a short block in the same language may use the tokenizer next: it stores so little, a hundredth of its limit,
  /// that the block gets the tokens that a tokenizer of its own would give.
  var isReusable: Bool { diff == nil && tokenizer.storedCount <= tokenizer.limits.distinctStacks / 100 }

  /// Tokenizes a line without mapping its scope stacks.
  ///
  /// - Returns: The tokens, and the state after the line.
  func tokens(of line: String, from state: LineState) -> (tokens: [Token], result: LineResult) {
    var line = line
    scratch.removeAll(keepingCapacity: true)
    let result = tokenize(&line, from: state)
    return (scratch, result)
  }

  /// Tokenizes a line.
  ///
  /// - Returns: The runs of the line, and the state after it. No runs if the work was cancelled.
  func runs(
    of line: String, from state: LineState, scopes: inout ScopeTable
  ) -> (runs: [CodeRun], result: LineResult) {
    var line = cancellation?.isCancelled ?? false ? "" : line
    scratch.removeAll(keepingCapacity: true)
    let result = tokenize(&line, from: state)
    return (runs(of: scratch, scopes: &scopes), result)
  }

  private func tokenize(_ line: inout String, from state: LineState) -> LineResult {
    line.withUTF8 { line in
      diff?.tokenize(line, from: state, into: &scratch)
        ?? tokenizer.tokenize(line, from: state, into: &scratch)
    }
  }

  /// Converts tokens of this tokenizer to runs. Adjacent tokens with the same scopes become one run.
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
    if let diff { return diff.stack(for: list, in: &scopes) }
    guard list != .empty else { return .empty }
    let index = Int(list.rawValue)
    let known = index < stacks.count ? stacks[index] : Self.unmapped
    if known != Self.unmapped { return known }
    let stack = scopes.push(
      tokenizer.innermostScope(of: list), onto: stack(for: tokenizer.parent(of: list), in: &scopes))
    if index >= stacks.count {
      stacks += repeatElement(Self.unmapped, count: tokenizer.scopeStackCount - stacks.count)
    }
    stacks[index] = stack
    return stack
  }
}
