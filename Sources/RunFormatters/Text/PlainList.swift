/// A growing list of trivial values that keeps its memory when it is cleared.
///
/// Formatters fill and read such lists for each line. Unlike an array, the list has a single owner and needs
/// no uniqueness checks.
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

  /// Removes all elements after the first `length`.
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
