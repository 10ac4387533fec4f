import StyledRuns

/// Writes the blocks that an update changed, with the writer of whole documents, and finds the edits that show them.
struct PatchRenderer: ~Copyable {
  var writer: HTMLWriter
  var edits: [HTMLPatch.Edit] = []
  /// The bytes of HTML that were compared with what is shown, or sent.
  private(set) var writtenBytes = 0
  /// The units whose nodes are kept, the one that was written last at the end.
  private var keepers: [PatchUnit] = []

  /// Leaves that may refer to a definition which has not come, and whose nodes are kept until then, the newest at the end.
  private var referrers: [PatchUnit] = []

  private static let maximumKeepers = 8
  private static let maximumReferrers = 64
  /// The bytes of HTML past which a leaf is not kept as a referrer.
  private static let maximumReferrerBytes = 2048

  /// The bytes of HTML past which a group of blocks is written from its end only.
  let groupLimit: Int

  init(options: HTMLFormatter.Options, sheets: [StyleSheet], groupLimit: Int) {
    self.groupLimit = groupLimit
    writer = HTMLWriter(options: options, sheets: sheets)
  }

  /// The conditions besides the block itself that decide how it is written.
  struct Setting {
    var end: HTMLWriter.End
    var isTight = false
    var isLast = true
  }

  /// The place of a unit in the page.
  struct Place {
    /// The element that holds it.
    var path: [Int]
    /// The nodes before the unit in that element.
    var before: NodeSpan
    /// Whether nothing stands behind it.
    var endsElement: Bool
  }

  /// Remembers the nodes of what was written last: it is what changes next, as a rule.
  mutating func keep(_ fragment: HTMLFragment?, of unit: PatchUnit) {
    unit.kept = fragment
    guard fragment != nil, !keepers.contains(where: { $0 === unit }) else { return }
    referrers.removeAll { $0 === unit }
    if keepers.count == Self.maximumKeepers { forget(keepers.removeFirst()) }
    keepers.append(unit)
  }

  /// Forgets the nodes of a unit, unless a late definition may change a few of them: `[like this]`.
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

  /// Puts new HTML in place of old nodes, where these are known, or of whatever stands up to `end`.
  mutating func replace(
    _ old: HTMLFragment?, upTo end: NodePosition?, with new: HTMLFragment, at place: Place
  ) {
    writtenBytes += new.bytes.count
    if let old {
      var difference = FragmentDifference(old, new)
      difference.compare(
        FragmentDifference.Siblings(
          path: place.path, old: old.children(of: nil), new: new.children(of: nil), before: place.before,
          endsElement: place.endsElement))
      edits += difference.edits
      return
    }
    let start = place.before.end
    let end = place.endsElement ? nil : end
    if start == end, new.bytes.isEmpty { return }
    edits.append(
      .content(
        HTMLPatch.Content(
          path: place.path, start: start.index, startOffset: start.offset, end: end?.index,
          endOffset: end?.offset ?? 0, html: new.bytes)))
  }

  // MARK: The tags of containers

  /// Takes in the HTML before a unit's first child.
  func setStart(_ bytes: [UInt8], of unit: PatchUnit) {
    let fragment = HTMLFragment(bytes)
    unit.start = bytes
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

  /// Finds the edits that make a unit's start the new one; false where there are none.
  mutating func updateStart(_ bytes: [UInt8], of unit: PatchUnit, path: [Int]) -> Bool {
    writtenBytes += bytes.count
    guard bytes != unit.start else { return true }
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
    setStart(bytes, of: unit)
    return true
  }
}
