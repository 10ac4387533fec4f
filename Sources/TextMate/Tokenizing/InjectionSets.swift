/// Caches which injections of a grammar apply to each scope stack.
struct InjectionSets: ~Copyable {
  /// An injection that applies.
  struct ActiveInjection {
    let rule: UnsafeMutablePointer<Rule>
    /// Whether its match wins over the grammar's own match at the same position.
    let comesFirst: Bool
  }

  private struct SetBounds {
    /// The index of the set's first injection; -1 for a stack that was not added.
    var start: Int32 = -1
    var count: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// The injections of all sets, each in the grammar's order.
  private(set) var injections: [ActiveInjection] = []
  /// The sets of the stacks, by identifier.
  private var bounds: [SetBounds] = []
  /// The sets, by the indices of their injections in the grammar.
  private var known: [[Int]: SetBounds] = [:]

  init() {}

  /// Returns the range in ``injections`` of a stack's set; nil if the stack was not added.
  @inline(__always)
  func range(of scopes: UInt32) -> Range<Int>? {
    guard Int(scopes) < bounds.count, bounds[Int(scopes)].start >= 0 else { return nil }
    return bounds[Int(scopes)].range
  }

  /// Adds a stack with the names of its scopes, and returns the range of its set.
  mutating func add(_ scopes: UInt32, names: [String], of grammar: Grammar) -> Range<Int> {
    let indices = grammar.injections.indices.filter { grammar.injections[$0].selector.matches(names) }
    let set = known[indices] ?? addSet(indices.map { grammar.injections[$0] })
    known[indices] = set
    while bounds.count <= Int(scopes) { bounds.append(SetBounds()) }
    bounds[Int(scopes)] = set
    return set.range
  }

  private mutating func addSet(_ members: [Grammar.Injection]) -> SetBounds {
    let start = injections.count
    for member in members {
      injections.append(
        ActiveInjection(rule: member.rule.pointer, comesFirst: member.selector.priority == -1))
    }
    return SetBounds(start: Int32(start), count: Int32(members.count))
  }
}
