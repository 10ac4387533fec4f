internal import StyledRuns

/// A scope table that the documents of one conversation share. Not thread-safe.
final class SharedScopes {
  var table: ScopeTable

  init(_ table: ScopeTable = ScopeTable()) { self.table = table }
}
