internal import Redaction
internal import Rendering
internal import StyledRuns

/// A session whose content is shown while it arrives.
protocol LiveSession {
  /// The number of leading top-level blocks that no late definition can change; nil if final blocks never
  /// change.
  var finalBlockLimit: Int? { get }
  /// Whether input was put off: see ``catchUp(_:)``.
  var isBehind: Bool { get }
  /// Counts of the secrets that were replaced.
  var secrets: SecretCounts { get }

  /// Removes written blocks from the session's document.
  mutating func remove(_ written: WrittenBlocks)

  mutating func append(_ bytes: [UInt8], _ take: (LiveEvent) throws -> Void) throws
  /// Renders the input that was put off, because updates of this input are expensive.
  mutating func catchUp(_ take: (LiveEvent) throws -> Void) throws
  mutating func finish(_ take: (LiveEvent) throws -> Void) throws
}

/// The result of appending input.
enum LiveEvent {
  case update(StreamUpdate)
  /// The content is complete. Later updates apply to a new, empty document.
  case nextDocument
}

extension SectionedSession: LiveSession {
  var finalBlockLimit: Int? { finalBlockCount }

  mutating func append(_ bytes: [UInt8], _ take: (LiveEvent) throws -> Void) throws {
    try append(bytes) { (event: SectionEvent) in try take(LiveEvent(event)) }
  }

  mutating func catchUp(_ take: (LiveEvent) throws -> Void) throws {
    try catchUp { (event: SectionEvent) in try take(LiveEvent(event)) }
  }

  mutating func finish(_ take: (LiveEvent) throws -> Void) throws {
    try finish { (event: SectionEvent) in try take(LiveEvent(event)) }
  }
}

extension ConversationSession: LiveSession {
  var finalBlockLimit: Int? { nil }

  /// Does nothing, because a conversation is kept.
  func remove(_ written: WrittenBlocks) {}

  func append(_ bytes: [UInt8], _ take: (LiveEvent) throws -> Void) throws {
    if let update = updateAppending(bytes) { try take(.update(update)) }
  }

  func catchUp(_ take: (LiveEvent) throws -> Void) throws {
    if let update = updateCatchingUp() { try take(.update(update)) }
  }

  func finish(_ take: (LiveEvent) throws -> Void) throws {
    if let update = updateFinishing() { try take(.update(update)) }
  }
}

extension LiveEvent {
  fileprivate init(_ event: SectionedSession.SectionEvent) {
    switch event {
    case .update(let update): self = .update(.document(update))
    case .nextDocument: self = .nextDocument
    }
  }
}
