/// What changes a document: everything that a session found out since the update before.
///
/// Applying a session's updates in order gives, after each, the document that a one-shot rendering of the text
/// so far gives. An update's size follows what changed: blocks that stay are not mentioned.
public struct Update: Hashable, Sendable {
  /// The version of the wire form, which is raised when what readers know no longer suffices.
  public static let wireVersion = 4

  /// Counts a session's updates from 1; a client that sees a gap has lost one.
  public var sequence: Int
  /// What is added at the end of the document's scope table, before the edits are applied.
  public var scopes: [ScopeTable.Entry]
  /// In the order in which they are to be applied.
  public var edits: [Edit]
  /// How many blocks are finished: at the top level, then among the children of the first block there that is not,
  /// and so on; none at a level that is not named. What stands behind these can still change. Nil: as many as before, or
  /// all with ``isFinal``.
  public var finished: [Int]?
  /// Whether the text has ended: no update follows but those that bring colours to pending code.
  public var isFinal: Bool

  public init(
    sequence: Int, scopes: [ScopeTable.Entry] = [], edits: [Edit] = [], finished: [Int]? = nil,
    isFinal: Bool = false
  ) {
    self.sequence = sequence
    self.scopes = scopes
    self.edits = edits
    self.finished = finished
    self.isFinal = isFinal
  }

  /// Whether its wire form says the version: it does where a document begins, in a session's first update and in one
  /// that brings a whole document.
  package var statesVersion: Bool {
    if sequence <= 1 { return true }
    if case .splice(nil, keep: 0, _) = edits.first { return true }
    return false
  }

  /// Whether applying it changes nothing that is shown.
  public var isEmpty: Bool { scopes.isEmpty && edits.isEmpty }
}
