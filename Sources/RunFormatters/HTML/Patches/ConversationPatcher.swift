import StyledRuns

/// Computes the edits for an update of a conversation.
///
/// Short elements, such as the article of a message group or the line of a tool call, are compared
/// completely. ``PatchRenderer`` handles the documents in parts.
struct ConversationPatcher: ~Copyable {
  var writer: ConversationHTMLWriter

  init(options: HTMLOptions, sheets: [StyleSheet], expansion: ToolExpansion) {
    var options = options
    options.links = options.links.forConversations
    // Only the palettes are kept. The styles stay with the owner of the sheets.
    let palettes = sheets.map { sheet in
      var palette = sheet
      palette.styles = []
      return palette
    }
    writer = ConversationHTMLWriter(options: options, sheets: palettes, expansion: expansion)
  }

  /// Counts the nodes of a conversation that is sent as a snapshot.
  mutating func build(_ conversation: Conversation, _ renderer: inout PatchRenderer) -> ConversationUnits {
    var units = ConversationUnits()
    units.spans.append(NodeSpan(leading: 1))
    units.firstChanged = 0
    units.sessionChanged = true
    update(&units, conversation, &renderer)
    return units
  }

  mutating func update(
    _ units: inout ConversationUnits, _ conversation: Conversation, _ renderer: inout PatchRenderer
  ) {
    if let first = units.firstChanged { updateGroups(&units, from: first, conversation, &renderer) }
    for id in units.changed.sorted() {
      guard let index = units.group(of: id.message) else { continue }
      let group = units.groups[index]
      if let part = units.part(id), part.isDirty {
        update(part, in: group, of: conversation, path: path(of: group, at: index, units), &renderer)
      }
    }
    for index in Set(units.changed.compactMap { units.group(of: $0.message) }).sorted() {
      updateFoot(
        of: units.groups[index], conversation, path: path(of: units.groups[index], at: index, units),
        &renderer)
    }
    updateEnd(&units, conversation, &renderer)
    updateDirection(&units, &renderer)
    units.changed = []
    units.firstChanged = nil
    units.sessionChanged = false
  }

  /// Returns the path to a group's article.
  func path(of group: MessageGroup, at index: Int, _ units: ConversationUnits) -> [Int] {
    [units.spans.prefix(index + 1).count]
  }

  private mutating func updateEnd(
    _ units: inout ConversationUnits, _ conversation: Conversation, _ renderer: inout PatchRenderer
  ) {
    guard units.sessionChanged else { return }
    var out = ByteSink(capacity: 128)
    writer.writeEnd(of: conversation.session, into: &out)
    let place = PatchRenderer.UnitPosition(path: [], before: units.spans.total, endsElement: true)
    renderer.replace(HTMLFragment(units.foot), upTo: nil, with: out.bytes, at: place)
    units.foot = out.bytes
  }

  private func updateDirection(_ units: inout ConversationUnits, _ renderer: inout PatchRenderer) {
    var direction: TextDirection?
    search: for group in units.groups {
      for part in group.parts where part.tree?.root.start.starts(with: "<div class=\"ils-text".utf8) == true {
        direction = part.tree?.root.direction
        if direction != nil { break search }
      }
    }
    let isRightToLeft = direction == .rightToLeft
    guard isRightToLeft != units.isRightToLeft else { return }
    units.isRightToLeft = isRightToLeft
    renderer.edits.append(
      .attribute(path: [], name: "dir", keep: 0, text: isRightToLeft ? Array("rtl".utf8) : nil))
  }
}
