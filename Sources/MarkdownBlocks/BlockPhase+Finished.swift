extension BlockPhase {
  /// Gives back the nodes of the children of `parent` that stand before `child`, and all that is in them: they are in
  /// the document, and no line asks for them again.
  ///
  /// Items stay until it is known whether they make their list loose, what an item holds stays with it, and footnotes
  /// stay, for they are numbered late.
  mutating func forgetChildren(of parent: Int, before child: Int) {
    guard kind(parent) != .item else { return }
    var stop = Int32(child)
    if kind(parent) == .list {
      let unjudged = nodes[parent].unjudged
      stop = unjudged == BlockNode.none ? nodes[parent].first : unjudged
    }
    var index = nodes[parent].first
    while index != stop, index != Int32(child), index != BlockNode.none {
      let next = nodes[Int(index)].next
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

  /// Gives back the text and the tables of finished blocks. `open` is the first block that is not in the document, or an
  /// open table the rows of which are; nil where all that was read is there.
  mutating func forgetText(before open: Int?) {
    // Definitions and footnotes are looked up in the text until the end.
    var place = text.count
    if definitions.count > 0 { place = min(place, definitions[0].start) }
    if footnotes.count > 0 { place = min(place, nodes[footnotes[0]].contentStart) }
    if let open, kind(open) != .table {
      place = min(place, nodes[open].contentStart)
      guard kind(open) != .footnote else { return text.discard(before: place) }
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
