/// Reads the tokens of a formula and expands the macros that the formula defines.
struct MacroExpander {
  struct Macro {
    var parameterCount: Int
    /// The default value of the first parameter; nil if that parameter is not optional.
    var firstDefault: [TeXToken]?
    var body: [TeXToken]
  }

  private var tokenizer: TeXTokenizer
  /// The tokens to read before the rest of the source, in reverse order.
  private var pending: [TeXToken] = []
  private var macros: [String: Macro] = [:]
  /// The number of tokens that macros may still add.
  private var tokensLeft: Int

  init(_ tex: String) throws(FormulaError) {
    tokenizer = try TeXTokenizer(tex)
    tokensLeft = FormulaLimits.macroTokens(forBytes: tex.utf8.count)
  }

  func error(_ code: FormulaErrorCode, _ subject: String = "") -> FormulaError {
    FormulaError(code: code, subject: String(subject.prefix(40)), offset: tokenizer.position)
  }

  mutating func define(_ name: String, _ macro: Macro) { macros[name] = macro }

  func isDefined(_ name: String) -> Bool { macros[name] != nil }

  /// Returns the next token without macro expansion.
  mutating func nextRaw() -> TeXToken { pending.popLast() ?? tokenizer.next() }

  mutating func push(_ token: TeXToken) { pending.append(token) }

  mutating func next() throws(FormulaError) -> TeXToken {
    var token = nextRaw()
    while token.kind == .command, let macro = macros[token.text] {
      try expand(macro, token.text)
      token = nextRaw()
    }
    return token
  }

  /// Returns the next token that is not a space.
  mutating func nextVisible() throws(FormulaError) -> TeXToken {
    var token = try next()
    while token.kind == .space { token = try next() }
    return token
  }

  private mutating func expand(_ macro: Macro, _ name: String) throws(FormulaError) {
    var arguments: [[TeXToken]] = []
    if let first = macro.firstDefault { arguments.append(try optionalArgument() ?? first) }
    while arguments.count < macro.parameterCount { arguments.append(try argument()) }
    var size = macro.body.count
    for token in macro.body where token.kind == .parameter {
      if let number = Int(token.text), number <= arguments.count { size += arguments[number - 1].count }
    }
    tokensLeft -= size
    guard tokensLeft >= 0 else { throw error(.tooManyExpansions) }
    for token in macro.body.reversed() {
      if token.kind == .parameter, let number = Int(token.text), number <= arguments.count {
        pending.append(contentsOf: arguments[number - 1].reversed())
      } else {
        pending.append(token)
      }
    }
  }

  /// Returns the tokens of an argument: the content of a group, or one token.
  mutating func argument() throws(FormulaError) -> [TeXToken] {
    var token = nextRaw()
    while token.kind == .space { token = nextRaw() }
    switch token.kind {
    case .groupStart: return try group()
    case .end: throw error(.incomplete)
    case .groupEnd: throw error(.unexpected, "}")
    default: return [token]
    }
  }

  /// Returns the tokens up to the closing brace of the current group.
  mutating func group() throws(FormulaError) -> [TeXToken] {
    var depth = 0
    var tokens: [TeXToken] = []
    while true {
      let token = nextRaw()
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if depth == 0 { return tokens }
        depth -= 1
      case .end: throw error(.incomplete, "{")
      default: break
      }
      tokens.append(token)
    }
  }

  /// Returns the tokens between brackets; consumes nothing and returns nil if the next token is not a
  /// bracket.
  mutating func optionalArgument() throws(FormulaError) -> [TeXToken]? {
    var token = nextRaw()
    while token.kind == .space { token = nextRaw() }
    guard token.isCharacter("[") else {
      push(token)
      return nil
    }
    var depth = 0
    var tokens: [TeXToken] = []
    while true {
      let token = nextRaw()
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd: depth -= 1
      case .end: throw error(.incomplete, "[")
      default: if depth == 0, token.isCharacter("]") { return tokens }
      }
      tokens.append(token)
    }
  }
}
