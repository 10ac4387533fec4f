/// Takes bytes as they arrive and gives lines: repairs what is not valid UTF-8, and holds back a scalar and a
/// line that are not complete.
struct SourceIntake: ~Copyable {
  /// The line that has no end yet. Its buffer has room for one byte after it.
  private(set) var partial = RawBuffer<UInt8>(capacity: 256)
  /// Where ``partial`` starts in the repaired source.
  private(set) var partialStart = 0
  /// The beginning of a scalar.
  private var carried: [UInt8] = []
  private var endedWithReturn = false

  /// Begins at an offset of the source.
  init(start: Int = 0, endsWithReturn: Bool = false) {
    partialStart = start
    endedWithReturn = endsWithReturn
  }

  /// Hands each completed line to `body` as ``LineSplitter`` does.
  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<UInt8>, Int, Int) -> Void
  ) {
    guard !bytes.isEmpty else { return }
    if carried.isEmpty, SourceIntake.incompleteSuffix(bytes) == 0, SourceRepair.isClean(bytes) {
      return split(bytes, body)
    }
    var joined = carried + bytes
    let kept = joined.withUnsafeBufferPointer { SourceIntake.incompleteSuffix($0) }
    carried = Array(joined.suffix(kept))
    joined.removeLast(kept)
    joined.withUnsafeBufferPointer { joined in
      if SourceRepair.isClean(joined) { return split(joined, body) }
      SourceRepair.repair(joined).withUnsafeBufferPointer { split($0, body) }
    }
  }

  /// Gives up on a scalar that was not completed.
  mutating func finish(_ body: (UnsafePointer<UInt8>, Int, Int) -> Void) {
    guard !carried.isEmpty else { return }
    let rest = carried.withUnsafeBufferPointer { SourceRepair.repair($0) }
    carried = []
    rest.withUnsafeBufferPointer { split($0, body) }
  }

  private mutating func split(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<UInt8>, Int, Int) -> Void
  ) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    var start = 0
    if endedWithReturn, base[0] == .newline {
      start = 1
      partialStart += 1
    }
    endedWithReturn = false
    while start < bytes.count {
      var end = start
      while end < bytes.count, !base[end].isLineEnd { end += 1 }
      guard end < bytes.count else {
        partial.append(base + start, count: end - start)
        return
      }
      let length = partial.count + end - start
      if partial.count > 0 {
        partial.append(base + start, count: end - start)
        partial.append(.newline)
        body(UnsafePointer(partial.base), length, partialStart)
        partial.truncate(to: 0)
      } else {
        body(base + start, length, partialStart)
      }
      partialStart += length + 1
      start = end + 1
      if base[end] == 0x0D {
        if start == bytes.count {
          endedWithReturn = true
        } else if base[start] == .newline {
          start += 1
          partialStart += 1
        }
      }
    }
  }

  /// Hands the partial line to `body`, if there is one.
  mutating func withPartialLine(_ body: (UnsafePointer<UInt8>, Int, Int) -> Void) {
    guard partial.count > 0 else { return }
    partial.append(.newline)
    partial.truncate(to: partial.count - 1)
    body(UnsafePointer(partial.base), partial.count, partialStart)
  }

  /// How many bytes at the end begin a scalar that more bytes could complete.
  static func incompleteSuffix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let index = bytes.count - length
      let lead = bytes[index]
      if lead & 0xC0 == 0x80 { continue }
      let second = length > 1 ? bytes[index + 1] : nil
      switch lead {
      case 0xC2...0xDF: return length < 2 ? length : 0
      case 0xE0...0xEF:
        guard length < 3 else { return 0 }
        if let second, lead == 0xE0 && second < 0xA0 || lead == 0xED && second >= 0xA0 { return 0 }
        return length
      case 0xF0...0xF4:
        guard length < 4 else { return 0 }
        if let second, lead == 0xF0 && second < 0x90 || lead == 0xF4 && second >= 0x90 { return 0 }
        return length
      default: return 0
      }
    }
    return 0
  }
}
