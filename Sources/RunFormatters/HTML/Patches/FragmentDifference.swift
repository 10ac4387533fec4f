/// Computes the edits that turn the nodes of one HTML fragment into those of another.
struct FragmentDifference {
  let old: HTMLFragment
  let new: HTMLFragment
  private(set) var edits: [HTMLPatch.PatchEdit] = []

  /// The maximum depth of elements that are compared. Deeper elements are replaced.
  private static let maximumDepth = 32
  /// The minimum length of a suffix that is kept, in bytes. A shorter one costs more as a position than as text.
  private static let minimumSuffix = 12
  /// The approximate length of the path and the punctuation of an edit in its wire form, in bytes.
  private static let editBytes = 12

  init(_ old: HTMLFragment, _ new: HTMLFragment) {
    self.old = old
    self.new = new
  }

  /// Siblings of both fragments, and their position in the parent element.
  struct Siblings {
    var path: [Int]
    var old: [Int]
    var new: [Int]
    /// The span of the nodes before the siblings.
    var before = NodeSpan()
    /// Whether the siblings are the last nodes of their parent.
    var endsElement = true
    var depth = 0
  }

  mutating func compare(_ siblings: Siblings) {
    var low = 0
    var oldEnd = siblings.old.count
    var newEnd = siblings.new.count
    while true {
      while low < oldEnd, low < newEnd, isEqual(siblings.old[low], siblings.new[low]) { low += 1 }
      guard low < oldEnd, low < newEnd, isAkin(siblings.old[low], siblings.new[low], siblings.depth),
        compareElements(siblings, at: low)
      else { break }
      low += 1
    }
    while oldEnd > low, newEnd > low, isEqual(siblings.old[oldEnd - 1], siblings.new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    guard low < oldEnd || low < newEnd else { return }
    replace(siblings, low, oldEnd, newEnd)
  }

  private func isEqual(_ left: Int, _ right: Int) -> Bool { old.outer(left) == new.outer(right) }

  /// Whether one element may be edited into the other.
  private func isAkin(_ left: Int, _ right: Int, _ depth: Int) -> Bool {
    guard depth < Self.maximumDepth, !old.nodes[left].isText, !new.nodes[right].isText else { return false }
    // A drawing is replaced completely: inserted alone, its parts would be parsed as HTML instead of MathML
    // or SVG.
    let name = old.name(of: left)
    return name == new.name(of: right) && !["math".utf8, "svg".utf8].contains(where: name.elementsEqual)
  }

  /// Edits one element into the other, unless that takes more than the HTML of the new one.
  private mutating func compareElements(_ siblings: Siblings, at index: Int) -> Bool {
    let (left, right) = (siblings.old[index], siblings.new[index])
    // The nodes before the siblings are equal at this point.
    let before = siblings.before + new.span(of: Array(siblings.new[..<index]))
    let path = siblings.path + [before.count]
    let count = edits.count
    compareAttributes(left, right, path)
    compare(
      Siblings(
        path: path, old: old.children(of: left), new: new.children(of: right), depth: siblings.depth + 1))
    let size = edits[count...].reduce(0) { $0 + Self.editBytes + $1.textBytes }
    guard size > new.outer(right).count else { return true }
    edits.removeSubrange(count...)
    return false
  }

  mutating func compareAttributes(_ left: Int, _ right: Int, _ path: [Int]) {
    guard old.tag(left) != new.tag(right) else { return }
    let before = old.attributes(of: left)
    let after = new.attributes(of: right)
    for (name, value) in after {
      let earlier = before.first { $0.name == name }?.value
      guard earlier != value else { continue }
      let kept = earlier.map { EscapedText.commonPrefix($0, value) } ?? 0
      // A few characters are not worth a partial edit.
      let keep = kept < 4 ? 0 : EscapedText.length(value.prefix(kept))
      edits.append(
        .attribute(
          path: path, name: name, keep: keep,
          text: EscapedText.plain(keep == 0 ? value : value.dropFirst(kept))))
    }
    for (name, _) in before where !after.contains(where: { $0.name == name }) {
      edits.append(.attribute(path: path, name: name, keep: 0, text: nil))
    }
  }

  /// Replaces the old nodes from `low` to `oldEnd` with the new ones up to `newEnd`. Common text at the start and
  /// at the end is kept.
  private mutating func replace(_ siblings: Siblings, _ low: Int, _ oldEnd: Int, _ newEnd: Int) {
    let before = siblings.before + old.span(of: Array(siblings.old[..<low]))
    var start = before.end
    var html: ArraySlice<UInt8> = []
    var isAppending = siblings.endsElement && low == siblings.old.count
    var kept = 0
    if low < newEnd {
      let first = new.nodes[siblings.new[low]]
      let last = new.nodes[siblings.new[newEnd - 1]]
      html = new.bytes[Int(first.start)..<Int(last.end)]
      if first.isText, low < oldEnd, old.nodes[siblings.old[low]].isText {
        kept = EscapedText.commonPrefix(old.outer(siblings.old[low]), new.outer(siblings.new[low]))
        let length = EscapedText.length(html.prefix(kept))
        if length > 0 { start = (before + NodeSpan(leading: Int32(length))).end }
        html = html.dropFirst(kept)
        isAppending =
          siblings.endsElement && low == siblings.old.count - 1 && kept == old.outer(siblings.old[low]).count
      }
    }
    var end: NodePosition?
    if let suffix = commonSuffix(siblings, low, oldEnd, newEnd, behind: kept) {
      html = html.dropLast(suffix)
      let text = old.outer(siblings.old[oldEnd - 1]).dropLast(suffix)
      let stays = siblings.before + old.span(of: Array(siblings.old[..<(oldEnd - 1)]))
      end = (stays + NodeSpan(leading: Int32(EscapedText.length(text)))).end
    } else if oldEnd < siblings.old.count || !siblings.endsElement {
      end = (siblings.before + old.span(of: Array(siblings.old[..<oldEnd]))).end
    }
    edits.append(
      .content(
        HTMLPatch.PatchContent(
          path: siblings.path, start: start.index, startOffset: start.offset, end: end?.index,
          endOffset: end?.offset ?? 0, html: Array(html), isAppending: isAppending)))
  }

  /// Returns the length of the common text at the end of the old and the new nodes in bytes, if it is long enough to
  /// be kept. The first `kept` bytes of both are kept already.
  private func commonSuffix(
    _ siblings: Siblings, _ low: Int, _ oldEnd: Int, _ newEnd: Int, behind kept: Int
  ) -> Int? {
    guard low < oldEnd, low < newEnd else { return nil }
    let (left, right) = (siblings.old[oldEnd - 1], siblings.new[newEnd - 1])
    guard old.nodes[left].isText, new.nodes[right].isText else { return nil }
    let suffix = EscapedText.commonSuffix(
      old.outer(left).dropFirst(oldEnd - 1 == low ? kept : 0),
      new.outer(right).dropFirst(newEnd - 1 == low ? kept : 0))
    return suffix < Self.minimumSuffix ? nil : suffix
  }
}

extension HTMLPatch.PatchEdit {
  /// The number of bytes of HTML or of an attribute's name and value.
  fileprivate var textBytes: Int {
    switch self {
    case .append(_, let html): html.count
    case .content(let content): content.html.count
    case .attribute(_, _, let name, _, let text): name.utf8.count + (text?.count ?? 4)
    }
  }
}
