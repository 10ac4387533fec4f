#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Lets go of pages of code that only starting needed.
///
/// The runtime looks through the types of the whole program once, and so maps about half of it, libraries included.
/// The kernel keeps the file's pages as long as it likes; only what is needed again is mapped again.
enum StartupPages {
  /// Costs one system call for each mapped file. Does nothing where there is no `/proc`.
  static func release() {
    #if os(Linux)
      guard let file = fopen("/proc/self/maps", "re") else { return }
      defer { fclose(file) }
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      defer { free(line) }
      while getline(&line, &capacity, file) > 0, let text = line {
        guard let range = code(in: String(cString: text)),
          let start = UnsafeMutableRawPointer(bitPattern: range.lowerBound)
        else { continue }
        _ = madvise(start, range.count, MADV_DONTNEED)
      }
    #endif
  }

  /// The addresses of a line of `/proc/self/maps` where it is code from a file, which nobody can have written to.
  static func code(in line: String) -> Range<UInt>? {
    // 55d0c6b1f000-55d0c9d34000 r-xp 005ee000 08:01 1234  /usr/bin/ilsrenderd
    let parts = line.split(separator: " ", maxSplits: 5)
    guard parts.count == 6, parts[1] == "r-xp", parts[5].drop(while: { $0 == " " }).first == "/" else {
      return nil
    }
    let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    return ends[0]..<ends[1]
  }
}
