import StyledRuns

/// Updates whole documents: their blocks and footnotes.
extension PatchRenderer {
  /// Writes the changes of an update.
  ///
  /// - Parameter path: The path of the element that contains the blocks.
  mutating func update(_ tree: inout PatchTree, _ document: Document, path: [Int]) {
    if let id = tree.truncatedHeadings { tree.slugs.truncateRecord(from: id) }
    tree.truncatedHeadings = nil
    swap(&writer.slugs, &tree.slugs)
    updateBlocks(tree, document, path: path)
    while case let renumbered = writer.slugs.takeRenumbered(), !renumbered.isEmpty {
      for id in renumbered { tree.mark(id) }
      updateBlocks(tree, document, path: path)
    }
    updateFootnotes(&tree, document, path: path)
    swap(&writer.slugs, &tree.slugs)
    checkedItems += tree.takeOrderedItems()
  }

  /// Writes a document that readers do not have yet.
  mutating func build(_ tree: inout PatchTree, _ document: Document, into out: inout ByteSink) {
    var built = Built()
    swap(&writer.slugs, &tree.slugs)
    buildChildren(
      of: SiblingBlocks(document.blocks), from: 0, BlockContext(end: .document), into: &out, &built)
    tree.root.children = built.units
    tree.root.noteGroups(in: built.units, from: 0)
    for span in built.spans { tree.root.spans.append(span) }
    findDirection(of: tree.root, from: 0)
    tree.root.clearChanges()
    if !document.footnotes.isEmpty {
      tree.footnotesVersion = writer.slugs.record?.version ?? 0
      tree.footnotes = buildFootnotes(document, into: &out)
    }
    swap(&writer.slugs, &tree.slugs)
  }

  private mutating func updateBlocks(_ tree: PatchTree, _ document: Document, path: [Int]) {
    updateChildren(
      of: tree.root, SiblingBlocks(document.blocks), BlockContext(end: .document), path: path,
      isFollowed: tree.footnotes != nil)
    tree.root.clearChanges()
  }

  // MARK: Footnotes

  private mutating func updateFootnotes(_ tree: inout PatchTree, _ document: Document, path: [Int]) {
    let version = writer.slugs.record?.version ?? 0
    let isChanged =
      tree.footnotesChanged || tree.footnotes?.hasHeadings == true && version != tree.footnotesVersion
    (tree.footnotesVersion, tree.footnotesChanged) = (version, false)
    let place = UnitPosition(path: path, before: tree.root.spans.total, endsElement: true)
    guard !document.footnotes.isEmpty else {
      if tree.footnotes != nil { replace(nil, upTo: nil, with: [], at: place) }
      tree.footnotes = nil
      return
    }
    if let unit = tree.footnotes {
      guard isChanged else { return }
      if update(footnotes: unit, document, path: path + [place.before.count]) { return }
    }
    var out = ByteSink(capacity: 512)
    tree.footnotes = buildFootnotes(document, into: &out)
    replace(nil, upTo: nil, with: out.bytes, at: place)
  }

  /// Updates the footnotes; returns `false` if all of them must be rewritten. Headings in footnotes are
  /// numbered after all other headings, so that footnotes with headings depend on the whole document.
  private mutating func update(footnotes unit: PatchUnit, _ document: Document, path: [Int]) -> Bool {
    guard !unit.hasHeadings else { return false }
    withPlainSlugs { renderer in
      renderer.updateChildren(
        of: unit, SiblingBlocks(document.footnotes), BlockContext(end: .footnotes),
        path: path + unit.chain.dropFirst())
    }
    guard !unit.hasHeadings, updateStart(start(of: unit, document), of: unit, path: path) else {
      return false
    }
    unit.clearChanges()
    return true
  }

  private mutating func buildFootnotes(_ document: Document, into out: inout ByteSink) -> PatchUnit {
    let unit = PatchUnit(id: BlockID(offset: -1, depth: 1), kind: .container)
    var content = ByteSink(capacity: 512)
    var built = Built()
    withPlainSlugs { renderer in
      renderer.buildChildren(
        of: SiblingBlocks(document.footnotes), from: 0, BlockContext(end: .footnotes), into: &content, &built)
    }
    unit.children = built.units
    unit.hasHeadings = built.units.contains { $0.hasHeadings }
    findDirection(of: unit, from: 0)
    setStart(start(of: unit, document), of: unit)
    for span in built.spans { unit.spans.append(span) }
    out.append(unit.start)
    content.withBytes { out.append($0.bindMemory(to: UInt8.self)) }
    writer.close(.footnotes, endsWithParagraph: true, into: &out)
    unit.clearChanges()
    return unit
  }

  private func start(of unit: PatchUnit, _ document: Document) -> [UInt8] {
    var out = ByteSink(capacity: 128)
    HTMLWriter.writeFootnotesStart(
      count: document.footnotes.count, unit.directed.flatMap { unit.children[$0].direction }, into: &out)
    return out.bytes
  }

  /// Numbers headings in footnotes after those of the document, without recording them.
  private mutating func withPlainSlugs(_ body: (inout PatchRenderer) -> Void) {
    writer.slugs.suspend()
    body(&self)
    writer.slugs.resume()
  }
}
