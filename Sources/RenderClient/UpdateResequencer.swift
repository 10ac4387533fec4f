public import StyledRuns

/// Turns the events of a stream into updates that a reader can apply one after the other: the sequence has no
/// gaps, and a snapshot becomes an update of the existing content.
///
/// ```swift
/// var updates = UpdateResequencer()
/// for try await event in stream.events() {
///   if let update = updates.update(of: event) { try content.apply(update) }
/// }
/// ```
public struct UpdateResequencer {
  private var sequence = 0
  private var scopes = 0
  /// The length of the source that each part of a conversation has, in UTF-8 bytes.
  private var sources: [PartID: Int] = [:]

  public init() {}

  /// Returns the update for an event; nil if the event has none.
  public mutating func update(of event: StreamEvent) -> StreamUpdate? {
    switch event.kind {
    case .update(let update): take(update, isSnapshot: false)
    case .snapshot(let update): take(update, isSnapshot: true)
    case .statistics, .done: nil
    }
  }

  /// Returns an update with the whole content, which replaces the updates so far.
  ///
  /// ```swift
  /// let first = updates.snapshot(of: event.content, isFinal: false)
  /// ```
  public mutating func snapshot(of content: StreamContent, isFinal: Bool) -> StreamUpdate {
    take(StreamUpdate(snapshotOf: content, sequence: 1, isFinal: isFinal), isSnapshot: true)
  }

  private mutating func take(_ update: StreamUpdate, isSnapshot: Bool) -> StreamUpdate {
    sequence += 1
    switch update {
    case .document(var update):
      // Send all blocks again, but only the new scopes.
      if isSnapshot {
        update.scopes.removeFirst(min(scopes, update.scopes.count))
        update = Self.withFootnotes(update)
      }
      scopes += update.scopes.count
      update.sequence = sequence
      return .document(update)
    case .conversation(var update):
      if isSnapshot { update.scopes.removeFirst(min(scopes, update.scopes.count)) }
      scopes += update.scopes.count
      update.sequence = sequence
      for index in update.edits.indices {
        update.edits[index] = take(update.edits[index], isSnapshot: isSnapshot)
      }
      return .conversation(update)
    }
  }

  private mutating func take(_ edit: ConversationEdit, isSnapshot: Bool) -> ConversationEdit {
    switch edit {
    case .source(let part, let text):
      // Send only the new part of a text that grows.
      let known = isSnapshot ? sources[part, default: 0] : 0
      sources[part, default: 0] += text.utf8.count - known
      return known == 0 ? edit : .source(part, String(decoding: text.utf8.dropFirst(known), as: UTF8.self))
    case .document(let part, let update) where isSnapshot:
      return .document(part, Self.withFootnotes(update))
    default: return edit
    }
  }

  /// Adds an empty list of footnotes to a snapshot without footnotes, because earlier updates may have
  /// brought some.
  private static func withFootnotes(_ update: Update) -> Update {
    let saysFootnotes = update.edits.contains { if case .footnotes = $0 { true } else { false } }
    var update = update
    if !saysFootnotes { update.edits.append(.footnotes(keep: 0, blocks: [])) }
    return update
  }
}
