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
    let hasReturns = memchr(base, 0x0D, count) != nil
    var start = 0
    while start < count {
      var end = count
      if let found = memchr(base + start, 0x0A, count - start) {
        end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
      }
      if hasReturns, let found = memchr(base + start, 0x0D, end - start) {
        end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
      }
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
}
