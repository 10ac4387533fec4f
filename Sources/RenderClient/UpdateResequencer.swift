public import StyledRuns

/// Makes of a stream's events updates that a reader can simply apply one after the other: numbered without gaps, and a
/// snapshot as an update of what was there before.
public struct UpdateResequencer {
  private var sequence = 0
  private var scopes = 0
  /// UTF-8 bytes of source that each part of a conversation has.
  private var sources: [PartID: Int] = [:]

  public init() {}

  /// The update that an event brings; nil where it brings none.
  public mutating func update(of event: StreamEvent) -> StreamUpdate? {
    switch event.kind {
    case .update(let update): take(update, isSnapshot: false)
    case .snapshot(let update): take(update, isSnapshot: true)
    case .statistics, .done: nil
    }
  }

  /// An update that brings all of a content, in place of the updates that made it.
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
      // All blocks anew, but the scopes that are known stay.
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
      // What only grows is sent on from where it is known.
      let known = isSnapshot ? sources[part, default: 0] : 0
      sources[part, default: 0] += text.utf8.count - known
      return known == 0 ? edit : .source(part, String(decoding: text.utf8.dropFirst(known), as: UTF8.self))
    case .document(let part, let update) where isSnapshot:
      return .document(part, Self.withFootnotes(update))
    default: return edit
    }
  }

  /// A snapshot that says it where there are no footnotes: there may have been some.
  private static func withFootnotes(_ update: Update) -> Update {
    let saysFootnotes = update.edits.contains { if case .footnotes = $0 { true } else { false } }
    var update = update
    if !saysFootnotes { update.edits.append(.footnotes(keep: 0, blocks: [])) }
    return update
  }
}
