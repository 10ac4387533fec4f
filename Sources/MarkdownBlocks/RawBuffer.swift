/// A growable buffer of plain values that is read without bounds checks; freed with its owner.
///
/// One element beyond `count` is always allocated, so that text in it can be ended with a zero for C.
struct RawBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// What is allocated.
  var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  subscript(index: Int) -> Element { base[index] }

  mutating func append(_ element: Element) {
    reserve(1)
    base[count] = element
    count += 1
  }

  /// `source` must not lie in this buffer.
  mutating func append(_ source: UnsafePointer<Element>, count added: Int) {
    guard added > 0 else { return }
    reserve(added)
    (base + count).update(from: source, count: added)
    count += added
  }

  mutating func reserve(_ added: Int) {
    guard count + added >= capacity else { return }
    capacity = max(capacity + capacity / 2, count + added + 1)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.update(from: base, count: count)
    base.deallocate()
    base = grown
  }

  mutating func truncate(to length: Int) { count = length }
}
