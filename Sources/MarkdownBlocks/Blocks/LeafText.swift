internal import CLibrary

/// The text of leaves, one after the other, which remembers what of it was taken back.
///
/// A line without an end is added, taken back and added again, a little longer each time. What was there already is
/// not written again, and ``changedFrom`` tells where the text became another.
struct LeafText: ~Copyable {
  /// The written bytes, with those that were rolled back and are still there.
  private var written: RawBuffer<UInt8>
  private(set) var count = 0
  /// The first byte that differs from what it was at the last ``beginComparison()``; `Int.max` if none does.
  private(set) var changedFrom = Int.max
  /// The number of comparisons that were begun.
  private(set) var version = 0

  /// The stretch that was added last: it is known to be there still.
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

  /// `source` must not lie in this text. `origin` names the place in the document that it was copied from.
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

  /// Compares what is written from now on with the text as it is, what was taken back included.
  mutating func beginComparison() {
    changedFrom = .max
    version += 1
  }

  /// Returns the number of line ends in a stretch.
  func lineCount(_ range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound, let found = memchr(base + index, 0x0A, range.upperBound - index) {
      count += 1
      index = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }
    return count
  }

  /// Gives up the text before a place, which must not be asked for any more, where that is most of what is kept.
  mutating func discard(before place: Int) { written.discard(before: place) }
}
