import StyledRuns

/// Updates message parts: text, thinking, tool calls.
extension ConversationPatcher {
  mutating func append(
    _ id: PartID, to group: MessageGroup, _ conversation: Conversation, _ renderer: inout PatchRenderer,
    into out: inout ByteSink
  ) {
    guard let part = conversation[id] else { return }
    let (unit, span) = build(id, part, &renderer, into: &out)
    group.parts.append(unit)
    group.unit.spans.append(span)
  }

  mutating func build(
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

  mutating func whole(_ part: MessagePart) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.write(part, into: &out)
    return out.bytes
  }

  mutating func build(
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

  mutating func update(
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
      let place = PatchRenderer.UnitPosition(path: holder, before: before, endsElement: isLast)
      renderer.replace(old, upTo: group.unit.before(index + 1).end, with: out.bytes, at: place)
      group.parts[index] = new
      group.unit.spans[index + 1] = span
    }
  }

  mutating func update(
    _ unit: PartUnit, _ document: Document, _ start: [UInt8]?, path: [Int], _ renderer: inout PatchRenderer
  ) {
    guard var tree = unit.tree else { return }
    unit.tree = nil
    renderer.update(&tree, document, path: path + tree.root.chain.dropFirst())
    if let start { _ = renderer.updateStart(start, of: tree.root, path: path) }
    unit.tree = tree
  }

  func thinkingStart(_ text: MarkdownPart, _ part: MessagePart) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    _ = writer.writeThinkingStart(text, isFinished: part.isFinished, into: &out)
    return out.bytes
  }

  // MARK: Tool calls

  func start(of call: ToolCall) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.writeStart(of: call, isOpen: writer.isOpen(call), into: &out)
    return out.bytes
  }

  func inputStart(of call: ToolCall) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.writeInputStart(of: call, into: &out)
    return out.bytes
  }

  mutating func buildInput(
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

  mutating func buildOutput(
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

  mutating func update(
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
      let place = PatchRenderer.UnitPosition(path: path, before: before, endsElement: unit.output == nil)
      let old = unit.unit.spans[1] == NodeSpan() ? HTMLFragment([]) : nil
      renderer.replace(old, upTo: end, with: out.bytes, at: place)
      unit.unit.spans[1] = span
    }
    // The call determines the label of the output.
    guard unit.outputChanged || isNamedAnew && unit.output != nil else { return }
    let old = unit.output == nil ? HTMLFragment([]) : unit.output?.kept
    var out = ByteSink(capacity: 512)
    let place = PatchRenderer.UnitPosition(path: path, before: unit.unit.before(1), endsElement: true)
    unit.unit.spans[2] = buildOutput(of: unit, call, &renderer, into: &out)
    renderer.replace(old, upTo: nil, with: out.bytes, at: place)
  }
}

extension [PartUnit] {
  fileprivate func firstIndex(of id: PartID) -> Int? { firstIndex { $0.id == id } }
}
