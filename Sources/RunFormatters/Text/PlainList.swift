/// A growing list of plain values that keeps its memory when it is emptied.
///
/// Formatters fill and read such lists once for each line; unlike an array's, the memory has one owner and is never
/// checked for another.
struct PlainList<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 8) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }
  var last: Element? { count > 0 ? base[count - 1] : nil }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    @inline(__always) set {
      precondition(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count += 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return base[count]
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Forgets all but the first `length` elements.
  mutating func truncate(to length: Int) {
    if length >= 0, length < count { count = length }
  }

  @inline(never)
  private mutating func grow() {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    memory.update(from: base, count: count)
    base.deallocate()
    base = memory
    capacity *= 2
  }
}
