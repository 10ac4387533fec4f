#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Cuts text into lines at LF, CR and CRLF.
enum LineSplitter {
  /// Hands each line to `body`: its bytes, its length without the line end, its offset in the source. The byte
  /// after each line is readable and LF or CR; for that, a last line without an end is copied.
  static func forEachLine(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<UInt8>, Int, Int) -> Void
  ) {
    guard let base = bytes.baseAddress else { return }
    let count = bytes.count
    var start = 0
    // The next line feed and the next return, each searched for once: `count` where there is none.
    var nextFeed = -1
    var nextReturn = -1
    while start < count {
      if nextFeed < start { nextFeed = index(of: 0x0A, in: bytes, from: start) }
      if nextReturn < start { nextReturn = index(of: 0x0D, in: bytes, from: start) }
      let end = min(nextFeed, nextReturn)
      if end == count {
        var last = Array(bytes[start..<end])
        last.append(.newline)
        last.withUnsafeBufferPointer { last in
          if let line = last.baseAddress { body(line, end - start, start) }
        }
        return
      }
      body(base + start, end - start, start)
      start = end + 1
      if base[end] == 0x0D, start < count, base[start] == 0x0A { start += 1 }
    }
  }

  private static func index(of byte: CInt, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress, let found = memchr(base + start, byte, bytes.count - start) else {
      return bytes.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
