internal import StyledRuns

/// A scope table that several documents of one conversation share. One owner, as their sessions have.
final class SharedScopes {
  var table: ScopeTable

  init(_ table: ScopeTable = ScopeTable()) { self.table = table }
}
