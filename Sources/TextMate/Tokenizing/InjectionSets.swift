/// Caches which injections of a grammar apply to each scope stack.
struct InjectionSets {
  private var indexes: [Int32] = []
  private(set) var sets: [[Int]] = []

  /// Returns the index of a stack's set in `sets`; -1 if no injection applies.
  @inline(__always)
  mutating func index(of scopes: UInt32, injections: [Grammar.Injection], names: () -> [String]) -> Int {
    let place = Int(scopes)
    if place < indexes.count, indexes[place] != Self.unknown { return Int(indexes[place]) }
    while indexes.count <= place { indexes.append(Self.unknown) }
    let names = names()
    let set = injections.indices.filter { injections[$0].selector.matches(names) }
    if set.isEmpty {
      indexes[place] = -1
    } else if let known = sets.firstIndex(of: set) {
      indexes[place] = Int32(known)
    } else {
      indexes[place] = Int32(sets.count)
      sets.append(set)
    }
    return Int(indexes[place])
  }

  private static let unknown: Int32 = -2
}
