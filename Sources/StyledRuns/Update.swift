/// All changes of a document since the previous update of its session.
///
/// ```swift
/// // The text so far was "Hello", and " world" arrived.
/// Update(sequence: 2, edits: [.text(.tip, " world")])
/// ```
///
/// After each update, the document equals the one-shot rendering of the text so far. The size of an update
/// depends on what changed: unchanged blocks are not mentioned.
public struct Update: Hashable, Sendable {
  /// The version of the wire form. A change that existing readers cannot read increments it.
  public static let wireVersion = 4

  /// The number of the update in its session, from 1. A gap means that an update was lost.
  public var sequence: Int
  /// The entries to append to the document's scope table before the edits are applied.
  public var scopes: [ScopeTable.ScopeEntry]
  /// The edits, in the order of application.
  public var edits: [Edit]
  /// The number of finished blocks at the top level, then among the children of the first open block, and so
  /// on. Later blocks can still change, as can all blocks at a level that the array does not reach. Nil if
  /// the counts have not changed, or with ``isFinal``, if all blocks are finished.
  public var finished: [Int]?
  /// Whether the text has ended. Later updates only highlight pending code.
  public var isFinal: Bool

  public init(
    sequence: Int, scopes: [ScopeTable.ScopeEntry] = [], edits: [Edit] = [], finished: [Int]? = nil,
    isFinal: Bool = false
  ) {
    self.sequence = sequence
    self.scopes = scopes
    self.edits = edits
    self.finished = finished
    self.isFinal = isFinal
  }

  /// Whether the wire form states the version: in a session's first update, and in an update that brings a
  /// whole document.
  package var statesVersion: Bool {
    if sequence <= 1 { return true }
    if case .splice(nil, keep: 0, _) = edits.first { return true }
    return false
  }

  /// Whether the update changes nothing that is shown.
  public var isEmpty: Bool { scopes.isEmpty && edits.isEmpty }
}
