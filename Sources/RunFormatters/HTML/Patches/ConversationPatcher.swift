import StyledRuns

/// Finds the edits for what an update changed of a conversation.
///
/// The article of a group of messages, the line of a tool call and the like are short and are compared whole; documents in
/// parts are left to ``PatchRenderer``.
struct ConversationPatcher: ~Copyable {
  var writer: ConversationHTMLWriter

  init(options: HTMLFormatter.Options, sheets: [StyleSheet], expansion: ToolExpansion) {
    var options = options
    options.links = options.links.forConversations
    // The styles are with whoever made the sheets.
    let palettes = sheets.map { sheet in
      var palette = sheet
      palette.styles = []
      return palette
    }
    writer = ConversationHTMLWriter(options: options, sheets: palettes, expansion: expansion)
  }

  /// Counts the nodes of a conversation that is shown as a snapshot.
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

  /// The way to a group's article.
  private func path(of group: MessageGroup, at index: Int, _ units: ConversationUnits) -> [Int] {
    [units.spans.prefix(index + 1).count]
  }

  // MARK: Groups

  /// Writes the groups anew whose messages are others now, and what stands above the parts of the others.
  private mutating func updateGroups(
    _ units: inout ConversationUnits, from message: Int, _ conversation: Conversation,
    _ renderer: inout PatchRenderer
  ) {
    let first = units.group(of: message) ?? units.groups.count
    // A message may go on with what the group before it says.
    var index = max(0, first - 1)
    var start = index < units.groups.count ? units.groups[index].messages.lowerBound : 0
    while start < conversation.messages.count {
      let range = Self.group(from: start, in: conversation)
      guard index < units.groups.count,
        updateGroup(at: index, of: &units, range, conversation, &renderer)
      else { break }
      start = range.upperBound
      index += 1
    }
    guard start < conversation.messages.count || index < units.groups.count else { return }
    // The others are new.
    let isFollowed = !units.foot.isEmpty
    let place = PatchRenderer.Place(path: [], before: units.spans.prefix(index + 1), endsElement: !isFollowed)
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
    renderer.replace(nil, upTo: end, with: HTMLFragment(out.bytes), at: place)
  }

  /// The messages that are said in a row.
  private static func group(from start: Int, in conversation: Conversation) -> Range<Int> {
    let messages = conversation.messages
    var end = start + 1
    while end < messages.count, ConversationHTMLWriter.speakOn(messages[start].head, messages[end].head) {
      end += 1
    }
    return start..<end
  }

  /// Writes what changed around and at the end of a group; false where the group must be written anew.
  private mutating func updateGroup(
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
    guard ids.count >= group.parts.count, zip(ids, group.parts).allSatisfy({ $0 == $1.id }) else {
      return false
    }
    let path = [units.spans.prefix(index + 1).count]
    var start = ByteSink(capacity: 512)
    writer.writeStart(of: messages, head, into: &start)
    guard renderer.updateStart(start.bytes, of: group.unit, path: path) else { return false }
    let new = ids[group.parts.count...]
    if !new.isEmpty {
      let place = PatchRenderer.Place(
        path: path + group.unit.chain.dropFirst(), before: group.unit.spans.total, endsElement: true)
      var out = ByteSink(capacity: 512)
      for id in new { append(id, to: group, conversation, &renderer, into: &out) }
      renderer.replace(nil, upTo: nil, with: HTMLFragment(out.bytes), at: place)
      group.source.isStale = true
    }
    updateFoot(of: group, conversation, path: path, &renderer)
    return true
  }

  private mutating func build(
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
    let source = Self.source(of: group, conversation)
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

  // MARK: What stands behind the parts

  /// The foot of a group, with nothing to copy.
  private func foot(of group: MessageGroup, _ conversation: Conversation) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    out.append("\n")
    writer.writeFoot(
      stats: ConversationHTMLWriter.stats(of: conversation.messages[group.messages]),
      source: group.source.part == nil ? nil : "", into: &out)
    return out.bytes
  }

  private static func source(of group: MessageGroup, _ conversation: Conversation) -> (
    text: String, part: PartID?
  ) {
    var source = ""
    var last: PartID?
    for message in group.messages {
      for (index, part) in conversation.messages[message].parts.enumerated() {
        guard case .text(let text) = part.content, !text.source.isEmpty else { continue }
        source += ConversationHTMLWriter.separator(behind: source) + text.source
        last = PartID(message: message, part: index)
      }
    }
    return (source, last)
  }

  /// A text as it comes out of an attribute.
  private static func escaped(_ text: String) -> (text: [UInt8], length: Int) {
    var out = ByteSink(capacity: text.utf8.count + 64)
    out.append(escapingHTML: text)
    let bytes = out.bytes
    return (EscapedText.plain(bytes[...]), EscapedText.length(bytes[...]))
  }

  private mutating func updateFoot(
    of group: MessageGroup, _ conversation: Conversation, path: [Int], _ renderer: inout PatchRenderer
  ) {
    guard group.unit.spans.count > 0 else { return }
    var (keep, text) = (group.source.length, group.source.pending)
    if group.source.isStale {
      let whole = Self.source(of: group, conversation)
      (keep, text) = (0, whole.text)
      // What readers have is the beginning, as a rule: a part follows another one.
      if group.source.length > 0, let known = Self.prefix(of: whole.text, length: group.source.length) {
        (keep, text) = (group.source.length, String(known))
      }
      group.source.part = whole.part
    }
    let foot = foot(of: group, conversation)
    if foot != group.foot {
      let place = PatchRenderer.Place(
        path: path, before: NodeSpan(nodes: Int32(group.bubble + 1)), endsElement: true)
      renderer.replace(HTMLFragment(group.foot), upTo: nil, with: HTMLFragment(foot), at: place)
      // The button may be another one.
      if !group.foot.contains(sequence: "data-source") { keep = 0 }
      group.foot = foot
    }
    group.source.isStale = false
    group.source.pending = ""
    guard group.source.part != nil, !writer.isInline, !text.isEmpty else { return }
    if keep == 0 { text = Self.source(of: group, conversation).text }
    let added = Self.escaped(text)
    let button = HTMLFragment(foot)
    guard let footer = button.children(of: nil).first(where: { !button.nodes[$0].isText }),
      let last = button.children(of: footer).indices.last
    else { return }
    renderer.edits.append(
      .attribute(
        path: path + [group.bubble + 2, last], name: "data-source", keep: keep, text: added.text))
    group.source.length = keep + added.length
  }

  /// What follows the first UTF-16 code units of a text.
  private static func prefix(of text: String, length: Int) -> Substring? {
    // What is escaped has the length of what it stands for, control characters included.
    let units = text.utf16
    guard let index = units.index(units.startIndex, offsetBy: length, limitedBy: units.endIndex) else {
      return nil
    }
    return text[index...]
  }

  // MARK: Parts

  private mutating func append(
    _ id: PartID, to group: MessageGroup, _ conversation: Conversation, _ renderer: inout PatchRenderer,
    into out: inout ByteSink
  ) {
    guard let part = conversation[id] else { return }
    let (unit, span) = build(id, part, &renderer, into: &out)
    group.parts.append(unit)
    group.unit.spans.append(span)
  }

  private mutating func build(
    _ id: PartID, _ part: MessagePart, _ renderer: inout PatchRenderer, into out: inout ByteSink
  ) -> (PartUnit, NodeSpan) {
    let prefix = ConversationHTMLWriter.prefix(of: id)
    renderer.writer.beginPart(prefix)
    writer.writer.beginPart(prefix)
    switch part.content {
    case .text(let text) where !text.document.blocks.isEmpty:
      var start = ByteSink()
      start.append(ConversationHTMLWriter.textStart)
      return build(id, text.document, start.bytes, end: ConversationHTMLWriter.textEnd, &renderer, into: &out)
    case .thinking(let text) where !text.document.blocks.isEmpty:
      return build(
        id, text.document, thinkingStart(text, part), end: ConversationHTMLWriter.thinkingEnd, &renderer,
        into: &out)
    case .toolCall(let call):
      let unit = PartUnit(id: id, kind: .container)
      renderer.setStart(start(of: call), of: unit.unit)
      out.append(unit.unit.start)
      let input = buildInput(of: unit, call, &renderer, into: &out)
      unit.unit.spans.append(input)
      unit.unit.spans.append(buildOutput(of: unit, call, &renderer, into: &out))
      out.append("</details>\n")
      return (unit, .block)
    default:
      let unit = PartUnit(id: id, kind: .leaf)
      let fragment = HTMLFragment(whole(part))
      out.append(fragment.bytes)
      renderer.keep(fragment, of: unit.unit)
      return (unit, fragment.span)
    }
  }

  private mutating func whole(_ part: MessagePart) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.write(part, into: &out)
    return out.bytes
  }

  private mutating func build(
    _ id: PartID, _ document: Document, _ start: [UInt8], end: StaticString, _ renderer: inout PatchRenderer,
    into out: inout ByteSink
  ) -> (PartUnit, NodeSpan) {
    let unit = PartUnit(id: id, kind: .container)
    var tree = PatchTree()
    renderer.setStart(start, of: tree.root)
    out.append(start)
    renderer.build(&tree, document, into: &out)
    out.append(end)
    unit.tree = tree
    return (unit, .block)
  }

  private mutating func update(
    _ unit: PartUnit, in group: MessageGroup, of conversation: Conversation, path groupPath: [Int],
    _ renderer: inout PatchRenderer
  ) {
    defer { (unit.isDirty, unit.outputChanged) = (false, false) }
    guard let part = conversation[unit.id], let index = group.parts.firstIndex(of: unit.id) else { return }
    let holder = groupPath + group.unit.chain.dropFirst()
    let before = group.unit.before(index)
    let prefix = ConversationHTMLWriter.prefix(of: unit.id)
    renderer.writer.beginPart(prefix)
    writer.writer.beginPart(prefix)
    let path = holder + [before.count]
    switch part.content {
    case .text(let text) where unit.tree != nil && !text.document.blocks.isEmpty:
      update(unit, text.document, nil, path: path, &renderer)
    case .thinking(let text) where unit.tree != nil && !text.document.blocks.isEmpty:
      update(unit, text.document, thinkingStart(text, part), path: path, &renderer)
    case .toolCall(let call): update(unit, call, path: path, &renderer)
    default:
      var out = ByteSink(capacity: 256)
      let (new, span) = build(unit.id, part, &renderer, into: &out)
      let isLast = index == group.parts.count - 1
      let old = unit.tree == nil && new.tree == nil ? unit.unit.kept : nil
      let place = PatchRenderer.Place(path: holder, before: before, endsElement: isLast)
      let fragment = HTMLFragment(out.bytes)
      renderer.replace(old, upTo: group.unit.before(index + 1).end, with: fragment, at: place)
      group.parts[index] = new
      group.unit.spans[index + 1] = span
    }
  }

  private mutating func update(
    _ unit: PartUnit, _ document: Document, _ start: [UInt8]?, path: [Int], _ renderer: inout PatchRenderer
  ) {
    guard var tree = unit.tree else { return }
    unit.tree = nil
    renderer.update(&tree, document, path: path + tree.root.chain.dropFirst())
    if let start { _ = renderer.updateStart(start, of: tree.root, path: path) }
    unit.tree = tree
  }

  private func thinkingStart(_ text: MarkdownPart, _ part: MessagePart) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    _ = writer.writeThinkingStart(text, isFinished: part.isFinished, into: &out)
    return out.bytes
  }

  // MARK: Tool calls

  private func start(of call: ToolCall) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.writeStart(of: call, isOpen: writer.isOpen(call), into: &out)
    return out.bytes
  }

  private func inputStart(of call: ToolCall) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.writeInputStart(of: call, into: &out)
    return out.bytes
  }

  private mutating func buildInput(
    of unit: PartUnit, _ call: ToolCall, _ renderer: inout PatchRenderer, into out: inout ByteSink
  ) -> NodeSpan {
    guard ConversationHTMLWriter.hasInput(call) else { return NodeSpan() }
    var tree = PatchTree()
    renderer.setStart(inputStart(of: call), of: tree.root)
    out.append(tree.root.start)
    renderer.build(&tree, call.view, into: &out)
    out.append("</div>\n")
    unit.tree = tree
    return .block
  }

  private mutating func buildOutput(
    of unit: PartUnit, _ call: ToolCall, _ renderer: inout PatchRenderer, into out: inout ByteSink
  ) -> NodeSpan {
    guard let output = call.output else { return NodeSpan() }
    var content = ByteSink(capacity: 512)
    writer.write(output, of: call.head, into: &content)
    let fragment = HTMLFragment(content.bytes)
    out.append(fragment.bytes)
    let leaf = unit.output ?? PatchUnit(id: BlockID(offset: -1, depth: 0), kind: .leaf)
    renderer.keep(fragment, of: leaf)
    unit.output = leaf
    return fragment.span
  }

  private mutating func update(
    _ unit: PartUnit, _ call: ToolCall, path: [Int], _ renderer: inout PatchRenderer
  ) {
    let start = start(of: call)
    let isNamedAnew = start != unit.unit.start
    _ = renderer.updateStart(start, of: unit.unit, path: path)
    let before = unit.unit.before(0)
    if ConversationHTMLWriter.hasInput(call), unit.tree != nil {
      let inner = path + [before.count]
      update(unit, call.view, inputStart(of: call), path: inner, &renderer)
    } else {
      var out = ByteSink(capacity: 512)
      let end = unit.unit.before(1).end
      unit.tree = nil
      let span = buildInput(of: unit, call, &renderer, into: &out)
      let place = PatchRenderer.Place(path: path, before: before, endsElement: unit.output == nil)
      renderer.replace(nil, upTo: end, with: HTMLFragment(out.bytes), at: place)
      unit.unit.spans[1] = span
    }
    // The output is named by the call.
    guard unit.outputChanged || isNamedAnew && unit.output != nil else { return }
    let old = unit.output == nil ? HTMLFragment([]) : unit.output?.kept
    var out = ByteSink(capacity: 512)
    let place = PatchRenderer.Place(path: path, before: unit.unit.before(1), endsElement: true)
    unit.unit.spans[2] = buildOutput(of: unit, call, &renderer, into: &out)
    renderer.replace(old, upTo: nil, with: HTMLFragment(out.bytes), at: place)
  }

  // MARK: The whole

  private mutating func updateEnd(
    _ units: inout ConversationUnits, _ conversation: Conversation, _ renderer: inout PatchRenderer
  ) {
    guard units.sessionChanged else { return }
    var out = ByteSink(capacity: 128)
    writer.writeEnd(of: conversation.session, into: &out)
    let place = PatchRenderer.Place(path: [], before: units.spans.total, endsElement: true)
    renderer.replace(HTMLFragment(units.foot), upTo: nil, with: HTMLFragment(out.bytes), at: place)
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

extension [PartUnit] {
  fileprivate func firstIndex(of id: PartID) -> Int? { firstIndex { $0.id == id } }
}

extension [UInt8] {
  fileprivate func contains(sequence text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
