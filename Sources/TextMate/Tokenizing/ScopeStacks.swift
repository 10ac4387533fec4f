/// The scope stacks that a tokenizer has seen. Each is stored as its parent and one name.
struct ScopeStacks: ~Copyable {
  struct ScopeStackEntry {
    var parent: UInt32
    var atom: UInt32
  }

  /// The stacks by identifier. Entry 0 is the empty stack.
  private(set) var entries: [ScopeStackEntry] = [ScopeStackEntry(parent: 0, atom: 0)]
  private(set) var atoms: [String] = []
  /// The index of an atom plus one, by the hash of its text, or by the next number that is free.
  private var atomsByHash = IntegerMap()
  /// The stack for a parent and an atom.
  private var children = IntegerMap()
  /// The stack for a parent and a complete name of the grammar's table, which may contain several scopes.
  private var named = IntegerMap()
  /// The scopes of names with several scopes or with placeholders, so that a name is only split once.
  private var lists = ScopeLists()

  init() {}

  var count: Int { entries.count }

  /// Returns the stack for `parent` with a name of the grammar's table on top, if it is cached; otherwise 0.
  @inline(__always)
  func known(_ parent: UInt32, name: Int32) -> UInt32 { named.value(for: Self.key(parent, UInt32(name))) }

  /// Pushes the scopes in a name of the grammar's table, and caches the result.
  mutating func push(_ parent: UInt32, name: Int32, text: String) -> UInt32 {
    let result: UInt32
    if text.hasByte(UInt8(ascii: " ")) {
      let list = lists.list(ofName: name) ?? lists.add(scopes(in: Array(text.utf8)), forName: name)
      result = push(parent, list)
    } else {
      result = push(parent, scope: text)
    }
    named.insert(result, for: Self.key(parent, UInt32(name)))
    return result
  }

  /// Pushes the scopes in a name whose placeholders were filled in.
  mutating func push(_ parent: UInt32, text: [UInt8]) -> UInt32 {
    let list = lists.list(ofText: text) ?? lists.add(scopes(in: text), forText: text)
    return push(parent, list)
  }

  /// Pushes one scope.
  mutating func push(_ parent: UInt32, scope: String) -> UInt32 { push(parent, atom: atom(scope)) }

  private mutating func push(_ parent: UInt32, _ list: Range<Int>) -> UInt32 {
    var stack = parent
    for index in list { stack = push(stack, atom: lists.atoms[index]) }
    return stack
  }

  private mutating func push(_ parent: UInt32, atom: UInt32) -> UInt32 {
    let key = Self.key(parent, atom)
    let known = children.value(for: key)
    if known != 0 { return known }
    let made = UInt32(entries.count)
    entries.append(ScopeStackEntry(parent: parent, atom: atom))
    children.insert(made, for: key)
    return made
  }

  /// Returns the scopes in a name, which are separated by single spaces.
  private mutating func scopes(in text: [UInt8]) -> [UInt32] {
    var scopes: [UInt32] = []
    var start = 0
    for end in 0...text.count where end == text.count || text[end] == UInt8(ascii: " ") {
      scopes.append(atom(String(decoding: text[start..<end], as: UTF8.self)))
      start = end + 1
    }
    return scopes
  }

  private mutating func atom(_ scope: String) -> UInt32 {
    // The hash is seeded, because a name whose placeholders were filled in contains text of the input.
    var key = UInt64(truncatingIfNeeded: scope.hashValue) | 1
    while true {
      let known = atomsByHash.value(for: key)
      if known == 0 { break }
      if atoms[Int(known) - 1] == scope { return known - 1 }
      key &+= 2
    }
    atoms.append(scope)
    atomsByHash.insert(UInt32(atoms.count), for: key)
    return UInt32(atoms.count - 1)
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
      + lists.byteCount + atoms.reduce(atoms.capacity * 16 + atomsByHash.byteCount) { $0 + $1.utf8.count }
  }

  @inline(__always)
  private static func key(_ parent: UInt32, _ child: UInt32) -> UInt64 {
    // Add one to the child, so that no key is 0.
    UInt64(parent) << 32 | UInt64(child &+ 1)
  }
}
