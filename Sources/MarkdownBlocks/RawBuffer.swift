internal import CLibrary

/// A growable buffer of trivial values that is accessed without bounds checks. It is freed with its owner.
///
/// The first append allocates the memory. From then on there is room for one element after `count`, so that
/// text can be terminated with zero for C.
///
/// The memory of leading elements can be released (``discard(before:)``); the other elements keep their
/// indices.
struct RawBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The address of the element with index 0, which may be discarded. The allocated memory begins `discarded`
  /// elements after it.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  /// The index after the last element that fits; 0 if nothing is allocated.
  private var capacity = 0
  /// The number of discarded leading elements.
  private(set) var discarded = 0

  /// The minimum capacity of the first allocation, in elements.
  private let least: Int

  init(capacity: Int) {
    least = max(capacity, 1)
    base = Self.nowhere
  }

  deinit { if capacity > 0 { free(base + discarded) } }

  /// The address of an empty buffer. One zero can be read from it, and nothing is written to it.
  private static var nowhere: UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(Nowhere.zeros).assumingMemoryBound(to: Element.self)
  }

  /// The number of allocated bytes.
  var byteCount: Int { capacity > 0 ? (capacity - discarded) * MemoryLayout<Element>.stride : 0 }

  subscript(index: Int) -> Element { base[index] }

  /// Returns the index, from `start` on, of the first element with a property that all elements after it have, too; `count`
  /// if there is none. O(log n).
  func partitioningIndex(from start: Int, where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(base[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count + 1 >= capacity { grow(1) }
    base[count] = element
    count += 1
  }

  /// Appends elements, which must not be in this buffer.
  mutating func append(_ source: UnsafePointer<Element>, count added: Int) {
    guard added > 0 else { return }
    if count + added >= capacity { grow(added) }
    (base + count).update(from: source, count: added)
    count += added
  }

  @inline(never)
  private mutating func grow(_ added: Int) {
    let length = count - discarded
    let wanted = max(length + length / 2, length + added + 1, least + 1)
    resize(to: wanted)
  }

  private mutating func resize(to length: Int) {
    // The system moves large blocks of memory without copying them.
    let old = capacity > 0 ? UnsafeMutableRawPointer(base + discarded) : nil
    guard let memory = realloc(old, length * MemoryLayout<Element>.stride) else {
      fatalError("out of memory")
    }
    base = memory.assumingMemoryBound(to: Element.self) - discarded
    capacity = discarded + length
  }

  mutating func truncate(to length: Int) { count = length }

  /// Removes all elements, including discarded ones. Large memory is released.
  mutating func removeAll() {
    count = 0
    base += discarded
    capacity -= discarded
    discarded = 0
    if byteCount > 1 << 20 {
      free(base)
      base = Self.nowhere
      capacity = 0
    }
  }

  /// Releases the elements before an index if they are most of the memory. Released elements must not be
  /// accessed any more.
  mutating func discard(before index: Int) {
    let kept = count - index
    guard index - discarded > max(kept, least) else { return }
    let memory = base + discarded
    memory.update(from: base + index, count: kept)
    base = memory - index
    capacity += index - discarded
    discarded = index
    if capacity - discarded > 2 * max(kept + 1, least + 1) { resize(to: max(kept + 1, least + 1)) }
  }
}

/// The memory to which empty buffers of all types point.
private enum Nowhere {
  // Threads share this memory without a lock. No thread writes to it, because an empty buffer has no
  // capacity.
  nonisolated(unsafe) static let zeros: UnsafeMutableRawPointer = {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    return memory
  }()
}
