/// The rules that an include can name at one location of a grammar: a repository and the repositories around
/// it.
final class RepositoryContext {
  /// The grammar file to which `$self` and `$base` refer here.
  let file: Int
  private let rules: [String: RawRule]
  private let outer: RepositoryContext?

  init(file: Int, rules: [String: RawRule], outer: RepositoryContext? = nil) {
    self.file = file
    self.rules = rules
    self.outer = outer
  }

  /// Returns the innermost rule with this name.
  func rule(named name: String) -> RawRule? {
    var context: RepositoryContext? = self
    while let current = context {
      if let found = current.rules[name] { return found }
      context = current.outer
    }
    return nil
  }
}
