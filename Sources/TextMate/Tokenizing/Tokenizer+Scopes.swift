/// Resolves scope stack identifiers and states to names.
extension Tokenizer {
  /// Returns the names of a scope stack, outermost first. O(depth).
  public func scopeNames(of scopes: TokenScopeStackID) -> [String] {
    engine.pointee.scopeStacks.names(of: scopes.rawValue)
  }

  /// The number of scope stacks, which grows while lines are tokenized. Smaller identifiers are valid.
  public var scopeStackCount: Int { engine.pointee.scopeStacks.count }

  /// Returns the stack without its innermost scope; ``TokenScopeStackID/empty`` for a single scope. The
  /// parent has a smaller identifier.
  public func parent(of scopes: TokenScopeStackID) -> TokenScopeStackID {
    TokenScopeStackID(rawValue: engine.pointee.scopeStacks.entries[Int(scopes.rawValue)].parent)
  }

  /// Returns the innermost scope of a stack, which must not be empty.
  public func innermostScope(of scopes: TokenScopeStackID) -> String {
    engine.pointee.scopeStacks.atoms[Int(engine.pointee.scopeStacks.entries[Int(scopes.rawValue)].atom)]
  }

  /// Returns the scopes of text that follows in a state.
  public func scopes(of state: LineState) -> TokenScopeStackID {
    let element =
      state.element == 0 || Int(state.element) >= engine.pointee.stacks.count
      ? engine.pointee.root : state.element
    return TokenScopeStackID(rawValue: engine.pointee.stacks.elements[Int(element)].contentScopes)
  }

  /// The number of rule stacks, scope stacks and end patterns that the tokenizer stores.
  package var storedCount: Int {
    engine.pointee.stacks.count + engine.pointee.scopeStacks.count + engine.pointee.dynamicEnds.count
  }

  /// The approximate memory of the tokenizer, in bytes.
  public var byteCount: Int { engine.pointee.stacks.byteCount + engine.pointee.scopeStacks.byteCount }
}
