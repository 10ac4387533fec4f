/// The identifier of a scope stack in one document's ``ScopeTable``. 0 is the empty stack.
///
/// ```swift
/// ScopeTable()[.empty]  // []
/// ```
public struct ScopeStackID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The empty stack, for text without syntax highlighting.
  public static let empty = ScopeStackID(rawValue: 0)
}

/// The scope stacks that a document's code runs refer to. Each stack is stored as its parent and one name.
///
/// ```swift
/// var table = ScopeTable()
/// let source = table.push("source.swift", onto: .empty)
/// let keyword = table.push("keyword.control.swift", onto: source)
/// table[keyword]  // ["source.swift", "keyword.control.swift"]
/// ```
///
/// The table is append-only: an identifier never changes its meaning, so that an update of a streamed
/// document only brings new entries. A document keeps scope stacks instead of colours, so that several themes
/// can show it.
public struct ScopeTable: Hashable, Sendable {
  /// A scope stack: its parent with one more name.
  ///
  /// ```swift
  /// ScopeTable.ScopeEntry(parent: .empty, name: "source.swift")
  /// ```
  public struct ScopeEntry: Hashable, Sendable {
    public var parent: ScopeStackID
    public var name: String

    public init(parent: ScopeStackID, name: String) {
      self.parent = parent
      self.name = name
    }
  }

  /// The stacks. Entry `i` has the identifier `i + 1`, and a parent precedes its children.
  public private(set) var entries: [ScopeEntry]
  /// An open-addressing hash index of the entries: identifiers, each in the slot of its entry's hash or in
  /// the next free slot. 0 marks a free slot. The number of slots is a power of two, and at most three
  /// quarters are used.
  private var places: [UInt32] = []
  /// The hash of each entry, so that a growing index reads no names.
  private var hashes: [UInt32] = []

  /// The maximum number of names in a stack from an untrusted source: more than a tokenizer's nesting
  /// produces.
  static let maximumDepth = 4096

  public init() {
    entries = []
  }

  /// The number of valid identifiers, the empty stack included.
  public var count: Int { entries.count + 1 }

  /// Appends entries from an untrusted source. Each entry must follow its parent and must be new, because
  /// other data refers to entries by number.
  ///
  /// - Throws: ``UpdateError`` with the code ``UpdateErrorCode/invalidScope``. The entries before the
  ///   invalid one are then in the table.
  mutating func append(_ entries: [ScopeEntry]) throws(UpdateError) {
    // The depths are not stored, because every session has a table and never asks for depths.
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

  /// Returns the number of names in a stack. Walks up to the nearest ancestor whose depth is known.
  private func depth(of stack: UInt32, known: [UInt32: Int]) -> Int {
    var (stack, count) = (stack, 0)
    while stack > 0 {
      if let depth = known[stack] { return depth + count }
      count += 1
      stack = entries[Int(stack) - 1].parent.rawValue
    }
    return count
  }

  /// Returns the identifier of `parent` with `name` on top, and adds the stack if it is new. O(1).
  public mutating func push(_ name: String, onto parent: ScopeStackID) -> ScopeStackID {
    let entry = ScopeEntry(parent: parent, name: name)
    let hash = UInt32(truncatingIfNeeded: entry.hashValue)
    if 4 * (entries.count + 1) > 3 * places.count { enlarge() }
    let place = place(of: hash) { hashes[$0] == hash && entries[$0] == entry }
    if places[place] != 0 { return ScopeStackID(rawValue: places[place]) }
    // Grow by a quarter instead of doubling, because every session has a table.
    if entries.count == entries.capacity {
      let capacity = entries.count + entries.count / 4 + 8
      entries.reserveCapacity(capacity)
      hashes.reserveCapacity(capacity)
    }
    entries.append(entry)
    hashes.append(hash)
    places[place] = UInt32(entries.count)
    return ScopeStackID(rawValue: UInt32(entries.count))
  }

  /// Returns the slot of the entry with this hash that `isEqual` accepts by its index, or the free slot for it.
  private func place(of hash: UInt32, _ isEqual: (Int) -> Bool) -> Int {
    let mask = places.count - 1
    var place = Int(hash) & mask
    while places[place] != 0, !isEqual(Int(places[place]) - 1) { place = (place + 1) & mask }
    return place
  }

  private mutating func enlarge() {
    places = Array(repeating: 0, count: max(2 * places.count, 8))
    for (index, hash) in hashes.enumerated() { places[place(of: hash) { _ in false }] = UInt32(index + 1) }
  }

  /// The names of a stack, outermost first; empty for an unknown identifier.
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
  /// The innermost scopes of words that differ between a line of a diff and its replacement. A theme gives them
  /// a background, and they keep the colour of the scopes below.
  package static let insertedWord = "meta.changed-word.inserted.diff"
  package static let deletedWord = "meta.changed-word.deleted.diff"
  /// The maximum number of deleted lines, and of inserted lines after them, in which changed words are marked.
  package static let maximumChangedLines = 32

  public static func == (left: ScopeTable, right: ScopeTable) -> Bool { left.entries == right.entries }

  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
