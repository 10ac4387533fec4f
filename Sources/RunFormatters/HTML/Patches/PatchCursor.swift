/// The element that the last edit of nodes changed, as all readers know it. An edit near this element needs no
/// whole path.
///
/// ```swift
/// var cursor = PatchCursor()
/// let shortened = cursor.shorten(edit)
/// ```
struct PatchCursor {
  /// The path of the element.
  private(set) var path: [Int] = []
  /// The path from the element to its last child element, to the last child element of that, and so on, as far as it
  /// is known from the HTML of the last edits.
  private var tail: ArraySlice<Int> = []

  /// Returns an edit in its shortest form, and moves to its element if it is an edit of nodes.
  mutating func shorten(_ edit: HTMLPatch.PatchEdit) -> HTMLPatch.PatchEdit {
    switch edit {
    case .append: return edit
    case .attribute(let path, _, let name, let keep, let text):
      return .attribute(path: path, shared: shared(with: path), name: name, keep: keep, text: text)
    case .content(var content):
      let shared = shared(with: content.path)
      let levels = levels(to: content.path, shared: shared)
      content.shared = levels == 0 ? nil : shared
      move(to: content, levels: levels)
      guard content.isAppending, let levels else { return .content(content) }
      return .append(levels: levels, html: content.html)
    }
  }

  private func shared(with other: [Int]) -> Int { zip(path, other).prefix { $0 == $1 }.count }

  /// Returns the levels up to another element or, as a negative number, down to it; nil if neither leads there.
  private func levels(to other: [Int], shared: Int) -> Int? {
    if shared == other.count { return path.count - shared }
    guard shared == path.count, tail.starts(with: other[shared...]) else { return nil }
    return shared - other.count
  }

  private mutating func move(to content: HTMLPatch.PatchContent, levels: Int?) {
    // What follows the nodes at the end of the element is not known to be without elements.
    let last = content.end == nil ? Self.lastElements(of: content) : []
    if !last.isEmpty {
      tail = last[...]
    } else if content.isAppending, let levels, levels <= 0 {
      tail = tail.dropFirst(-levels)
    } else {
      tail = []
    }
    path = content.path
  }

  /// Returns the path from the element of an edit to the last element in its HTML, to the last child element of
  /// that, and so on.
  private static func lastElements(of content: HTMLPatch.PatchContent) -> [Int] {
    let fragment = HTMLFragment(content.html)
    var before = NodeSpan(nodes: Int32(content.start))
    if content.startOffset > 0 { before = before + NodeSpan(leading: Int32(content.startOffset)) }
    var path: [Int] = []
    var nodes = fragment.children(of: nil)
    while let last = nodes.lastIndex(where: { !fragment.nodes[$0].isText }) {
      path.append((before + fragment.span(of: Array(nodes[..<last]))).count)
      nodes = fragment.children(of: nodes[last])
      before = NodeSpan()
    }
    return path
  }
}
