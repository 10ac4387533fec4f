internal import Rendering
internal import StyledRuns

/// A session whose content is shown while it arrives.
protocol LiveSession {
  /// The number of blocks at the document's top that no late definition can change; nil where what is final always stays.
  var settledLimit: Int? { get }

  mutating func append(_ bytes: [UInt8], _ take: (LiveEvent) throws -> Void) throws
  mutating func finish(_ take: (LiveEvent) throws -> Void) throws
}

enum LiveEvent {
  case update(StreamUpdate)
  /// The content is complete. The updates that follow are for another document, which is empty.
  case nextDocument
}

extension SectionedSession: LiveSession {
  var settledLimit: Int? { settledBlocks }

  mutating func append(_ bytes: [UInt8], _ take: (LiveEvent) throws -> Void) throws {
    try append(bytes) { (event: Event) in try take(LiveEvent(event)) }
  }

  mutating func finish(_ take: (LiveEvent) throws -> Void) throws {
    try finish { (event: Event) in try take(LiveEvent(event)) }
  }
}

extension ConversationSession: LiveSession {
  var settledLimit: Int? { nil }

  func append(_ bytes: [UInt8], _ take: (LiveEvent) throws -> Void) throws {
    if let update = updateAppending(bytes) { try take(.update(update)) }
  }

  func finish(_ take: (LiveEvent) throws -> Void) throws {
    if let update = updateFinishing() { try take(.update(update)) }
  }
}

extension LiveEvent {
  fileprivate init(_ event: SectionedSession.Event) {
    switch event {
    case .update(let update): self = .update(.document(update))
    case .nextDocument: self = .nextDocument
    }
  }
}
