import StyledRuns

/// Updates the articles of message groups.
extension ConversationPatcher {
  /// Rewrites the groups whose messages changed, and updates the heads of the other groups.
  mutating func updateGroups(
    _ units: inout ConversationUnits, from message: Int, _ conversation: Conversation,
    _ renderer: inout PatchRenderer
  ) {
    let first = units.group(of: message) ?? units.groups.count
    // A message may belong to the preceding group.
    var index = max(0, first - 1)
    var start = index < units.groups.count ? units.groups[index].messages.lowerBound : 0
    while start < conversation.messages.count {
      let range = Self.group(from: start, in: conversation)
      renderer.checkedItems += range.count
      guard index < units.groups.count,
        updateGroup(at: index, of: &units, range, conversation, &renderer)
      else { break }
      start = range.upperBound
      index += 1
    }
    guard start < conversation.messages.count || index < units.groups.count else { return }
    // The remaining groups are new.
    let isFollowed = !units.foot.isEmpty
    let place = PatchRenderer.UnitPosition(
      path: [], before: units.spans.prefix(index + 1), endsElement: !isFollowed)
    let end = units.spans.total.end
    units.groups.removeSubrange(index...)
    units.spans.truncate(to: index + 1)
    var out = ByteSink(capacity: 1 << 12)
    while start < conversation.messages.count {
      let range = Self.group(from: start, in: conversation)
      let group = MessageGroup(range)
      units.spans.append(build(group, conversation, &renderer, into: &out))
      units.groups.append(group)
      start = range.upperBound
    }
    renderer.replace(nil, upTo: end, with: out.bytes, at: place)
  }

  /// Returns the range of consecutive messages that form a group.
  static func group(from start: Int, in conversation: Conversation) -> Range<Int> {
    let messages = conversation.messages
    var end = start + 1
    while end < messages.count, ConversationHTMLWriter.speakOn(messages[start].head, messages[end].head) {
      end += 1
    }
    return start..<end
  }

  /// Updates the head and the foot of a group; returns `false` if the group must be rewritten.
  mutating func updateGroup(
    at index: Int, of units: inout ConversationUnits, _ range: Range<Int>, _ conversation: Conversation,
    _ renderer: inout PatchRenderer
  ) -> Bool {
    let group = units.groups[index]
    let messages = conversation.messages[range]
    guard group.messages.lowerBound == range.lowerBound, group.messages.upperBound <= range.upperBound,
      let head = messages.first?.head
    else { return false }
    let isShown = ConversationHTMLWriter.isShown(messages)
    guard isShown == (units.spans[index + 1].count > 0) else { return false }
    group.messages = range
    guard isShown else { return true }
    let ids = messages.indices.flatMap { message in
      messages[message].parts.indices.map { PartID(message: message, part: $0) }
    }
    renderer.checkedItems += ids.count
    guard ids.count >= group.parts.count, zip(ids, group.parts).allSatisfy({ $0 == $1.id }) else {
      return false
    }
    let path = [units.spans.prefix(index + 1).count]
    var start = ByteSink(capacity: 512)
    writer.writeStart(of: messages, head, into: &start)
    guard renderer.updateStart(start.bytes, of: group.unit, path: path) else { return false }
    let new = ids[group.parts.count...]
    if !new.isEmpty {
      let place = PatchRenderer.UnitPosition(
        path: path + group.unit.chain.dropFirst(), before: group.unit.spans.total, endsElement: true)
      var out = ByteSink(capacity: 512)
      for id in new { append(id, to: group, conversation, &renderer, into: &out) }
      renderer.replace(HTMLFragment([]), upTo: nil, with: out.bytes, at: place)
      group.source.isStale = true
    }
    updateFoot(of: group, conversation, path: path, &renderer)
    return true
  }

  mutating func build(
    _ group: MessageGroup, _ conversation: Conversation, _ renderer: inout PatchRenderer,
    into out: inout ByteSink
  ) -> NodeSpan {
    let messages = conversation.messages[group.messages]
    guard ConversationHTMLWriter.isShown(messages), let head = messages.first?.head else { return NodeSpan() }
    var start = ByteSink(capacity: 512)
    writer.writeStart(of: messages, head, into: &start)
    renderer.setStart(start.bytes, of: group.unit)
    out.append(group.unit.start)
    for message in messages.indices {
      for part in messages[message].parts.indices {
        append(PartID(message: message, part: part), to: group, conversation, &renderer, into: &out)
      }
    }
    out.append("</div>")
    let source = Self.source(of: group, conversation, &renderer)
    group.source = GroupSource(
      part: source.part, length: Self.escaped(source.text).length, pending: "", isStale: false)
    group.foot = foot(of: group, conversation)
    var whole = ByteSink(capacity: 256)
    writer.writeFoot(
      stats: ConversationHTMLWriter.stats(of: messages), source: source.part == nil ? nil : source.text,
      into: &whole)
    out.append("\n")
    out.append(whole.bytes)
    out.append("</article>\n")
    return .block
  }
}
