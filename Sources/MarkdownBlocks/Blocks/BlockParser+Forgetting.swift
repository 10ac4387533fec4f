extension BlockParser {
  /// Gives back the nodes of the children of `parent` that stand before `child`, and all that is in them: they are in
  /// the document, and no line asks for them again.
  ///
  /// Items stay until it is known whether they make their list loose, and footnotes, for their labels are looked up here.
  mutating func forgetChildren(of parent: NodeIndex, before child: NodeIndex) {
    let node = nodes[parent]
    var stop = child
    if let list = node.list {
      stop = list.firstUncheckedItem == .none ? node.first : list.firstUncheckedItem
    }
    var index = node.first
    while index != stop, index != child, index != .none {
      let next = nodes[index].next
      if node.item != nil { checkChild(index, of: parent) }
      nodes.base[parent.rawValue].first = next
      if next != .none { nodes.base[next.rawValue].previous = .none }
      if footnotes.count == 0 || !holdsFootnote(index) { forget(index) }
      index = next
    }
  }

  // Recursion here and below is as deep as containers nest, which is bounded.
  private mutating func forget(_ index: NodeIndex) {
    var child = nodes[index].first
    while child != .none {
      let next = nodes[child].next
      forget(child)
      child = next
    }
    nodes.base[index.rawValue].next = unused
    unused = index
    unusedCount += 1
  }

  private func holdsFootnote(_ index: NodeIndex) -> Bool {
    var child = nodes[index].first
    while child != .none, !holdsFootnote(child) { child = nodes[child].next }
    return child != .none || nodes[index].isFootnote
  }

  /// Moves the nodes that are in use together, where much text came at once and nearly all nodes are unused.
  /// Returns their new indices; nil if nothing was done.
  mutating func compactNodes() -> [NodeIndex: NodeIndex]? {
    guard unusedCount > 128, unusedCount > nodes.count / 8 * 7, footnotes.count == 0 else { return nil }
    var kept: [NodeIndex] = []
    list(.root, &kept)
    var places = [NodeIndex.none: NodeIndex.none]
    for (place, index) in kept.enumerated() { places[index] = NodeIndex(place) }
    var compact = RawBuffer<BlockNode>(capacity: 7)
    for index in kept {
      var node = nodes[index]
      for link in [\BlockNode.parent, \.first, \.last, \.previous, \.next] {
        node[keyPath: link] = places[node[keyPath: link]] ?? .none
      }
      if let item = node.list?.firstUncheckedItem { node.list?.firstUncheckedItem = places[item] ?? .none }
      compact.append(node)
    }
    nodes = compact
    (unused, unusedCount) = (.none, 0)
    current = places[current] ?? .root
    return places
  }

  private func list(_ index: NodeIndex, _ kept: inout [NodeIndex]) {
    kept.append(index)
    var child = nodes[index].first
    while child != .none {
      list(child, &kept)
      child = nodes[child].next
    }
  }

  /// Gives back the text and the tables of finished blocks. `open` is the first block that is not in the
  /// document, or an open table the rows of which are; nil if all that was read is there.
  mutating func forgetText(before open: NodeIndex?) {
    // Definitions and footnotes are looked up in the text until the end.
    var place = text.count
    if definitions.count > 0 { place = min(place, definitions[0].start) }
    if footnotes.count > 0 { place = min(place, nodes[footnotes[0].node].text.start) }
    let table = open.flatMap { nodes[$0].table }
    if let open, table == nil { place = min(place, nodes[open].text.start) }
    text.discard(before: place)
    rows.discard(before: rows.count)
    cells.discard(before: cells.count)
    alignments.discard(before: table.map { Int($0.firstAlignment) } ?? alignments.count)
  }
}
