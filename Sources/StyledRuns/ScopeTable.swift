/// Names a scope stack within one document's ``ScopeTable``. 0 is the empty stack.
public struct ScopeStackID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The empty stack: text that no grammar looked at.
  public static let empty = ScopeStackID(rawValue: 0)
}

/// The scope stacks that a document's code runs refer to, each stack stored as its parent and one name.
///
/// Append-only: an identifier, once given, never changes its meaning, so that a streamed document's table
/// grows by what an update brings. Keeping the stacks (not colours) in the document is what lets one
/// document be shown in several themes.
public struct ScopeTable: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public var parent: ScopeStackID
    public var name: String

    public init(parent: ScopeStackID, name: String) {
      self.parent = parent
      self.name = name
    }
  }

  /// Entry `i` describes the stack with the identifier `i + 1`; a parent precedes its children.
  public private(set) var entries: [Entry]
  /// Where entries are found by what they say: identifiers, each in the place that its entry's hash names or in the next
  /// one that is free; 0 is free. As many places as a power of two, at most three quarters of them taken.
  private var places: [UInt32] = []

  /// The number of names that a stack from outside may have: more than a tokenizer's nesting makes.
  static let maximumDepth = 4096

  public init() {
    entries = []
  }

  /// How many identifiers are valid, the empty stack's included.
  public var count: Int { entries.count + 1 }

  /// Adds entries that came from outside: each behind its parent, and none that is there already, for what follows
  /// names them by their numbers.
  ///
  /// - Throws: ``UpdateError`` with the code ``UpdateError/Code/invalidScope``. The entries before the wrong one are
  ///   added.
  mutating func append(_ entries: [Entry]) throws(UpdateError) {
    // A session has a table and asks for no depths, so they are not kept.
    var depths: [UInt32: Int] = [:]
    for entry in entries {
      let next = UInt32(count)
      guard entry.parent.rawValue < next else { throw UpdateError(code: .invalidScope, block: nil) }
      let depth = depth(of: entry.parent.rawValue, known: depths) + 1
      guard depth <= Self.maximumDepth, push(entry.name, onto: entry.parent).rawValue == next else {
        throw UpdateError(code: .invalidScope, block: nil)
      }
      depths[next] = depth
    }
  }

  /// The number of names of a stack, counted up to the next one whose number is known.
  private func depth(of stack: UInt32, known: [UInt32: Int]) -> Int {
    var (stack, count) = (stack, 0)
    while stack > 0 {
      if let depth = known[stack] { return depth + count }
      count += 1
      stack = entries[Int(stack) - 1].parent.rawValue
    }
    return count
  }

  /// The identifier of `parent`, which is in the table, with `name` pushed upon it; the same answer for the same
  /// question. O(1).
  public mutating func push(_ name: String, onto parent: ScopeStackID) -> ScopeStackID {
    let entry = Entry(parent: parent, name: name)
    if 4 * (entries.count + 1) > 3 * places.count { enlarge() }
    let place = place(of: entry)
    if places[place] != 0 { return ScopeStackID(rawValue: places[place]) }
    // Each session has a table, so it has not twice the room that it needs.
    if entries.count == entries.capacity { entries.reserveCapacity(entries.count + entries.count / 4 + 8) }
    entries.append(entry)
    places[place] = UInt32(entries.count)
    return ScopeStackID(rawValue: UInt32(entries.count))
  }

  /// Where an entry's identifier stands, or belongs.
  private func place(of entry: Entry) -> Int {
    let mask = places.count - 1
    var place = entry.hashValue & mask
    while places[place] != 0, entries[Int(places[place]) - 1] != entry { place = (place + 1) & mask }
    return place
  }

  private mutating func enlarge() {
    places = Array(repeating: 0, count: max(2 * places.count, 8))
    for (index, entry) in entries.enumerated() { places[place(of: entry)] = UInt32(index + 1) }
  }

  /// The names of a stack, outermost first; empty for an identifier that is not in the table.
  public subscript(identifier: ScopeStackID) -> [String] {
    var names: [String] = []
    var current = identifier
    while current.rawValue > 0, Int(current.rawValue) <= entries.count {
      let entry = entries[Int(current.rawValue) - 1]
      names.append(entry.name)
      current = entry.parent
    }
    return names.reversed()
  }
}

extension ScopeTable {
  public static func == (left: ScopeTable, right: ScopeTable) -> Bool { left.entries == right.entries }

  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
