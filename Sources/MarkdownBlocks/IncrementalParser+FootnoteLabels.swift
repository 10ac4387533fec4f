internal import StyledRuns

extension IncrementalParser {
  /// Which definition a footnote's label means: the one that starts there in the source.
  struct ShownFootnote: Hashable {
    var key: LabelKey
    var source: Int
  }

  // Of two footnotes with the same label the one that ends first counts. So those that have ended are settled; those that
  // are open, and those of an unfinished line, count behind them and are taken back.

  func takeBackSpeculatedFootnotes() {
    for footnote in speculatedFootnotes.reversed() { context.footnotes.removeLast(footnote.key) }
    for definition in committedFootnotes..<footnoteNodes.count {
      if var block = footnoteBlocks.removeValue(forKey: definition) { openLeaves.take(from: &block) }
    }
    footnoteNodes.removeSubrange(committedFootnotes...)
    context.footnoteLabels.removeSubrange(committedFootnotes...)
  }

  /// Takes over the footnotes that whole lines opened or closed.
  func commitFootnotes() {
    takeFootnoteNodes()
    var ended: [Int] = []
    for definition in committedFootnotes..<footnoteNodes.count {
      while let last = openFootnotes.last, !isFootnote(definition, inside: last) {
        ended.append(openFootnotes.removeLast())
      }
      openFootnotes.append(definition)
    }
    while let last = openFootnotes.last, !phase.nodes[footnoteNodes[last]].isOpen {
      ended.append(openFootnotes.removeLast())
    }
    committedFootnotes = footnoteNodes.count
    newFootnotes = addLabels(of: ended)
    committedLabels.footnotes.combine(newFootnotes)
    speculatedFootnotes = addLabels(of: openFootnotes.reversed())
  }

  /// Takes over the footnotes of an unfinished line.
  func speculateFootnotes() {
    let committed = speculatedFootnotes
    takeFootnoteNodes()
    if committedFootnotes < footnoteNodes.count {
      for footnote in committed.reversed() { context.footnotes.removeLast(footnote.key) }
      speculatedFootnotes = addLabels(of: speculatedOrder())
    }
    finishedNumbering.resize(to: footnoteNodes.count)
    let added = Set(committed).symmetricDifference(speculatedFootnotes)
    speculatedFootnoteKeys = Set(added.map(\.key))
    let changed = Set(shownFootnotes).symmetricDifference(newFootnotes + speculatedFootnotes)
    changedFootnoteKeys.formUnion(changed.map(\.key))
    shownFootnotes = speculatedFootnotes
  }

  private func takeFootnoteNodes() {
    for index in footnoteNodes.count..<phase.footnotes.count {
      let node = phase.footnotes[index]
      footnoteNodes.append(node)
      context.footnoteLabels.append(
        TextSpan(start: phase.nodes[node].contentStart, end: phase.nodes[node].contentEnd))
    }
  }

  /// Lets footnotes count, in this order. Answers with those that do.
  private func addLabels(of definitions: [Int]) -> [ShownFootnote] {
    var added: [ShownFootnote] = []
    for definition in definitions {
      if let key = context.footnotes.add(definition, label: phase.bytes(context.footnoteLabels[definition])) {
        added.append(ShownFootnote(key: key, source: phase.nodes[footnoteNodes[definition]].sourceStart))
      }
    }
    return added
  }

  /// The footnotes that are open, and those of an unfinished line, each after those inside it.
  private func speculatedOrder() -> [Int] {
    var order: [Int] = []
    var open = openFootnotes
    for definition in committedFootnotes..<footnoteNodes.count {
      while let last = open.last, !isFootnote(definition, inside: last) { order.append(open.removeLast()) }
      open.append(definition)
    }
    return order + open.reversed()
  }

  private func isFootnote(_ inner: Int, inside outer: Int) -> Bool {
    var index = phase.parent(footnoteNodes[inner])
    while index > BlockPhase.root, index != footnoteNodes[outer] { index = phase.parent(index) }
    return index == footnoteNodes[outer]
  }
}
