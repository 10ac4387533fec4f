/// Caches which injections of a grammar apply to each scope stack.
///
/// The selectors are matched scope by scope, from the bottom of a stack to its top. The result of a stack thus
/// follows from that of its parent and one scope, however deep it is.
struct InjectionSets: ~Copyable {
  /// An injection that applies.
  struct ActiveInjection {
    let rule: UnsafeMutablePointer<Rule>
    /// Whether its match wins over the grammar's own match at the same position.
    let comesFirst: Bool
  }

  /// Says how much of each selector the scopes of a stack have matched, and which injections apply there.
  private struct SelectorState {
    var progress: [ScopeSelector.Progress]
    /// The range in ``injections``.
    var active: Range<Int>
  }

  /// The injections of all sets, each in the grammar's order.
  private(set) var injections: [ActiveInjection] = []
  private var states: [SelectorState] = []
  /// The index of a state plus one, by the identifier of a scope stack; 0 for a stack that was not added.
  private var stateOfStack: [UInt32] = []
  private var stateOfProgress: [[ScopeSelector.Progress]: UInt32] = [:]
  /// The index of a state plus one, by that of the parent's state and an atom.
  private var successors = IntegerMap()
  /// The ranges in ``injections``, by the indices of their injections in the grammar.
  private var activeOfIndices: [[Int]: Range<Int>] = [:]

  init() {}

  /// Returns the range in ``injections`` of a stack's set; nil if the stack was not added.
  @inline(__always)
  func range(of scopes: UInt32) -> Range<Int>? {
    let state = Int(scopes) < stateOfStack.count ? Int(stateOfStack[Int(scopes)]) : 0
    return state == 0 ? nil : states[state - 1].active
  }

  /// Adds a stack and those below it, and returns the range of its set. The cost is that of the stacks that were not
  /// added before.
  mutating func add(_ scopes: UInt32, in stacks: borrowing ScopeStacks, of grammar: Grammar) -> Range<Int> {
    if stateOfStack.count < stacks.count {
      stateOfStack += Array(repeating: 0, count: stacks.count - stateOfStack.count)
    }
    if stateOfStack[0] == 0 {
      stateOfStack[0] = state(of: grammar.injections.map { $0.selector.start }, grammar)
    }
    var new: [UInt32] = []
    var stack = scopes
    while stateOfStack[Int(stack)] == 0 {
      new.append(stack)
      stack = stacks.entries[Int(stack)].parent
    }
    var state = stateOfStack[Int(stack)]
    while let stack = new.popLast() {
      state = successor(of: state, stacks.entries[Int(stack)].atom, in: stacks, grammar)
      stateOfStack[Int(stack)] = state
    }
    return states[Int(state) - 1].active
  }

  private mutating func successor(
    of state: UInt32, _ atom: UInt32, in stacks: borrowing ScopeStacks, _ grammar: Grammar
  ) -> UInt32 {
    let key = UInt64(state) << 32 | UInt64(atom)
    let known = successors.value(for: key)
    if known != 0 { return known }
    let scope = stacks.atoms[Int(atom)]
    var progress = states[Int(state) - 1].progress
    for index in progress.indices {
      grammar.injections[index].selector.advance(&progress[index], over: scope)
    }
    let made = self.state(of: progress, grammar)
    successors.insert(made, for: key)
    return made
  }

  private mutating func state(of progress: [ScopeSelector.Progress], _ grammar: Grammar) -> UInt32 {
    if let known = stateOfProgress[progress] { return known }
    let indices = progress.indices.filter { grammar.injections[$0].selector.holds(after: progress[$0]) }
    let active = activeOfIndices[indices] ?? addSet(indices.map { grammar.injections[$0] })
    activeOfIndices[indices] = active
    states.append(SelectorState(progress: progress, active: active))
    let made = UInt32(states.count)
    stateOfProgress[progress] = made
    return made
  }

  private mutating func addSet(_ members: [Grammar.Injection]) -> Range<Int> {
    let start = injections.count
    for member in members {
      injections.append(
        ActiveInjection(rule: member.rule.pointer, comesFirst: member.selector.priority == -1))
    }
    return start..<injections.count
  }
}
