internal import StyledRuns

extension BlockParser {
  /// Closes a block, which finalizes its kind and content.
  ///
  /// - Parameter atEnd: Whether the end of the text closes the block, rather than a line.
  /// - Returns: The block's parent.
  mutating func close(_ index: NodeIndex, atEnd: Bool = false) -> NodeIndex {
    let last = nodes[index].last
    let contentEnd = last == .none ? 0 : nodes[last].sourceEnd
    edit(index) {
      $0.isOpen = false
      $0.sourceEnd = max($0.sourceEnd, contentEnd)
    }
    let parent = nodes[index].parent
    // A list that is followed by another list is closed before its last item.
    if parent != .none, !nodes[parent].isOpen, nodes[parent].sourceEnd < nodes[index].sourceEnd {
      let end = nodes[index].sourceEnd
      edit(parent) { $0.sourceEnd = end }
    }
    switch nodes[index].content {
    case .paragraph:
      if !takeDefinitions(of: index) { remove(index) }
    case .code(let code):
      edit(index) { $0.code?.hasEnded = !atEnd }
      if code.fence == nil {
        dropTrailingBlankLines(of: index)
      } else if !atEnd {
        payForDiagram(index)
      }
    case .list:
      checkItems(of: index, all: true)
    default:
      break
    }
    return parent
  }

  /// Takes a closed diagram's size from the budget, or leaves the diagram undrawn.
  private mutating func payForDiagram(_ index: NodeIndex) {
    let node = nodes[index]
    guard let code = node.code,
      BlockConversion.header(of: code, node, self).header.labelledForm?.drawing == .diagram
    else { return }
    let source = TextSpan(start: BlockConversion.codeStart(node, self), end: node.text.end)
    let bytes = bytes(source)
    let isDrawn = diagrams.take(at: node.sourceStart, length: source.count) {
      String(decoding: bytes, as: UTF8.self)
    }
    if !isDrawn { edit(index) { $0.code?.isUndrawn = true } }
  }

  private mutating func dropTrailingBlankLines(of index: NodeIndex) {
    // Trailing spaces of the last line stay, as does its line end.
    let end = BlockConversion.endWithoutBlankLines(nodes[index], self)
    edit(index) { $0.text.end = end }
  }

  // MARK: Tight and loose lists

  /// Determines whether blank lines between items, or between blocks in them, make a list loose.
  ///
  /// Each item is checked once. All but the last two are checked when an item is added, and the rest (`all`)
  /// when the list is closed.
  mutating func checkItems(of index: NodeIndex, all: Bool) {
    guard var list = nodes[index].list else { return }
    var item = list.firstUncheckedItem
    if item == .none { item = nodes[index].first }
    let stop = all ? NodeIndex.none : nodes[index].last
    while item != stop, item != .none {
      if !list.isLoose, isLoose(item) { list.isLoose = true }
      item = nodes[item].next
    }
    if !all { list.firstUncheckedItem = item }
    edit(index) { $0.list = list }
  }

  private mutating func isLoose(_ index: NodeIndex) -> Bool {
    let node = nodes[index]
    let hasNext = node.next != .none
    if node.item?.isLoose ?? false || hasNext && node.isLastLineBlank { return true }
    var child = node.first
    while child != .none {
      let next = nodes[child].next
      if hasNext || next != .none, endsWithBlankLine(child) { return true }
      child = next
    }
    return false
  }

  /// Marks the list as loose if a blank line follows a child block that is not the last one of the item.
  mutating func checkChild(_ child: NodeIndex, of item: NodeIndex) {
    guard let isLoose = nodes[item].item?.isLoose, !isLoose, endsWithBlankLine(child) else { return }
    edit(item) { $0.item?.isLoose = true }
  }

  /// Whether a blank line followed a block, or the last descendant of a list's last item.
  private mutating func endsWithBlankLine(_ start: NodeIndex) -> Bool {
    checkedBlocks += 1
    var index = start
    while true {
      let node = nodes[index]
      if !node.isLastLineChecked {
        edit(index) { $0.isLastLineChecked = true }
        if node.list != nil || node.item != nil, node.last != .none {
          index = node.last
          continue
        }
      }
      return node.isLastLineBlank
    }
  }
}
