extension ConversationUpdate {
  /// Creates the update that turns `old` into `new`. Both are renderings of the same text, of which `new` may
  /// include more.
  ///
  /// - Returns: nil if a part became shorter or changed its kind.
  init?(from old: Conversation, to new: Conversation, sequence: Int, isFinal: Bool) {
    guard new.scopes.entries.starts(with: old.scopes.entries), new.messages.count >= old.messages.count else {
      return nil
    }
    var edits: [ConversationEdit] = []
    if old.session != new.session { edits.append(.session(new.session)) }
    for (index, message) in new.messages.enumerated() {
      let before = index < old.messages.count ? old.messages[index] : nil
      if before == message { continue }
      if before?.head != message.head { edits.append(.message(index, message.head)) }
      guard message.parts.count >= before?.parts.count ?? 0 else { return nil }
      for (number, part) in message.parts.enumerated() {
        let id = PartID(message: index, part: number)
        guard let before, number < before.parts.count else {
          part.snapshot(id, &edits)
          continue
        }
        guard part.difference(from: before.parts[number], id, &edits) else { return nil }
      }
    }
    self.init(
      sequence: sequence, scopes: Array(new.scopes.entries[old.scopes.entries.count...]), edits: edits,
      isFinal: isFinal)
  }
}

extension MessagePart {
  /// Adds the edits that turn `old` into this part.
  ///
  /// - Returns: `false` if there are none.
  fileprivate func difference(
    from old: MessagePart, _ id: PartID, _ edits: inout [ConversationEdit]
  ) -> Bool {
    if self == old { return true }
    if head != old.head { edits.append(.part(id, head)) }
    switch (old.content, content) {
    case (.text(let old), .text(let new)), (.thinking(let old), .thinking(let new)):
      return Self.source(from: old.source, to: new.source, id, &edits)
        && Self.document(from: old.document, to: new.document, &edits) { .document(id, $0) }
    case (.toolCall(let old), .toolCall(let new)):
      guard Self.source(from: old.input, to: new.input, id, &edits) else { return false }
      if old.fields != new.fields { edits.append(.fields(id, keep: 0, fields: new.fields)) }
      guard Self.document(from: old.view, to: new.view, &edits, { .document(id, $0) }) else { return false }
      guard old.output != new.output else { return true }
      guard var output = new.output else { return false }
      let view = output.view
      output.view = Document()
      edits.append(.output(id, output))
      edits.append(.outputDocument(id, Update(snapshotOf: view, sequence: 1, isFinal: false)))
      return true
    case (.image, .image), (.notice, .notice): return true
    default: return false
    }
  }

  private static func source(
    from old: String, to new: String, _ id: PartID, _ edits: inout [ConversationEdit]
  ) -> Bool {
    guard new.utf8.starts(with: old.utf8) else { return false }
    let added = String(decoding: new.utf8.dropFirst(old.utf8.count), as: UTF8.self)
    if !added.isEmpty { edits.append(.source(id, added)) }
    return true
  }

  private static func document(
    from old: Document, to new: Document, _ edits: inout [ConversationEdit],
    _ edit: (Update) -> ConversationEdit
  ) -> Bool {
    guard old != new else { return true }
    guard let update = Update(from: old, to: new, sequence: 1, isFinal: false) else { return false }
    edits.append(edit(update))
    return true
  }
}
