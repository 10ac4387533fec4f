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
  private var identifiers: [Entry: ScopeStackID]

  public init() {
    entries = []
    identifiers = [:]
  }

  /// How many identifiers are valid, the empty stack's included.
  public var count: Int { entries.count + 1 }

  /// The identifier of `parent` with `name` pushed upon it; the same answer for the same question. O(1).
  public mutating func push(_ name: String, onto parent: ScopeStackID) -> ScopeStackID {
    let entry = Entry(parent: parent, name: name)
    if let known = identifiers[entry] { return known }
    entries.append(entry)
    let identifier = ScopeStackID(rawValue: UInt32(entries.count))
    identifiers[entry] = identifier
    return identifier
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
