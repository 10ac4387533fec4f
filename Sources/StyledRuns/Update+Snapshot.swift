extension Update {
  /// Creates the update that turns an empty document into `document`. O(document).
  init(snapshotOf document: Document, sequence: Int, isFinal: Bool) {
    var edits: [Edit] = [.splice(nil, keep: 0, blocks: document.blocks)]
    if !document.footnotes.isEmpty { edits.append(.footnotes(keep: 0, blocks: document.footnotes)) }
    self.init(
      sequence: max(1, sequence), scopes: document.scopes.entries, edits: edits,
      finished: document.finishedCounts, isFinal: isFinal)
  }
}

extension Document {
  /// The number of finished blocks at each level, in the form of ``Update/finished``.
  var finishedCounts: [Int] {
    var counts: [Int] = []
    var level = blocks
    repeat {
      let count = level.prefix { $0.isFinished }.count
      counts.append(count)
      level = count < level.count ? level[count].children : []
    } while !level.isEmpty
    while counts.count > 1, counts.last == 0 { counts.removeLast() }
    return counts
  }
}

extension ConversationUpdate {
  /// Creates the update that turns an empty conversation into `conversation`. O(conversation).
  init(snapshotOf conversation: Conversation, sequence: Int, isFinal: Bool) {
    var edits: [ConversationEdit] = []
    if conversation.session != Conversation.Session() { edits.append(.session(conversation.session)) }
    for (index, message) in conversation.messages.enumerated() {
      edits.append(.message(index, message.head))
      for (number, part) in message.parts.enumerated() {
        part.snapshot(PartID(message: index, part: number), &edits)
      }
    }
    self.init(
      sequence: max(1, sequence), scopes: conversation.scopes.entries, edits: edits, isFinal: isFinal)
  }
}

extension MessagePart {
  func snapshot(_ id: PartID, _ edits: inout [ConversationEdit]) {
    edits.append(.part(id, head))
    switch content {
    case .text(let text), .thinking(let text):
      if !text.source.isEmpty { edits.append(.source(id, text.source)) }
      edits.append(.document(id, text.document.snapshot))
    case .toolCall(let call):
      if !call.input.isEmpty { edits.append(.source(id, call.input)) }
      edits.append(.fields(id, keep: 0, fields: call.fields))
      edits.append(.document(id, call.view.snapshot))
      guard var output = call.output else { return }
      let view = output.view
      output.view = Document()
      edits.append(.output(id, output))
      edits.append(.outputDocument(id, view.snapshot))
    case .image, .notice, .sources: break
    }
  }
}

extension Document {
  /// The update that turns an empty part document into this one.
  fileprivate var snapshot: Update { Update(snapshotOf: self, sequence: 1, isFinal: false) }
}
