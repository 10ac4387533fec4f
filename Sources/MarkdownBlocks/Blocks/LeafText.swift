internal import CLibrary

/// The concatenated text of leaves, which also keeps rolled-back bytes for comparison.
///
/// A partial line is appended, rolled back and appended again, slightly longer each time. Bytes that are
/// still there are not copied again, and ``changedFrom`` tells where the text differs from the preceding
/// update.
struct LeafText: ~Copyable {
  /// The written bytes, followed by rolled-back bytes.
  private var written: RawBuffer<UInt8>
  private(set) var count = 0
  /// The offset of the first byte that changed since the last ``beginComparison()``; `Int.max` if no byte
  /// changed.
  private(set) var changedFrom = Int.max
  /// The number of comparisons so far.
  private(set) var version = 0

  /// The source position and length of the last appended range, which is known to be present.
  private var lastSource = -1
  private var lastStart = 0
  private var lastCount = 0

  init(capacity: Int) { written = RawBuffer(capacity: capacity) }

  /// The address of byte 0, which may be discarded.
  var base: UnsafeMutablePointer<UInt8> { written.base }

  /// The number of allocated bytes.
  var byteCount: Int { written.byteCount }

  subscript(index: Int) -> UInt8 { written[index] }

  mutating func append(_ byte: UInt8) {
    if count >= written.count || written[count] != byte {
      changedFrom = min(changedFrom, count)
      if count < lastStart + lastCount { lastSource = -1 }
      written.truncate(to: count)
      written.append(byte)
    }
    count += 1
  }

  /// Appends bytes, which must not overlap this text.
  ///
  /// - Parameter origin: The position in the document that the bytes were copied from.
  mutating func append(_ source: UnsafePointer<UInt8>, count added: Int, origin: Int = -1) {
    guard added > 0 else { return }
    var same = 0
    if origin >= 0, origin == lastSource, count == lastStart { same = min(lastCount, added) }
    let comparable = min(written.count - count, added)
    let target = written.base + count
    if same < comparable, memcmp(target + same, source + same, comparable - same) == 0 { same = comparable }
    while same < comparable, target[same] == source[same] { same += 1 }
    if same < added {
      changedFrom = min(changedFrom, count + same)
      if count < lastStart + lastCount { lastSource = -1 }
      written.truncate(to: count + same)
      written.append(source + same, count: added - same)
    }
    if origin >= 0 { (lastSource, lastStart, lastCount) = (origin, count, added) }
    count += added
  }

  mutating func truncate(to length: Int) { count = length }

  /// Starts a comparison of the text that is written from now on with the current text, including rolled-back
  /// bytes.
  mutating func beginComparison() {
    changedFrom = .max
    version += 1
  }

  /// Returns the number of line ends in a range.
  func lineCount(_ range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound, let found = memchr(base + index, 0x0A, range.upperBound - index) {
      count += 1
      index = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }
    return count
  }

  /// Releases the text before an offset if that is most of the memory. The released text must not be accessed
  /// any more.
  mutating func discard(before place: Int) { written.discard(before: place) }
}
