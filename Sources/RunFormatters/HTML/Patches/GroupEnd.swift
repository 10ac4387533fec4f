import StyledRuns

/// The position in a block group from which the group is rewritten, so that a long document inside one raw
/// HTML element (`<details>`, never closed) costs only its additions.
///
/// Before the last block of such a group, some elements are open, each the last node of its parent. The nodes
/// of that block and the blocks after it are appended to the innermost open element, or after elements that
/// they end.
struct GroupEnd {
  /// The number of the group's blocks before the position.
  var first: Int
  /// The open elements.
  var sanitizer: HTMLSanitizer
  /// The nodes that the group adds to its container before the outermost open element.
  var outer: NodeSpan
  /// The child indices from the outermost open element to the innermost.
  var chain: [Int]
  /// The nodes in the innermost open element.
  var inner: NodeSpan
  /// The HTML after the position: in the innermost open element, after it in its parent, and so on up to the
  /// container.
  var levels: [HTMLFragment]
}

extension PatchRenderer {
  /// The HTML of a block group, split before its last block.
  struct WrittenGroup {
    var bytes: [UInt8]
    /// The offset of the last block.
    var last: Int
    /// The elements that are open before the last block.
    var sanitizer: HTMLSanitizer
    /// The index after the last block.
    var next: Int
    var endsOpen: Bool
  }

  /// Writes blocks until all raw HTML elements are closed, or until the end of the container.
  mutating func writeGroup(from first: Int, of blocks: SiblingBlocks, _ setting: BlockContext) -> WrittenGroup
  {
    var out = ByteSink(capacity: 512)
    var index = first
    var last = 0
    var sanitizer = writer.sanitizer
    repeat {
      last = out.count
      sanitizer = writer.sanitizer
      writer.write(
        part: [blocks[index]], of: setting.end, isTight: setting.isTight,
        endsContainer: index == blocks.count - 1, keepsElements: true, into: &out)
      index += 1
    } while writer.sanitizer.depth > writer.partFloor && index < blocks.count
    let endsOpen = writer.sanitizer.depth > writer.partFloor
    writer.sanitizer.close(to: writer.partFloor, into: &out)
    return WrittenGroup(bytes: out.bytes, last: last, sanitizer: sanitizer, next: index, endsOpen: endsOpen)
  }

  /// Returns the units of blocks that are written together.
  ///
  /// - Parameter head: The unit to reuse for the first block.
  mutating func groupUnits(
    _ range: Range<Int>, of blocks: SiblingBlocks, head: PatchUnit?
  ) -> [PatchUnit] {
    writtenBlocks += range.count
    return range.map { index in
      let unit = index == range.lowerBound ? head : nil
      let joined = unit ?? PatchUnit(id: blocks[index].id, kind: .joined)
      var finder = DirectionFinder()
      joined.direction = finder.direction(of: [blocks[index]])
      joined.isLast = index == blocks.count - 1
      joined.hasHeadings = BlockWalk([blocks[index]]).contains { $0.heading != nil }
      return joined
    }
  }

  /// Returns the end of a long group with open elements; nil for other groups.
  ///
  /// - Parameter end: The end from which `group` was written; nil if the group was written completely.
  func groupEnd(of group: WrittenGroup, from first: Int, behind end: GroupEnd?) -> GroupEnd? {
    let size = group.bytes.count + Self.blockCost * (group.next - first)
    guard group.endsOpen, group.last > 0, size > groupLimit, !group.sanitizer.linkText.isOpen else {
      return end
    }
    let front = HTMLFragment(Array(group.bytes[..<group.last]))
    let levels = HTMLFragment(Array(group.bytes[group.last...])).levels
    guard front.foreignEnds.isEmpty, levels.count == group.sanitizer.depth - writer.partFloor + 1,
      front.open.count + (end?.sanitizer.depth ?? writer.partFloor) == group.sanitizer.depth
    else { return end }
    let inner = front.span(of: front.children(of: front.open.last))
    let indices = chain(of: front)
    let count = group.next - first - 1
    guard let end else {
      guard let outermost = front.open.first else { return nil }
      let outer = front.span(of: front.children(of: nil).filter { $0 < outermost })
      return GroupEnd(
        first: count, sanitizer: group.sanitizer, outer: outer, chain: Array(indices.dropFirst()),
        inner: inner,
        levels: levels)
    }
    var new = end
    new.first += count
    new.sanitizer = group.sanitizer
    new.levels = levels
    new.inner = front.open.isEmpty ? end.inner + inner : inner
    if let outermost = front.open.first {
      let before = end.inner + front.span(of: front.children(of: nil).filter { $0 < outermost })
      new.chain += [before.count] + indices.dropFirst()
    }
    return new
  }

  /// Rewrites the end of a long group.
  ///
  /// - Returns: The index of the block after the group. Does nothing and returns nil if the whole group must
  ///   be rewritten.
  mutating func updateGroupEnd(
    of unit: PatchUnit, head: Int, _ blocks: SiblingBlocks, _ setting: BlockContext, path: [Int],
    isFollowed: Bool
  ) -> Int? {
    let group = unit.children[head]
    guard var end = group.groupEnd, head + end.first < blocks.count else { return nil }
    let outer = unit.before(head) + end.outer
    let innermost = [outer.count] + end.chain
    // A single block at the end is written like any other block.
    let last = head + end.first
    var isKnown = true
    if last < unit.children.count, let content = unit.children[last].content {
      if unit.unchangedCount > last,
        updateContent(content, blocks[last], end, setting, path: path + innermost)
      {
        unit.children[last].direction = content.direction
        unit.hasHeadings = unit.hasHeadings || content.hasHeadings
        if blocks.count == last + 1 { return blocks.count }
        end.first += 1
        end.inner = end.inner + .block
        end.levels = end.levels.map { _ in HTMLFragment([]) }
        unit.children[last].content = nil
        unit.children[last].isLast = false
      } else {
        // The earlier HTML of this block is no longer known.
        isKnown = false
      }
    }
    let sanitizer = writer.sanitizer
    writer.sanitizer = end.sanitizer
    let written = writeGroup(from: head + end.first, of: blocks, setting)
    writer.sanitizer = sanitizer
    let levels = HTMLFragment(written.bytes).levels
    guard levels.count == end.levels.count else { return nil }
    let behind = [outer + NodeSpan(nodes: 1)] + end.chain.map { NodeSpan(nodes: Int32($0 + 1)) } + [end.inner]
    guard levels.count == behind.count else { return nil }
    checkedItems += levels.count
    let inside = path + innermost
    for (level, (old, new)) in zip(end.levels, levels).enumerated() {
      let old = level > 0 || isKnown ? old : nil
      // Most levels stay: hundreds of elements may be open, and the path to each is as long as it is deep.
      if old?.bytes == new.bytes { continue }
      let depth = innermost.count - level
      replace(
        old, upTo: nil, with: new.bytes,
        at: UnitPosition(
          path: Array(inside.prefix(path.count + depth)), before: behind[depth],
          endsElement: depth > 0 || !isFollowed))
    }
    end.levels = levels
    let first = head + end.first
    unit.children.removeSubrange(first...)
    unit.children += groupUnits(first..<written.next, of: blocks, head: nil)
    unit.spans[head + 1] = end.outer + NodeSpan(nodes: 1) + (levels.last?.span ?? NodeSpan())
    unit.spans.truncate(to: first + 1)
    for _ in first..<written.next { unit.spans.append(NodeSpan()) }
    group.groupCount = written.next - head
    group.endsOpen = written.endsOpen
    group.groupEnd = groupEnd(of: written, from: first, behind: end)
    buildContent(of: unit, group, head: head, blocks, setting)
    unit.hasHeadings = unit.hasHeadings || unit.children[first...].contains { $0.hasHeadings }
    return written.next
  }

  /// Creates a separate unit for the last block of a long group if the block is alone at the group's end,
  /// contains other blocks, and does not change the open elements around it.
  mutating func buildContent(
    of unit: PatchUnit, _ group: PatchUnit, head: Int, _ blocks: SiblingBlocks, _ setting: BlockContext
  ) {
    guard let end = group.groupEnd, head + end.first == unit.children.count - 1, end.first > 0 else { return }
    let last = unit.children.count - 1
    let kind = kind(of: blocks[last])
    guard kind != .leaf, end.levels.dropFirst().allSatisfy({ $0.bytes.isEmpty }) else { return }
    let content = PatchUnit(id: blocks[last].id, kind: kind)
    var setting = setting
    setting.isLast = true
    var out = ByteSink(capacity: 512)
    within(end) { renderer in _ = renderer.build(content, blocks[last], setting, into: &out) }
    guard let written = end.levels.first, written.bytes == out.bytes else { return }
    unit.children[last].content = content
    group.groupEnd?.levels[0] = HTMLFragment([])
  }

  /// Writes the changes of the last block; returns `false` if the block must be rewritten.
  private mutating func updateContent(
    _ content: PatchUnit, _ block: Block, _ end: GroupEnd, _ setting: BlockContext, path: [Int]
  ) -> Bool {
    var setting = setting
    setting.isLast = true
    let place = UnitPosition(path: path, before: end.inner, endsElement: true)
    var isUpdated = false
    within(end) { renderer in
      isUpdated = renderer.update(content, block, setting, at: place) != nil
    }
    return isUpdated
  }

  /// Calls `body` with the elements that are open at the end of a group.
  private mutating func within(_ end: GroupEnd, _ body: (inout PatchRenderer) -> Void) {
    let (sanitizer, floor) = (writer.sanitizer, writer.partFloor)
    writer.sanitizer = end.sanitizer
    writer.partFloor = end.sanitizer.depth
    body(&self)
    (writer.sanitizer, writer.partFloor) = (sanitizer, floor)
  }
}
