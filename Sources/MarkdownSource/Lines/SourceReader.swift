internal import CLibrary

/// Repairs the UTF-8 of chunked input, and splits it into lines.
///
/// Lines end with LF, CR or CRLF. A scalar that is split between chunks waits for the next chunk, as does the
/// last line without a line end, the *partial line*.
package struct SourceReader: ~Copyable {
  /// A line of the source. The byte at `end` is readable, and is LF or CR.
  package struct SourceLine {
    package var bytes: UnsafePointer<UInt8>
    /// The number of bytes, without the line end.
    package var end: Int
    /// The offset of the first byte in the repaired source.
    package var source: Int
    /// Whether the source has no line end here so far.
    package var isOpen: Bool

    package init(bytes: UnsafePointer<UInt8>, end: Int, source: Int, isOpen: Bool = false) {
      (self.bytes, self.end, self.source, self.isOpen) = (bytes, end, source, isOpen)
    }
  }

  /// The memory of the partial line, with room for one byte after it.
  private var memory = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  /// The length of the partial line.
  private var partialCount = 0
  /// The offset of the partial line in the repaired source.
  private var partialStart = 0
  /// The first bytes of an incomplete scalar.
  private var cutScalar: [UInt8] = []
  /// Whether the last line ended with CR, so that a following LF belongs to its line end.
  private var endedWithReturn = false

  package init() {}

  deinit { memory.deallocate() }

  /// The number of allocated bytes.
  package var byteCount: Int { memory.count }

  /// Passes each line that the bytes complete to `body`.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (SourceLine) -> Void) {
    guard !bytes.isEmpty else { return }
    if cutScalar.isEmpty, SourceRepair.cutSuffix(bytes) == 0, SourceRepair.isClean(bytes) {
      return split(bytes, body)
    }
    var joined = cutScalar + bytes
    let cut = joined.withUnsafeBufferPointer { SourceRepair.cutSuffix($0) }
    cutScalar = Array(joined.suffix(cut))
    joined.removeLast(cut)
    joined.withUnsafeBufferPointer { joined in
      if SourceRepair.isClean(joined) { return split(joined, body) }
      SourceRepair.repair(joined).withUnsafeBufferPointer { split($0, body) }
    }
  }

  /// Ends the source. An incomplete scalar is replaced with U+FFFD.
  package mutating func finish(_ body: (SourceLine) -> Void) {
    guard !cutScalar.isEmpty else { return }
    let rest = cutScalar.withUnsafeBufferPointer { SourceRepair.repair($0) }
    cutScalar = []
    rest.withUnsafeBufferPointer { split($0, body) }
  }

  /// Returns the partial line; nil if the source ends with a line end. The line is valid until the next
  /// mutation.
  package func partialLine() -> SourceLine? { heldLine(isOpen: true) }

  /// Returns the text that is held until its line ends.
  private func heldLine(isOpen: Bool) -> SourceLine? {
    guard partialCount > 0, let base = memory.baseAddress else { return nil }
    base[partialCount] = .newline
    return SourceLine(bytes: base, end: partialCount, source: partialStart, isOpen: isOpen)
  }

  /// Removes bytes from the start of the partial line. The rest is a partial line.
  package mutating func cutPartialLine(_ count: Int) {
    partialCount -= count
    partialStart += count
    if let base = memory.baseAddress { base.update(from: base + count, count: partialCount) }
  }

  private mutating func split(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (SourceLine) -> Void) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    var start = 0
    if endedWithReturn, base[0] == .newline {
      start = 1
      partialStart += 1
    }
    endedWithReturn = false
    // The next LF and the next CR, each searched for once.
    var nextFeed = -1
    var nextReturn = -1
    while start < bytes.count {
      if nextFeed < start { nextFeed = Self.index(of: 0x0A, in: bytes, from: start) }
      if nextReturn < start { nextReturn = Self.index(of: 0x0D, in: bytes, from: start) }
      let end = min(nextFeed, nextReturn)
      guard end < bytes.count else {
        appendToPartialLine(base + start, count: end - start)
        return
      }
      let length = partialCount + end - start
      if partialCount > 0 {
        appendToPartialLine(base + start, count: end - start)
        if let line = heldLine(isOpen: false) { body(line) }
        partialCount = 0
      } else {
        body(SourceLine(bytes: base + start, end: length, source: partialStart))
      }
      partialStart += length + 1
      start = end + 1
      guard base[end] == 0x0D else { continue }
      if start == bytes.count {
        endedWithReturn = true
      } else if base[start] == .newline {
        start += 1
        partialStart += 1
      }
    }
  }

  private mutating func appendToPartialLine(_ bytes: UnsafePointer<UInt8>, count: Int) {
    if partialCount + count >= memory.count {
      let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: max(256, 3 * (partialCount + count) / 2))
      _ = larger.update(fromContentsOf: memory[..<partialCount])
      memory.deallocate()
      memory = larger
    }
    memory.baseAddress?.advanced(by: partialCount).update(from: bytes, count: count)
    partialCount += count
  }

  /// Returns the index of the next occurrence of a byte; the number of bytes if there is none.
  private static func index(of byte: CInt, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress, let found = memchr(base + start, byte, bytes.count - start) else {
      return bytes.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
