/// The named rules that an include can name at a place in a grammar: a repository, and those around it.
final class RepositoryContext {
  /// The grammar file whose `$self` and `$base` hold here.
  let file: Int
  private let rules: [String: RawRule]
  private let outer: RepositoryContext?

  init(file: Int, rules: [String: RawRule], outer: RepositoryContext? = nil) {
    self.file = file
    self.rules = rules
    self.outer = outer
  }

  /// The innermost rule of that name.
  func rule(named name: String) -> RawRule? {
    var context: RepositoryContext? = self
    while let current = context {
      if let found = current.rules[name] { return found }
      context = current.outer
    }
    return nil
  }
}
