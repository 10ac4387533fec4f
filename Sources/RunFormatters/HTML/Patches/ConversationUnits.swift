import StyledRuns

/// A message part in a reader's element.
final class PartUnit {
  let id: PartID
  /// The part's element and its content other than the document. It is a leaf for a part that is always
  /// rewritten.
  let unit: PatchUnit
  /// The document of markdown or of a tool call's input. Its root is the element that contains the blocks.
  var tree: PatchTree?
  /// The output of a tool call.
  var output: PatchUnit?

  /// Whether the update changed the part outside its document.
  var isDirty = false
  var outputChanged = false

  init(id: PartID, kind: PatchUnit.UnitKind) {
    self.id = id
    unit = PatchUnit(id: BlockID(offset: -1, depth: 0), kind: kind)
  }
}

/// Consecutive messages of one speaker in a reader's element: an article that contains an element with the
/// parts.
final class MessageGroup {
  var messages: Range<Int>
  /// The article. Its children are the parts.
  let unit = PatchUnit(id: BlockID(offset: -1, depth: 0), kind: .container)
  var parts: [PartUnit] = []
  /// The foot after the parts, without text to copy.
  var foot: [UInt8] = []
  /// The markdown of the copy button.
  var source = GroupSource()

  init(_ messages: Range<Int>) { self.messages = messages }

  /// The index of the element with the parts in the article.
  var bubble: Int { unit.chain.last ?? 0 }
}

/// The markdown of a message group that readers have.
struct GroupSource {
  /// The last part with markdown.
  var part: PartID?
  /// The length in UTF-16 code units.
  var length = 0
  /// The text that was not sent yet.
  var pending = ""
  /// Whether the whole markdown must be sent again.
  var isStale = true
}

/// The message groups of a conversation.
struct ConversationUnits {
  var groups: [MessageGroup] = []
  /// The nodes before the first group, followed by those of each group.
  var spans = NodeSpanList()
  /// The HTML after the groups.
  var foot: [UInt8] = []
  var isRightToLeft = false

  /// The first message whose head changed; nil if there is none.
  var firstChanged: Int?
  var sessionChanged = false
  /// The parts that changed.
  var changed: Set<PartID> = []

  /// The approximate memory of the units in bytes.
  var memoryBytes: Int {
    groups.reduce(foot.count) { sum, group in
      group.parts.reduce(sum + group.unit.memoryBytes + group.foot.count + group.source.pending.utf8.count) {
        $0 + $1.unit.memoryBytes + ($1.tree?.memoryBytes ?? 0) + ($1.output?.memoryBytes ?? 0)
      }
    }
  }

  /// Returns the index of the group that contains a message; nil if there is none.
  func group(of message: Int) -> Int? {
    var low = 0
    var high = groups.count
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].messages.upperBound <= message { low = middle + 1 } else { high = middle }
    }
    return low < groups.count ? low : nil
  }

  func part(_ id: PartID) -> PartUnit? {
    guard let group = group(of: id.message).map({ groups[$0] }) else { return nil }
    var low = 0
    var high = group.parts.count
    while low < high {
      let middle = (low + high) / 2
      if group.parts[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < group.parts.count && group.parts[low].id == id ? group.parts[low] : nil
  }

  // MARK: Marking

  mutating func mark(_ update: ConversationUpdate) {
    for edit in update.edits {
      switch edit {
      case .session: sessionChanged = true
      case .message(let index, _): firstChanged = min(firstChanged ?? index, index)
      case .part(let id, _):
        // A new part also changes the head of its group.
        firstChanged = min(firstChanged ?? id.message, id.message)
        mark(id)
      case .source(let id, let text): mark(source: text, of: id)
      case .fields(let id, _, _): mark(id)
      case .document(let id, let update):
        mark(id)
        part(id)?.tree?.mark(update)
      case .output(let id, _), .outputDocument(let id, _):
        mark(id)
        part(id)?.outputChanged = true
      }
    }
  }

  private mutating func mark(_ id: PartID) {
    changed.insert(id)
    part(id)?.isDirty = true
  }

  private mutating func mark(source text: String, of id: PartID) {
    mark(id)
    guard let group = group(of: id.message).map({ groups[$0] }) else { return }
    if group.source.part == id, !group.source.isStale {
      group.source.pending += text
    } else {
      group.source.isStale = true
      // The text that readers have is no longer a prefix.
      if let known = group.source.part, id < known { group.source.length = 0 }
    }
  }
}
