/// A stretch of a line with one scope stack; it starts where the token before it ends.
public struct Token: Hashable, Sendable {
  /// Where it ends in the line, in UTF-8 bytes.
  public var end: UInt32
  public var scopes: TokenScopeStackID

  public init(end: UInt32, scopes: TokenScopeStackID) {
    self.end = end
    self.scopes = scopes
  }
}

/// Names a scope stack within one ``Tokenizer``: small integers from 1, in the order of first use.
///
/// 0 is the empty stack. An identifier never changes its meaning while its tokenizer lives.
public struct TokenScopeStackID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  @inline(__always) public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let empty = TokenScopeStackID(rawValue: 0)
}

/// What the tokenizer carries from one line to the next.
///
/// A value of one tokenizer: it may be kept, compared, and continued from as often as wanted while that tokenizer
/// lives. Two lines that leave a tokenizer in the same state leave equal values.
public struct LineState: Hashable, Sendable {
  let element: UInt32
  /// The work of matching that the lines so far left over (``WorkBudget``). It says nothing of the rules that are open,
  /// and so does not count in comparisons.
  let carriedWork: Int32

  @inline(__always) init(element: UInt32, carriedWork: Int32) {
    self.element = element
    self.carriedWork = carriedWork
  }

  /// Before the first line of a text.
  public static let initial = LineState(element: 0, carriedWork: 0)

  public static func == (one: LineState, other: LineState) -> Bool { one.element == other.element }

  public func hash(into hasher: inout Hasher) { hasher.combine(element) }
}

/// What tokenizing a line came to, beside its tokens.
public struct LineResult: Hashable, Sendable {
  /// To start the next line from.
  public var state: LineState
  /// Whether a limit was reached: the rest of the line is plain, or the library gave up on a pattern.
  public var isLimited: Bool
}

/// How much work a tokenizer does at most. Counts only, so that the same text has the same tokens on any machine.
public struct TokenizerLimits: Hashable, Sendable {
  /// How much of a line is tokenized, in UTF-8 bytes; the rest of a longer one is plain. VS Code's own limit,
  /// except that VS Code leaves all of such a line plain.
  public var lineLength: Int
  /// Searches for a next rule in a line, those inside captures included.
  public var stepsPerLine: Int
  /// How often the regex library may go back in one match.
  public var retriesPerMatch: Int
  /// The work of matching that each byte of a text allows, in positions gone back to or passed over (``WorkBudget``).
  /// A line leaves the work that it does not need to the next.
  public var workPerByte: Int
  /// The work that a text may take beside that.
  public var workPerText: Int
  /// The work that one line may take at most.
  public var workPerLine: Int
  /// Entries of the library's backtracking stack in one match.
  public var matchStack: Int
  /// How many rules may be open within each other.
  public var nesting: Int
  /// Distinct rule stacks, and distinct scope stacks, that one tokenizer keeps.
  public var distinctStacks: Int

  public init(
    lineLength: Int = 20_000, stepsPerLine: Int = 200_000, retriesPerMatch: Int = 500_000,
    workPerByte: Int = 200, workPerText: Int = 200_000, workPerLine: Int = 32_000_000,
    matchStack: Int = 1_000_000, nesting: Int = 1_000,
    distinctStacks: Int = 500_000
  ) {
    self.lineLength = lineLength
    self.stepsPerLine = stepsPerLine
    self.retriesPerMatch = retriesPerMatch
    self.workPerByte = workPerByte
    self.workPerText = workPerText
    self.workPerLine = workPerLine
    self.matchStack = matchStack
    self.nesting = nesting
    self.distinctStacks = distinctStacks
  }

  public static let standard = TokenizerLimits()
}
