/// An array whose first elements can be released. The other elements keep their indices.
struct DiscardableArray<Element> {
  private var elements: [Element] = []
  /// The number of released elements.
  private(set) var discarded = 0

  /// The number of elements, including released ones.
  var count: Int { discarded + elements.count }

  /// The number of allocated bytes, without memory that the elements refer to.
  var byteCount: Int { elements.capacity * MemoryLayout<Element>.stride }

  subscript(index: Int) -> Element { elements[index - discarded] }

  /// Returns the elements from an index on.
  func suffix(from index: Int) -> ArraySlice<Element> { elements[(index - discarded)...] }

  /// Returns a copy of all elements, of minimum capacity. Nothing may have been released. `Array(suffix(from: 0))`
  /// would share the memory and its capacity.
  func copy() -> [Element] { elements.withUnsafeBufferPointer { Array($0) } }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func truncate(to count: Int) { elements.removeSubrange((count - discarded)...) }

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    discarded = 0
  }

  /// Releases the elements before an index if they are most of the memory.
  mutating func discard(before index: Int) {
    guard index > discarded, 2 * (index - discarded) >= elements.count else { return }
    elements.removeSubrange(..<(index - discarded))
    discarded = index
  }
}
