extension BlockPhase {
  /// Closes a block: its kind and content are decided. Answers with its parent.
  mutating func close(_ index: Int) -> Int {
    edit(index).pointee.flags.remove(.open)
    let parent = parent(index)
    switch kind(index) {
    case .paragraph:
      if !takeDefinitions(of: index) { remove(index) }
    case .code:
      edit(index).pointee.flags.insert(.ended)
      if !nodes.base[index].flags.contains(.fenced) { dropTrailingBlankLines(of: index) }
    case .list:
      judgeItems(of: index, all: true)
    default:
      break
    }
    return parent
  }

  private mutating func dropTrailingBlankLines(of index: Int) {
    // Spaces at the end of the last line stay, and so does its line end.
    let end = BlockContent.endWithoutBlankLines(nodes[index], self)
    edit(index).pointee.contentEnd = end
  }

  // MARK: Tight and loose lists

  /// Finds out whether blank lines between its items, or between blocks in them, make a list loose.
  ///
  /// Each item is judged once: before the last two as soon as an item is added, the others (`all`) when the
  /// list closes.
  mutating func judgeItems(of list: Int, all: Bool) {
    var index = nodes.base[list].unjudged
    if index == BlockNode.none { index = nodes.base[list].first }
    let stop = all ? BlockNode.none : nodes.base[list].last
    while index != stop, index != BlockNode.none {
      if !nodes.base[list].flags.contains(.loose), isLoose(item: Int(index)) {
        edit(list).pointee.flags.insert(.loose)
      }
      index = nodes.base[Int(index)].next
    }
    if !all { edit(list).pointee.unjudged = index }
  }

  private mutating func isLoose(item: Int) -> Bool {
    let node = nodes[item]
    let hasNext = node.next != BlockNode.none
    if node.flags.contains(.loose) || hasNext && node.flags.contains(.lastLineBlank) { return true }
    var child = node.first
    while child != BlockNode.none {
      let next = nodes[Int(child)].next
      if hasNext || next != BlockNode.none, endsWithBlankLine(Int(child)) { return true }
      child = next
    }
    return false
  }

  /// Finds out whether a block in an item, with another behind it that stays, makes the list loose.
  mutating func judgeChild(_ child: Int, of item: Int) {
    if !nodes.base[item].flags.contains(.loose), endsWithBlankLine(child) {
      edit(item).pointee.flags.insert(.loose)
    }
  }

  /// Whether a block, or the last one in a list's last item, was followed by a blank line.
  private mutating func endsWithBlankLine(_ start: Int) -> Bool {
    judgedBlocks += 1
    var index = start
    while true {
      let node = nodes[index]
      if !node.flags.contains(.lastLineChecked) {
        edit(index).pointee.flags.insert(.lastLineChecked)
        if node.kind == .list || node.kind == .item, node.last != BlockNode.none {
          index = Int(node.last)
          continue
        }
      }
      return node.flags.contains(.lastLineBlank)
    }
  }
}
