/// What the numbers in tokens and states mean.
extension Tokenizer {
  /// The names of a scope stack, outermost first. Linear in its depth.
  public func scopeNames(of scopes: ScopeListID) -> [String] { scopeLists.names(of: scopes.rawValue) }

  /// How many scope stacks there are; identifiers below that are valid. Grows while lines are tokenized.
  public var scopeListCount: Int { scopeLists.count }

  /// The stack without its innermost scope; ``ScopeListID/empty`` for one scope. The parent's number is the smaller.
  public func parent(of scopes: ScopeListID) -> ScopeListID {
    ScopeListID(rawValue: scopeLists.entries[Int(scopes.rawValue)].parent)
  }

  /// The innermost scope of a stack; not to be asked of the empty one.
  public func innermostScope(of scopes: ScopeListID) -> String {
    scopeLists.atoms[Int(scopeLists.entries[Int(scopes.rawValue)].atom)]
  }

  /// The scopes of text that continues in a state.
  public func scopes(of state: LineState) -> ScopeListID {
    let element = state.element == 0 || Int(state.element) >= stacks.count ? root : state.element
    return ScopeListID(rawValue: stacks.elements[Int(element)].contentScopes)
  }

  /// Tokenizes a line of a string, given without its line end.
  public func tokenize(_ line: String, from state: LineState) -> (tokens: [Token], result: LineResult) {
    var tokens: [Token] = []
    var line = line
    let result = line.withUTF8 { tokenize($0, from: state, into: &tokens) }
    return (tokens, result)
  }

  /// What the tokenizer occupies, about, in bytes.
  public var byteCount: Int { stacks.byteCount + scopeLists.byteCount }
}
