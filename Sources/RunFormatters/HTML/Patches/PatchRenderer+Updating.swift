import StyledRuns

/// Computes the edits for changed blocks.
extension PatchRenderer {
  /// Writes the changes of a unit.
  ///
  /// - Returns: The nodes that the unit adds to its parent; nil if the unit must be rewritten.
  mutating func update(_ unit: PatchUnit, _ block: Block, _ setting: BlockContext, at place: UnitPosition)
    -> NodeSpan?
  {
    guard unit.kind == kind(of: block), !unit.isStale else { return nil }
    writtenBlocks += 1
    let path = place.path + [place.before.count]
    switch (unit.kind, block.content) {
    case (.code, .code(let code)):
      guard let span = update(unit, code, path: path) else { return nil }
      unit.clearChanges()
      return span
    case (.table, .table(let table)):
      guard let span = update(unit, table, path: path) else { return nil }
      unit.clearChanges()
      return span
    case (.container, _): return update(container: unit, block, setting, path: path)
    default:
      guard let old = unit.kept else { return nil }
      let fragment = HTMLFragment(leaf(block, setting))
      replace(old, with: fragment, at: place)
      unit.direction = TextDirection(of: block.content)
      unit.hasHeadings = block.heading != nil
      unit.isLast = setting.isLast
      unit.clearChanges()
      keep(fragment, of: unit)
      return fragment.span
    }
  }

  private mutating func update(
    container unit: PatchUnit, _ block: Block, _ setting: BlockContext, path: [Int]
  ) -> NodeSpan? {
    guard unit.alert == alert(of: block), unit.isTight == block.list?.isTight ?? setting.isTight else {
      return nil
    }
    unit.isTask = block.listItem?.task != nil
    let inner = self.setting(within: block, unit, setting)
    let innerPath = path + unit.chain.dropFirst()
    updateChildren(of: unit, children(of: block, unit), inner, path: innerPath)
    let foot = foot(of: block)
    if foot != unit.foot {
      let place = UnitPosition(path: innerPath, before: unit.spans.total, endsElement: true)
      replace(HTMLFragment(unit.foot), upTo: nil, with: foot, at: place)
      unit.foot = foot
    }
    guard updateStart(start(of: block, unit, setting), of: unit, path: path) else { return nil }
    unit.isLast = setting.isLast
    unit.clearChanges()
    return .block
  }

  /// Writes the changed children and the new ones.
  ///
  /// - Parameter isFollowed: Whether nodes follow the children.
  mutating func updateChildren(
    of unit: PatchUnit, _ blocks: SiblingBlocks, _ setting: BlockContext, path: [Int],
    isFollowed: Bool = false
  ) {
    let isFollowed = isFollowed || !unit.foot.isEmpty
    var tail = min(unit.children.count, unit.unchangedCount, blocks.count)
    let long = longGroup(in: unit, blocks, unchanged: tail)
    if let long {
      tail = long
    } else if tail > 0, tail < blocks.count || tail < unit.shownCount {
      let head = groupHead(of: tail - 1, in: unit)
      let isWhole = head + unit.children[head].groupCount == tail
      if unit.children[head].endsOpen || !isWhole { tail = head }
    }
    if tail > 0, unit.children[tail - 1].isLast != (tail == blocks.count), Self.heedsLast(setting) {
      unit.changed.insert(tail - 1)
    }
    var first = long == nil ? tail : unit.children.count
    var next = 0
    for index in unit.changed.sorted() where index < tail && index >= next {
      let child = groupHead(of: index, in: unit)
      first = min(first, child)
      next = child + unit.children[child].groupCount
      guard
        updateChild(child..<next, of: unit, blocks, setting, path: path, isFollowed: isFollowed, tail: tail)
      else {
        tail = child
        break
      }
    }
    if let long, tail == long, let end = unit.children[long].groupEnd {
      first = min(first, long + end.first)
      let next = updateGroupEnd(
        of: unit, head: long, blocks, setting, path: path, isFollowed: isFollowed)
      if let next { tail = next }
    }
    if tail < blocks.count || tail < unit.shownCount {
      var old: HTMLFragment?
      if tail == unit.shownCount {
        old = HTMLFragment([])
      } else if tail < unit.children.count, tail + unit.children[tail].groupCount == unit.shownCount {
        old = unit.children[tail].nodes
      }
      let shown = unit.shownCount
      _ = rebuild(
        tail..<shown, old, of: unit, blocks, setting, path: path, isFollowed: isFollowed, upTo: blocks.count)
      first = min(first, tail)
    }
    findDirection(of: unit, from: first)
  }

  /// Returns the head of a long open group if the update changes only the end of the group.
  private func longGroup(in unit: PatchUnit, _ blocks: SiblingBlocks, unchanged: Int) -> Int? {
    guard let head = unit.lastGroup, head < unit.children.count, let end = unit.children[head].groupEnd,
      head + unit.children[head].groupCount == unit.shownCount,
      unchanged >= head + end.first, blocks.count > head + end.first
    else { return nil }
    let changed = unit.changed.filter { $0 >= head }
    guard changed.allSatisfy({ $0 >= head + end.first }) else { return nil }
    return !changed.isEmpty || unchanged < max(blocks.count, unit.shownCount) ? head : nil
  }

  /// Whether a paragraph is written differently as the last block.
  private static func heedsLast(_ setting: BlockContext) -> Bool {
    if case .footnote = setting.end { return true }
    return setting.isTight
  }

  /// Returns the first block that is written together with this one.
  private func groupHead(of index: Int, in unit: PatchUnit) -> Int {
    if let last = unit.lastGroup, last <= index, index < last + unit.children[last].groupCount { return last }
    var head = index
    while head > 0, unit.children[head].kind == .joined { head -= 1 }
    return head
  }

  /// Writes a changed child with the blocks that are joined to it. Does nothing and returns `false` if blocks
  /// after `tail` would be joined, too.
  private mutating func updateChild(
    _ range: Range<Int>, of unit: PatchUnit, _ blocks: SiblingBlocks, _ setting: BlockContext, path: [Int],
    isFollowed: Bool, tail: Int
  ) -> Bool {
    let index = range.lowerBound
    let child = unit.children[index]
    let place = UnitPosition(
      path: path, before: unit.before(index), endsElement: range.upperBound == unit.shownCount && !isFollowed)
    if range.count == 1, blocks[index].html == nil {
      var setting = setting
      setting.isLast = index == blocks.count - 1
      let wasTask = child.isTask
      if let span = update(child, blocks[index], setting, at: place) {
        unit.taskCount += (child.isTask ? 1 : 0) - (wasTask ? 1 : 0)
        unit.hasHeadings = unit.hasHeadings || child.hasHeadings
        unit.spans[index + 1] = span
        return true
      }
    }
    return rebuild(
      range, child.nodes, of: unit, blocks, setting, path: path, isFollowed: isFollowed, upTo: tail)
  }

  /// Rewrites children. Does nothing and returns `false` if the new ones extend beyond `limit`.
  ///
  /// - Parameter old: The current nodes of the children, if they are known.
  private mutating func rebuild(
    _ range: Range<Int>, _ old: HTMLFragment?, of unit: PatchUnit, _ blocks: SiblingBlocks,
    _ setting: BlockContext,
    path: [Int], isFollowed: Bool, upTo limit: Int
  ) -> Bool {
    let isTail = limit == blocks.count && range.upperBound == unit.shownCount
    var out = ByteSink(capacity: 512)
    var built = Built()
    var index = range.lowerBound
    let end = isTail ? blocks.count : range.upperBound
    while index < end { index = buildChild(index, of: blocks, setting, into: &out, &built) }
    // Blocks that become joined, or separate again, change more nodes than the known ones.
    guard isTail || index <= limit else { return false }
    let shownEnd = isTail ? range.upperBound : index
    let place = UnitPosition(
      path: path, before: unit.before(range.lowerBound),
      endsElement: shownEnd == unit.shownCount && !isFollowed)
    replace(
      shownEnd == range.upperBound ? old : nil, upTo: unit.before(shownEnd).end,
      with: out.bytes, at: place)
    let dropped = range.lowerBound..<min(shownEnd, unit.children.count)
    unit.taskCount += built.units.count { $0.isTask } - unit.children[dropped].count { $0.isTask }
    unit.hasHeadings = unit.hasHeadings || built.units.contains { $0.hasHeadings }
    unit.noteGroups(in: built.units, from: range.lowerBound)
    if isTail {
      unit.children.removeSubrange(range.lowerBound...)
      unit.children += built.units
      unit.spans.truncate(to: range.lowerBound + 1)
      for span in built.spans { unit.spans.append(span) }
    } else {
      unit.children.replaceSubrange(dropped, with: built.units)
      unit.spans.replace(range.lowerBound + 1..<shownEnd + 1, with: built.spans)
    }
    return true
  }
}
