extension BlockParser {
  /// Releases the nodes of the children of `parent` before `child`, and their descendants. They are in the
  /// document, and no later line refers to them.
  ///
  /// Items are kept until their looseness is checked. Footnotes are kept because their labels are looked up
  /// here.
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

  // The recursion depth here and below is the nesting depth of containers, which is limited.
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

  /// Compacts the node buffer after much text arrived at once and most nodes are unused.
  ///
  /// - Returns: The new indices of nodes; nil if nothing was moved.
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

  /// Releases the text and the tables of finished blocks.
  ///
  /// - Parameter open: The first block that is not in the document, or an open table whose rows are; nil if
  ///   everything is in the document.
  mutating func forgetText(before open: NodeIndex?) {
    // Definitions and footnotes are looked up in the text until the end.
    var place = text.count
    if definitions.count > 0 { place = min(place, definitions[0].start) }
    if footnotes.count > 0 { place = min(place, nodes[footnotes[0]].text.start) }
    let table = open.flatMap { nodes[$0].table }
    if let open, table == nil { place = min(place, nodes[open].text.start) }
    text.discard(before: place)
    tables.rows.discard(before: tables.rows.count)
    tables.cells.discard(before: tables.cells.count)
    tables.alignments.discard(before: table.map { Int($0.firstAlignment) } ?? tables.alignments.count)
  }
}
