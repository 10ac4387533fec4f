/// An array whose first elements may be given up; the others keep their indices.
struct DiscardableArray<Element> {
  private var elements: [Element] = []
  /// The number of elements that were given up.
  private(set) var discarded = 0

  /// The number of elements, those that were given up included.
  var count: Int { discarded + elements.count }

  /// The number of allocated bytes, without what the elements refer to.
  var byteCount: Int { elements.capacity * MemoryLayout<Element>.stride }

  subscript(index: Int) -> Element { elements[index - discarded] }

  /// Returns the elements from an index on.
  func suffix(from index: Int) -> ArraySlice<Element> { elements[(index - discarded)...] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func truncate(to count: Int) { elements.removeSubrange((count - discarded)...) }

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    discarded = 0
  }

  /// Gives up the elements before an index, where they are most of what is kept.
  mutating func discard(before index: Int) {
    guard index > discarded, 2 * (index - discarded) >= elements.count else { return }
    elements.removeSubrange(..<(index - discarded))
    discarded = index
  }
}
