import StyledRuns

/// Writes the blocks that an update changed, using the writer of whole documents, and computes the edits.
struct PatchRenderer: ~Copyable {
  var writer: HTMLWriter
  var edits: [HTMLPatch.PatchEdit] = []
  /// The number of bytes of HTML, or of markdown to copy, that were sent, or compared with what readers have.
  var writtenBytes = 0
  /// The number of blocks that were written, alone or in a group, or compared with the current nodes, and of starts of
  /// blocks that were edited.
  var writtenBlocks = 0
  /// The number of headings and footnotes that were put in order, of elements around the end of a group that were
  /// compared, and of messages and parts of a message group.
  var checkedItems = 0
  /// The number of edits that were taken. To address and send one takes half as long as to write a block.
  private var takenEdits = 0
  /// The work of earlier patches.
  private var takenWork = 0

  /// The bytes of HTML that take as long to write as the units and tags around one block. A group of raw HTML may have
  /// thousands of rules or empty items.
  static let blockCost = 128

  /// The units whose nodes are cached, the most recently written last.
  private var keepers: [PatchUnit] = []

  /// Leaves with a possible reference to a missing definition, whose nodes are kept, the newest last.
  private var referrers: [PatchUnit] = []

  private static let maximumKeepers = 8
  private static let maximumReferrers = 64
  /// The maximum size of a referrer in bytes of HTML.
  private static let maximumReferrerBytes = 2048

  /// The size of a block group, in bytes of HTML and ``blockCost`` for each block, beyond which only its end is
  /// rewritten.
  let groupLimit: Int

  init(options: HTMLOptions, sheets: [StyleSheet], groupLimit: Int) {
    self.groupLimit = groupLimit
    writer = HTMLWriter(options: options, sheets: sheets)
  }

  /// The context of a block that affects its HTML.
  struct BlockContext {
    var end: HTMLWriter.ContainerEnd
    var isTight = false
    var isLast = true
  }

  /// The position of a unit in the page.
  struct UnitPosition {
    /// The path of the parent element.
    var path: [Int]
    /// The nodes before the unit in the parent element.
    var before: NodeSpan
    /// Whether the unit is the last node of its parent.
    var endsElement: Bool
  }

  /// Caches the nodes of the unit that was written last, because it usually changes next.
  mutating func keep(_ fragment: HTMLFragment?, of unit: PatchUnit) {
    unit.kept = fragment
    guard fragment != nil, !keepers.contains(where: { $0 === unit }) else { return }
    referrers.removeAll { $0 === unit }
    if keepers.count == Self.maximumKeepers { forget(keepers.removeFirst()) }
    keepers.append(unit)
  }

  /// Releases the nodes of a unit, unless a late definition may change a few of them: `[like this]`.
  private mutating func forget(_ unit: PatchUnit) {
    guard unit.kind == .leaf, let kept = unit.kept, kept.bytes.count <= Self.maximumReferrerBytes,
      kept.bytes.contains(UInt8(ascii: "["))
    else {
      unit.kept = nil
      return
    }
    if referrers.count == Self.maximumReferrers { referrers.removeFirst().kept = nil }
    referrers.append(unit)
  }

  /// Moves the edits since the last call out of the renderer.
  mutating func takeEdits() -> [HTMLPatch.PatchEdit] {
    defer { edits = [] }
    takenEdits += edits.count
    return edits
  }

  /// Replaces old nodes, or all nodes up to `end` if the old ones are unknown, with new HTML.
  mutating func replace(
    _ old: HTMLFragment?, upTo end: NodePosition?, with new: [UInt8], at place: UnitPosition
  ) {
    if let old, !old.bytes.isEmpty { return replace(old, with: HTMLFragment(new), at: place) }
    writtenBytes += new.count
    let start = place.before.end
    let end = place.endsElement ? nil : old == nil ? end : start
    if new.isEmpty, old != nil || start == end { return }
    edits.append(
      .content(
        HTMLPatch.PatchContent(
          path: place.path, start: start.index, startOffset: start.offset, end: end?.index,
          endOffset: end?.offset ?? 0, html: new, isAppending: old != nil && place.endsElement)))
  }

  /// Edits old nodes into new ones.
  mutating func replace(_ old: HTMLFragment, with new: HTMLFragment, at place: UnitPosition) {
    writtenBytes += new.bytes.count
    var difference = FragmentDifference(old, new)
    difference.compare(
      FragmentDifference.Siblings(
        path: place.path, old: old.children(of: nil), new: new.children(of: nil), before: place.before,
        endsElement: place.endsElement))
    edits += difference.edits
  }

  /// Returns the work since the last call, in the bytes that ``HTMLPatch/work`` counts. What is drawn or sanitized is
  /// parsed for it.
  mutating func takeWork() -> Int {
    let written = 2 * (writtenBytes + Self.blockCost * writtenBlocks) + Self.blockCost * takenEdits
    let work = written + 8 * writer.rawBytes + 16 * (writer.parsedBytes + checkedItems)
    defer { takenWork = work }
    return work - takenWork
  }

  /// Returns the kind of unit for a block. Finding out whether code is a drawing reads all of it.
  mutating func kind(of block: Block) -> PatchUnit.UnitKind {
    switch block.content {
    case .quote, .list, .listItem, .footnote, .element: return .container
    case .code(let code):
      if code.drawing != nil { writer.parsedBytes += code.lines.reduce(0) { $0 + $1.text.utf8.count } }
      return writer.isDrawing(code) ? .leaf : .code
    case .table: return .table
    case .paragraph, .heading, .html, .thematicBreak, .frontMatter: return .leaf
    }
  }

  // MARK: The tags of containers

  /// Records the HTML before a unit's first child.
  func setStart(_ bytes: [UInt8], of unit: PatchUnit) { setStart(HTMLFragment(bytes), of: unit) }

  private func setStart(_ fragment: HTMLFragment, of unit: PatchUnit) {
    unit.start = fragment.bytes
    unit.chain = chain(of: fragment)
    let head = fragment.span(of: fragment.children(of: fragment.open.last))
    if unit.spans.count == 0 { unit.spans.append(head) } else { unit.spans[0] = head }
  }

  func chain(of fragment: HTMLFragment) -> [Int] {
    var path: [Int] = []
    var parent: Int?
    for element in fragment.open {
      path.append(fragment.span(of: fragment.children(of: parent).filter { $0 < element }).count)
      parent = element
    }
    return path
  }

  /// Computes the edits of a unit's start; returns `false` if the start cannot be edited.
  mutating func updateStart(_ bytes: [UInt8], of unit: PatchUnit, path: [Int]) -> Bool {
    writtenBytes += bytes.count
    guard bytes != unit.start else { return true }
    writtenBlocks += 1
    let old = HTMLFragment(unit.start)
    let new = HTMLFragment(bytes)
    guard old.open.count == new.open.count,
      zip(old.open, new.open).allSatisfy({ old.name(of: $0) == new.name(of: $1) })
    else { return false }
    var difference = FragmentDifference(old, new)
    var path = path
    let newChain = chain(of: new)
    for (level, (left, right)) in zip(old.open, new.open).enumerated() {
      difference.compareAttributes(left, right, path)
      let isInnermost = level == old.open.count - 1
      var before = old.children(of: left)
      var after = new.children(of: right)
      if !isInnermost {
        before.removeAll { $0 >= old.open[level + 1] }
        after.removeAll { $0 >= new.open[level + 1] }
      }
      difference.compare(
        FragmentDifference.Siblings(
          path: path, old: before, new: after,
          endsElement: isInnermost && unit.shownCount == 0 && unit.foot.isEmpty))
      if !isInnermost { path.append(newChain[level + 1]) }
    }
    edits += difference.edits
    setStart(new, of: unit)
    return true
  }
}
