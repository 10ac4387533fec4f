/// What the numbers in tokens and states mean.
extension Tokenizer {
  /// The names of a scope stack, outermost first. Linear in its depth.
  public func scopeNames(of scopes: TokenScopeStackID) -> [String] {
    engine.pointee.scopeStacks.names(of: scopes.rawValue)
  }

  /// How many scope stacks there are; identifiers below that are valid. Grows while lines are tokenized.
  public var scopeStackCount: Int { engine.pointee.scopeStacks.count }

  /// The stack without its innermost scope; ``TokenScopeStackID/empty`` for one scope. The parent's number is the smaller.
  public func parent(of scopes: TokenScopeStackID) -> TokenScopeStackID {
    TokenScopeStackID(rawValue: engine.pointee.scopeStacks.entries[Int(scopes.rawValue)].parent)
  }

  /// The innermost scope of a stack; not to be asked of the empty one.
  public func innermostScope(of scopes: TokenScopeStackID) -> String {
    engine.pointee.scopeStacks.atoms[Int(engine.pointee.scopeStacks.entries[Int(scopes.rawValue)].atom)]
  }

  /// The scopes of text that continues in a state.
  public func scopes(of state: LineState) -> TokenScopeStackID {
    let element =
      state.element == 0 || Int(state.element) >= engine.pointee.stacks.count
      ? engine.pointee.root : state.element
    return TokenScopeStackID(rawValue: engine.pointee.stacks.elements[Int(element)].contentScopes)
  }

  /// What the tokenizer occupies, about, in bytes.
  public var byteCount: Int { engine.pointee.stacks.byteCount + engine.pointee.scopeStacks.byteCount }
}
