#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The text of leaves, one after the other, which remembers what of it was taken back.
///
/// A line without an end is added, taken back and added again, a little longer each time. What was there already is
/// not written again, and ``changedFrom`` tells where the text became another.
struct LeafText: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int
  /// How many bytes were written, those that were taken back too.
  private var written = 0
  /// The first byte that is not what it was when this was set to its greatest value.
  var changedFrom = Int.max

  /// The stretch that was added last: it is known to be there still.
  private var lastSource = -1
  private var lastStart = 0
  private var lastCount = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// What is allocated.
  var byteCount: Int { capacity }

  subscript(index: Int) -> UInt8 { base[index] }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    if count >= written || base[count] != byte {
      changedFrom = min(changedFrom, count)
      base[count] = byte
      if count < lastStart + lastCount { lastSource = -1 }
    }
    count += 1
    written = max(written, count)
  }

  /// `source` must not lie in this text. `origin` names the place in the document that it was copied from.
  mutating func append(_ source: UnsafePointer<UInt8>, count added: Int, origin: Int = -1) {
    guard added > 0 else { return }
    reserve(added)
    let target = base + count
    var same = 0
    if origin >= 0, origin == lastSource, count == lastStart { same = min(lastCount, added) }
    let comparable = min(written - count, added)
    if same < comparable, memcmp(target + same, source + same, comparable - same) == 0 { same = comparable }
    while same < comparable, target[same] == source[same] { same += 1 }
    if same < added {
      changedFrom = min(changedFrom, count + same)
      (target + same).update(from: source + same, count: added - same)
      if count < lastStart + lastCount { lastSource = -1 }
    }
    if origin >= 0 { (lastSource, lastStart, lastCount) = (origin, count, added) }
    count += added
    written = max(written, count)
  }

  private mutating func reserve(_ added: Int) {
    guard count + added >= capacity else { return }
    capacity = max(capacity + capacity / 2, count + added + 1)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: base, count: max(written, count))
    base.deallocate()
    base = grown
  }

  mutating func truncate(to length: Int) { count = length }
}
