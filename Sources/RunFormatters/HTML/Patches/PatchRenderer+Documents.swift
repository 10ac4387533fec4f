import StyledRuns

/// Whole documents: the blocks, and the footnotes behind them.
extension PatchRenderer {
  mutating func takeEdits() -> [HTMLPatch.Edit] {
    defer { edits = [] }
    return edits
  }

  /// Counts the nodes of a document that is shown as a snapshot.
  mutating func build(_ tree: inout PatchTree, _ document: Document) {
    let before = edits
    tree.root.spans.append(NodeSpan(leading: 1))
    tree.root.hasNewChildren = true
    update(&tree, document)
    edits = before
  }

  /// Finds the edits for what is marked.
  mutating func update(_ tree: inout PatchTree, _ document: Document) {
    if let id = tree.truncatedHeadings { tree.slugs.truncateRecord(from: id) }
    tree.truncatedHeadings = nil
    swap(&writer.slugs, &tree.slugs)
    updateBlocks(tree.root, document, isFollowed: tree.footnotes != nil)
    while let renumbered = writer.slugs.record?.renumbered, !renumbered.isEmpty {
      writer.slugs.record?.renumbered = []
      for id in renumbered { tree.mark(id) }
      updateBlocks(tree.root, document, isFollowed: tree.footnotes != nil)
    }
    updateFootnotes(&tree, document)
    swap(&writer.slugs, &tree.slugs)
    let isRightToLeft = tree.root.direction == .rightToLeft
    if isRightToLeft != tree.isRightToLeft {
      edits.append(
        .attribute(path: [], name: "dir", keep: 0, text: isRightToLeft ? Array("rtl".utf8) : nil))
      tree.isRightToLeft = isRightToLeft
    }
  }

  private mutating func updateBlocks(_ root: PatchUnit, _ document: Document, isFollowed: Bool) {
    updateChildren(of: root, document.blocks, Setting(end: .document), path: [], isFollowed: isFollowed)
    root.settle()
  }

  private mutating func updateFootnotes(_ tree: inout PatchTree, _ document: Document) {
    let place = Place(path: [], before: tree.root.spans.total, endsElement: true)
    guard !document.footnotes.isEmpty else {
      if tree.footnotes != nil { replace(nil, upTo: nil, with: HTMLFragment([]), at: place) }
      tree.footnotes = nil
      return
    }
    // Headings in footnotes are numbered behind all others.
    let version = writer.slugs.record?.version ?? 0
    defer { tree.footnotesVersion = version }
    guard let unit = tree.footnotes,
      !unit.hasHeadings || version == tree.footnotesVersion && !tree.footnotesChanged
    else { return buildFootnotes(&tree, document, at: place) }
    guard tree.footnotesChanged else { return }
    tree.footnotesChanged = false
    let path = [place.before.count]
    withPlainSlugs { renderer in
      renderer.updateChildren(
        of: unit, document.footnotes, Setting(end: .footnotes), path: path + unit.chain.dropFirst())
    }
    guard !unit.hasHeadings, updateStart(start(of: unit, document), of: unit, path: path) else {
      return buildFootnotes(&tree, document, at: place)
    }
    unit.settle()
  }

  /// Writes all footnotes, in place of those that are shown.
  private mutating func buildFootnotes(_ tree: inout PatchTree, _ document: Document, at place: Place) {
    let unit = PatchUnit(id: BlockID(offset: -1, depth: 1), kind: .container)
    var content = ByteSink(capacity: 512)
    var built = Built()
    withPlainSlugs { renderer in
      renderer.buildChildren(
        of: document.footnotes, from: 0, Setting(end: .footnotes), into: &content, &built)
    }
    unit.children = built.units
    unit.hasHeadings = built.units.contains { $0.hasHeadings }
    findDirection(of: unit, from: 0)
    setStart(start(of: unit, document), of: unit)
    for span in built.spans { unit.spans.append(span) }
    var out = ByteSink(capacity: content.count + 256)
    out.append(unit.start)
    content.withBytes { out.append($0.bindMemory(to: UInt8.self)) }
    writer.close(.footnotes, endsWithParagraph: true, into: &out)
    replace(nil, upTo: nil, with: HTMLFragment(out.bytes), at: place)
    unit.settle()
    tree.footnotes = unit
    tree.footnotesChanged = false
  }

  private func start(of unit: PatchUnit, _ document: Document) -> [UInt8] {
    var out = ByteSink(capacity: 128)
    HTMLWriter.writeFootnotesStart(
      count: document.footnotes.count, unit.directed.flatMap { unit.children[$0].direction }, into: &out)
    return out.bytes
  }

  /// Numbers headings in footnotes behind those of the document without recording them.
  private mutating func withPlainSlugs(_ body: (inout PatchRenderer) -> Void) {
    let slugs = writer.slugs
    writer.slugs.record = nil
    body(&self)
    writer.slugs = slugs
  }
}
