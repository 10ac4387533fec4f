/// The scope stacks that a tokenizer has seen. Each is stored as its parent and one name.
struct ScopeStacks: ~Copyable {
  struct ScopeStackEntry {
    var parent: UInt32
    var atom: UInt32
  }

  /// The stacks by identifier. Entry 0 is the empty stack.
  private(set) var entries: [ScopeStackEntry] = [ScopeStackEntry(parent: 0, atom: 0)]
  private(set) var atoms: [String] = []
  private var atomIndexes: [String: UInt32] = [:]
  /// The stack for a parent and an atom.
  private var children = IntegerMap()
  /// The stack for a parent and a complete name of the grammar's table, which may contain several scopes.
  private var named = IntegerMap()

  init() {}

  var count: Int { entries.count }

  /// Returns the stack for `parent` with a name of the grammar's table on top, if it is cached; otherwise 0.
  @inline(__always)
  func known(_ parent: UInt32, name: Int32) -> UInt32 { named.value(for: Self.key(parent, UInt32(name))) }

  /// Pushes the scopes in a name, which are separated by single spaces, and caches the result.
  mutating func push(_ parent: UInt32, name: Int32, text: String) -> UInt32 {
    let result = push(parent, text: text)
    named.insert(result, for: Self.key(parent, UInt32(name)))
    return result
  }

  /// Pushes the scopes in a name.
  mutating func push(_ parent: UInt32, text: String) -> UInt32 {
    guard text.hasByte(UInt8(ascii: " ")) else { return push(parent, scope: text) }
    var list = parent
    for scope in text.split(separator: " ", omittingEmptySubsequences: false) {
      list = push(list, scope: String(scope))
    }
    return list
  }

  mutating func push(_ parent: UInt32, scope: String) -> UInt32 {
    let atom: UInt32
    if let known = atomIndexes[scope] {
      atom = known
    } else {
      atom = UInt32(atoms.count)
      // Most texts have that many names, and growing to it one step at a time costs more than all lookups.
      if atoms.isEmpty { atomIndexes.reserveCapacity(12) }
      atoms.append(scope)
      atomIndexes[scope] = atom
    }
    let key = Self.key(parent, atom)
    let known = children.value(for: key)
    if known != 0 { return known }
    let made = UInt32(entries.count)
    entries.append(ScopeStackEntry(parent: parent, atom: atom))
    children.insert(made, for: key)
    return made
  }

  func names(of list: UInt32) -> [String] {
    var names: [String] = []
    var current = list
    while current != 0, Int(current) < entries.count {
      let entry = entries[Int(current)]
      names.append(atoms[Int(entry.atom)])
      current = entry.parent
    }
    names.reverse()
    return names
  }

  var byteCount: Int {
    entries.capacity * MemoryLayout<ScopeStackEntry>.stride + children.byteCount + named.byteCount
      + atoms.reduce(atoms.capacity * 16 + atomIndexes.capacity * 24) { $0 + $1.utf8.count }
  }

  @inline(__always)
  private static func key(_ parent: UInt32, _ child: UInt32) -> UInt64 {
    // Add one to the child, so that no key is 0.
    UInt64(parent) << 32 | UInt64(child &+ 1)
  }
}
