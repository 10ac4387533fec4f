internal import CLibrary

/// A growable buffer of plain values that is read without bounds checks; freed with its owner.
///
/// Nothing is allocated before the first element comes. From then on one element beyond `count` always is, so that text
/// in it can be ended with a zero for C.
///
/// The memory of the first elements may be given back (``discard(before:)``); the others keep their indices.
struct RawBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The address of the element with index 0, which may be discarded. Memory begins `discarded` elements
  /// after that.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  /// The index after the last element that there is room for; 0 if nothing is allocated.
  private var capacity = 0
  /// The first elements that are not there any more.
  private(set) var discarded = 0

  /// Room for so many elements is allocated with the first one.
  private let least: Int

  init(capacity: Int) {
    least = max(capacity, 1)
    base = Self.nowhere
  }

  deinit { if capacity > 0 { free(base + discarded) } }

  /// The address of an empty buffer. Nothing is written to it, and one zero may be read.
  private static var nowhere: UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(Nowhere.zeros).assumingMemoryBound(to: Element.self)
  }

  /// The number of allocated bytes.
  var byteCount: Int { capacity > 0 ? (capacity - discarded) * MemoryLayout<Element>.stride : 0 }

  subscript(index: Int) -> Element { base[index] }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count + 1 >= capacity { grow(1) }
    base[count] = element
    count += 1
  }

  /// `source` must not lie in this buffer.
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
    // Large memory is moved by the system, which copies nothing.
    let old = capacity > 0 ? UnsafeMutableRawPointer(base + discarded) : nil
    guard let memory = realloc(old, length * MemoryLayout<Element>.stride) else {
      fatalError("out of memory")
    }
    base = memory.assumingMemoryBound(to: Element.self) - discarded
    capacity = discarded + length
  }

  mutating func truncate(to length: Int) { count = length }

  /// Moves the elements after the first `length` ones to the beginning. Nothing may have been discarded.
  /// O(what is left).
  mutating func removeFirst(_ length: Int) {
    base.update(from: base + length, count: count - length)
    count -= length
  }

  /// Forgets all elements, those that were given up too. Much memory is given back.
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

  /// Gives up the elements before an index, which must not be asked for any more, where they are most of what is kept.
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

/// The memory that buffers of all types point to while they are empty.
private enum Nowhere {
  // Shared by all threads without a lock: nobody writes to it, since an empty buffer has no capacity.
  nonisolated(unsafe) static let zeros: UnsafeMutableRawPointer = {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    return memory
  }()
}
