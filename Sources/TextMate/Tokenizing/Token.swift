/// A part of a line with one scope stack. It starts at the end of the previous token.
///
/// ```swift
/// let (tokens, _) = tokenizer.tokenize("let x", from: .initial)
/// tokens[0].end  // 3
/// tokenizer.scopeNames(of: tokens[0].scopes)  // ["source.swift", "keyword.declaration.swift"]
/// ```
public struct Token: Hashable, Sendable {
  /// The end of the token in the line, in UTF-8 bytes.
  public var end: UInt32
  public var scopes: TokenScopeStackID

  public init(end: UInt32, scopes: TokenScopeStackID) {
    self.end = end
    self.scopes = scopes
  }
}

/// The identifier of a scope stack in one ``Tokenizer``: small integers in the order of first use. 0 is the
/// empty stack. An identifier keeps its meaning as long as its tokenizer exists.
///
/// ```swift
/// tokenizer.scopeNames(of: .empty)  // []
/// ```
public struct TokenScopeStackID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  @inline(__always) public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let empty = TokenScopeStackID(rawValue: 0)
}

/// The state of a tokenizer between two lines.
///
/// ```swift
/// var state = LineState.initial
/// for line in lines { state = tokenizer.tokenize(line, from: state).result.state }
/// ```
///
/// A state belongs to one tokenizer. As long as that exists, the state can be stored, compared, and continued
/// from any number of times. Equal states after two lines mean that the following lines get the same tokens.
public struct LineState: Hashable, Sendable {
  package let element: UInt32
  /// The unused part of the work budget (`WorkBudget`). Comparisons ignore it, because it does not affect
  /// the open rules.
  package let carriedWork: Int32

  @inline(__always) package init(element: UInt32, carriedWork: Int32) {
    self.element = element
    self.carriedWork = carriedWork
  }

  /// The state before the first line of a text.
  public static let initial = LineState(element: 0, carriedWork: 0)

  public static func == (one: LineState, other: LineState) -> Bool { one.element == other.element }

  public func hash(into hasher: inout Hasher) { hasher.combine(element) }
}

/// The result of tokenizing a line, without its tokens.
///
/// ```swift
/// if result.isLimited { print("a limit was reached") }
/// state = result.state
/// ```
public struct LineResult: Hashable, Sendable {
  /// The state at the end of the line, from which to start the next line.
  public var state: LineState
  /// Whether a limit was reached: the rest of the line is plain, or the library gave up on a pattern.
  public var isLimited: Bool
}

/// Limits on the work of a tokenizer. All are counts, so that the same text has the same tokens on every
/// machine.
///
/// ```swift
/// let limits = TokenizerLimits(lineLength: 1_000)
/// ```
public struct TokenizerLimits: Hashable, Sendable {
  /// The number of UTF-8 bytes of a line that are tokenized. The rest of a longer line is plain. VS Code has
  /// the same limit, but leaves the whole line plain.
  public var lineLength: Int
  /// The work of one match (`WorkBudget`), or the number of times that the regex library may backtrack in it.
  public var workPerMatch: Int
  /// The work budget for each byte of a text, in positions that a match backtracks to or skips
  /// (`WorkBudget`). Unused work carries over to the next line.
  public var workPerByte: Int
  /// The additional work budget of a text.
  public var workPerText: Int
  /// The maximum amount of work in one line.
  public var workPerLine: Int
  /// The number of entries on the library's backtracking stack in one match.
  public var matchStack: Int
  /// The number of nested open rules.
  public var nesting: Int
  /// The number of distinct rule stacks, and of distinct scope stacks, that a tokenizer stores.
  public var distinctStacks: Int

  public init(
    lineLength: Int = 20_000, workPerMatch: Int = 500_000, workPerByte: Int = 48, workPerText: Int = 20_000,
    workPerLine: Int = 32_000_000, matchStack: Int = 1_000_000, nesting: Int = 1_000,
    distinctStacks: Int = 500_000
  ) {
    self.lineLength = lineLength
    self.workPerMatch = workPerMatch
    self.workPerByte = workPerByte
    self.workPerText = workPerText
    self.workPerLine = workPerLine
    self.matchStack = matchStack
    self.nesting = nesting
    self.distinctStacks = distinctStacks
  }

  public static let standard = TokenizerLimits()
}
