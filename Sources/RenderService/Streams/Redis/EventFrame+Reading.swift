internal import NIOCore
internal import ServerSentEvents
internal import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An event decoded from its encoded form.
struct ReadEvent: Sendable {
  var kind: EventFrame.EventName
  var data: [UInt8]

  /// Decodes an event; returns nil if the bytes are not a valid event.
  init?(_ frame: some Sequence<UInt8>) {
    var reader = EventReader(longestLine: .max)
    guard case .event(let event)? = reader.append(Array(frame)).first,
      let kind = EventFrame.EventName(rawValue: event.name)
    else { return nil }
    self.kind = kind
    data = event.data
  }

  /// Decodes an event.
  ///
  /// - Throws: ``PublishedContent/Damage`` if the bytes are not a valid event.
  init(checking frame: [UInt8]) throws(PublishedContent.Damage) {
    guard let event = ReadEvent(frame) else { throw PublishedContent.Damage() }
    self = event
  }

  /// Whether an encoded event is the last of its stream. O(1).
  static func isLast(_ frame: [UInt8]) -> Bool {
    // The event name is in the second line, after `id: NUMBER`.
    guard let end = frame.prefix(40).firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let rest = frame[(end + 1)...]
    return rest.starts(with: "event: done\n".utf8) || rest.starts(with: "event: error\n".utf8)
  }
}

/// The content that readers have after a number of events, rebuilt from these events.
struct PublishedContent: Sendable {
  var content = StreamContent()
  /// The number of the last update.
  var updates = 0

  /// Restores the content from a stored snapshot.
  init(snapshot frame: [UInt8]) throws { try apply(try ReadEvent(checking: frame)) }

  init() {}

  static func update(_ event: ReadEvent) -> StreamUpdate? {
    try? JSONDecoder().decode(StreamUpdate.self, from: Data(event.data))
  }

  /// Applies an event to the content.
  ///
  /// - Throws: ``UpdateError``, ``ConversationUpdateError`` or ``Damage`` if the event does not apply.
  /// - Returns: The update of the event; nil if the event has none.
  @discardableResult mutating func apply(_ event: ReadEvent) throws -> StreamUpdate? {
    guard event.kind == .update || event.kind == .snapshot else { return nil }
    guard let update = Self.update(event) else { throw Damage() }
    if event.kind == .snapshot { content = StreamContent() }
    try content.apply(update)
    updates = update.sequence
    return update
  }

  /// The error for a stored event that cannot be decoded.
  struct Damage: Error {}
}
