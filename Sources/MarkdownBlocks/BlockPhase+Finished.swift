extension BlockPhase {
  /// Gives back the nodes of the children of `parent` that stand before `child`, and all that is in them: they are in
  /// the document, and no line asks for them again.
  ///
  /// Items stay until it is known whether they make their list loose, and footnotes, for their labels are looked up here.
  mutating func forgetChildren(of parent: Int, before child: Int) {
    var stop = Int32(child)
    if kind(parent) == .list {
      let unjudged = nodes[parent].unjudged
      stop = unjudged == BlockNode.none ? nodes[parent].first : unjudged
    }
    var index = nodes[parent].first
    while index != stop, index != Int32(child), index != BlockNode.none {
      let next = nodes[Int(index)].next
      if kind(parent) == .item { judgeChild(Int(index), of: parent) }
      nodes.base[parent].first = next
      if next != BlockNode.none { nodes.base[Int(next)].previous = BlockNode.none }
      if footnotes.count == 0 || !holdsFootnote(Int(index)) { forget(Int(index)) }
      index = next
    }
  }

  // Recursion here and below is as deep as containers nest, which is bounded.
  private mutating func forget(_ index: Int) {
    var child = nodes[index].first
    while child != BlockNode.none {
      let next = nodes[Int(child)].next
      forget(Int(child))
      child = next
    }
    nodes.base[index].next = unused
    unused = Int32(index)
    unusedCount += 1
  }

  private func holdsFootnote(_ index: Int) -> Bool {
    if kind(index) == .footnote { return true }
    var child = nodes[index].first
    while child != BlockNode.none {
      if holdsFootnote(Int(child)) { return true }
      child = nodes[Int(child)].next
    }
    return false
  }

  /// Where much text came at once, and nearly all of its nodes are unused: keeps the others, at new places. Answers with
  /// these; nil where nothing was done.
  mutating func compactNodes() -> [Int32: Int32]? {
    guard unusedCount > 128, unusedCount > nodes.count / 8 * 7, footnotes.count == 0 else { return nil }
    var kept: [Int32] = []
    list(Int32(BlockPhase.root), &kept)
    var places = [BlockNode.none: BlockNode.none]
    for (place, index) in kept.enumerated() { places[index] = Int32(place) }
    var compact = RawBuffer<BlockNode>(capacity: 7)
    for index in kept {
      var node = nodes[Int(index)]
      for link in [\BlockNode.parent, \.first, \.last, \.previous, \.next] {
        node[keyPath: link] = places[node[keyPath: link]] ?? BlockNode.none
      }
      if node.kind == .list { node.unjudged = places[node.unjudged] ?? BlockNode.none }
      compact.append(node)
    }
    nodes = compact
    (unused, unusedCount) = (BlockNode.none, 0)
    current = Int(places[Int32(current)] ?? 0)
    return places
  }

  private func list(_ index: Int32, _ kept: inout [Int32]) {
    kept.append(index)
    var child = nodes[Int(index)].first
    while child != BlockNode.none {
      list(child, &kept)
      child = nodes[Int(child)].next
    }
  }

  /// Gives back the text and the tables of finished blocks. `open` is the first block that is not in the document, or an
  /// open table the rows of which are; nil where all that was read is there.
  mutating func forgetText(before open: Int?) {
    // Definitions and footnotes are looked up in the text until the end.
    var place = text.count
    if definitions.count > 0 { place = min(place, definitions[0].start) }
    if footnotes.count > 0 { place = min(place, nodes[footnotes[0]].contentStart) }
    if let open, kind(open) != .table {
      place = min(place, nodes[open].contentStart)
    }
    text.discard(before: place)
    rows.discard(before: rows.count)
    cells.discard(before: cells.count)
    if let open, kind(open) == .table {
      alignments.discard(before: Int(nodes[open].unjudged))
    } else {
      alignments.discard(before: alignments.count)
    }
  }
}
