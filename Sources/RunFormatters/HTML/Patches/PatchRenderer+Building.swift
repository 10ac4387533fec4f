import StyledRuns

/// Writes new blocks, and creates their units.
extension PatchRenderer {
  /// Units that were written consecutively.
  struct Built {
    var units: [PatchUnit] = []
    var spans: [NodeSpan] = []
  }

  /// Writes a container's child and the blocks that are joined to it.
  ///
  /// - Returns: The index of the next child.
  mutating func buildChild(
    _ index: Int, of blocks: SiblingBlocks, _ setting: BlockContext, into out: inout ByteSink,
    _ built: inout Built
  ) -> Int {
    var setting = setting
    setting.isLast = index == blocks.count - 1
    if blocks[index].html?.isEmpty == true {
      // The replacement of an alert's marker.
      built.units.append(PatchUnit(id: blocks[index].id, kind: .leaf))
      built.spans.append(NodeSpan())
      return index + 1
    }
    if case .html = blocks[index].content, writer.options.rawHTML == .sanitize {
      return buildGroup(index, of: blocks, setting, into: &out, &built)
    }
    let unit = PatchUnit(id: blocks[index].id, kind: kind(of: blocks[index]))
    built.spans.append(build(unit, blocks[index], setting, into: &out))
    built.units.append(unit)
    return index + 1
  }

  private mutating func buildGroup(
    _ first: Int, of blocks: SiblingBlocks, _ setting: BlockContext, into out: inout ByteSink,
    _ built: inout Built
  ) -> Int {
    let head = PatchUnit(id: blocks[first].id, kind: .leaf)
    let written = writeGroup(from: first, of: blocks, setting)
    out.append(written.bytes)
    head.groupCount = written.next - first
    head.endsOpen = written.endsOpen
    built.units += groupUnits(first..<written.next, of: blocks, head: head)
    let fragment = HTMLFragment(written.bytes)
    built.spans.append(fragment.span)
    built.spans += Array(repeating: NodeSpan(), count: head.groupCount - 1)
    head.groupEnd = groupEnd(of: written, from: first, behind: nil)
    if head.groupEnd == nil { keep(fragment, of: head) }
    return written.next
  }

  /// Writes a block and its descendants.
  ///
  /// - Returns: The nodes that the block adds to its parent.
  mutating func build(
    _ unit: PatchUnit, _ block: Block, _ setting: BlockContext, into out: inout ByteSink
  ) -> NodeSpan {
    unit.isLast = setting.isLast
    writtenBlocks += 1
    switch (unit.kind, block.content) {
    case (.code, .code(let code)): build(unit, code, into: &out)
    case (.table, .table(let table)): build(unit, table, into: &out)
    case (.container, _): build(container: unit, block, setting, into: &out)
    default:
      let fragment = HTMLFragment(leaf(block, setting))
      out.append(fragment.bytes)
      unit.direction = TextDirection(of: block.content)
      unit.hasHeadings = block.heading != nil
      keep(fragment, of: unit)
      return fragment.span
    }
    unit.clearChanges()
    return .block
  }

  mutating func leaf(_ block: Block, _ setting: BlockContext) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.write(
      part: [block], of: setting.end, isTight: setting.isTight, endsContainer: setting.isLast, into: &out)
    return out.bytes
  }

  // MARK: Containers

  /// Returns the blocks of a container in their written form: those of an alert are without its marker.
  func children(of block: Block, _ unit: PatchUnit) -> SiblingBlocks {
    guard unit.alert != nil, var first = block.quote?.first, let alert = Alert.recognise(first) else {
      return SiblingBlocks(block.children)
    }
    // The first block stays even if it is empty, so that units and blocks correspond.
    if let left = alert.first { first = left } else { first.content = .html("") }
    return SiblingBlocks(block.children, first: first)
  }

  func setting(within block: Block, _ unit: PatchUnit, _ setting: BlockContext) -> BlockContext {
    switch block.content {
    case .list(let list):
      if case .bullet = list.marker { return BlockContext(end: .bulletList, isTight: list.isTight) }
      return BlockContext(end: .orderedList, isTight: list.isTight)
    case .listItem: return BlockContext(end: .item, isTight: setting.isTight)
    case .footnote(let note): return BlockContext(end: .footnote(note))
    case .element(let element): return BlockContext(end: .element(element.role))
    default: return BlockContext(end: unit.alert == nil ? .quote : .alert)
    }
  }

  func alert(of block: Block) -> Alert? {
    writer.options.recognisesAlerts ? Alert.recognise(block.quote?.first)?.kind : nil
  }

  private mutating func build(
    container unit: PatchUnit, _ block: Block, _ setting: BlockContext, into out: inout ByteSink
  ) {
    unit.alert = alert(of: block)
    unit.isTight = block.list?.isTight ?? setting.isTight
    unit.isTask = block.listItem?.task != nil
    let inner = self.setting(within: block, unit, setting)
    var content = ByteSink(capacity: 512)
    var built = Built()
    buildChildren(of: children(of: block, unit), from: 0, inner, into: &content, &built)
    unit.children = built.units
    unit.noteGroups(in: built.units, from: 0)
    findDirection(of: unit, from: 0)
    unit.taskCount = unit.children.count { $0.isTask }
    unit.hasHeadings = unit.children.contains { $0.hasHeadings }
    setStart(start(of: block, unit, setting), of: unit)
    for span in built.spans { unit.spans.append(span) }
    out.append(unit.start)
    content.withBytes { out.append($0.bindMemory(to: UInt8.self)) }
    unit.foot = foot(of: block)
    out.append(unit.foot)
    writer.close(inner.end, endsWithParagraph: true, into: &out)
  }

  mutating func buildChildren(
    of blocks: SiblingBlocks, from first: Int, _ setting: BlockContext, into out: inout ByteSink,
    _ built: inout Built
  ) {
    var index = first
    while index < blocks.count { index = buildChild(index, of: blocks, setting, into: &out, &built) }
  }

  /// Finds the first child with a direction.
  ///
  /// - Parameter first: The first child to examine. The direction of earlier children is known.
  func findDirection(of unit: PatchUnit, from first: Int) {
    if let known = unit.directed, known < first { return }
    unit.directed = unit.children[min(first, unit.children.count)...].firstIndex { $0.direction != nil }
    // The marker of an alert is always left-to-right.
    unit.direction = unit.alert != nil ? .leftToRight : unit.directed.flatMap { unit.children[$0].direction }
  }

  /// Returns the HTML before a container's first child.
  mutating func start(of block: Block, _ unit: PatchUnit, _ setting: BlockContext) -> [UInt8] {
    var out = ByteSink(capacity: 128)
    let direction = unit.directed.flatMap { unit.children[$0].direction }
    switch block.content {
    case .list(let list): _ = writer.writeListStart(list, hasTasks: unit.taskCount > 0, direction, into: &out)
    case .listItem(let item): writer.writeStart(item, isTight: setting.isTight, into: &out)
    case .footnote(let note): writer.writeStart(note, into: &out)
    case .element(let element): HTMLWriter.writeStart(element, direction, into: &out)
    default:
      if let alert = unit.alert {
        HTMLWriter.writeAlertStart(alert, direction, into: &out)
      } else {
        HTMLWriter.writeQuoteStart(direction, into: &out)
      }
    }
    return out.bytes
  }

  /// Returns the HTML after a container's last child: the back-references of a footnote that does not end
  /// with a paragraph.
  func foot(of block: Block) -> [UInt8] {
    guard let note = block.footnote, note.blocks.last?.paragraph == nil else { return [] }
    var out = ByteSink(capacity: 128)
    writer.close(.footnote(note), endsWithParagraph: false, into: &out)
    return Array(out.bytes.dropLast("</li>\n".utf8.count))
  }
}
