#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads files and folders with the system's own calls, so that no Foundation is linked.
package enum FileBytes {
  /// The whole of a regular file.
  package static func read(
    _ path: String, limit: Int = LoadLimits.standard.bytes
  ) throws(LoadError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LoadError(code: .unreadable, message: "not a file", path: path)
    }
    guard Int(status.st_size) <= limit else {
      throw LoadError(
        code: .tooLarge,
        message: "the file has \(status.st_size) bytes, more than the \(limit) that are read", path: path)
    }
    let size = Int(status.st_size)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let base = buffer.baseAddress {
        let got = Self.readSome(descriptor, base + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failed = true }
        if got <= 0 { return }
        count += got
      }
    }
    if failed { throw unreadable(path) }
    return bytes
  }

  private static func readSome(
    _ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, target, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, target, count)
    #else
      Darwin.read(descriptor, target, count)
    #endif
  }

  private static func unreadable(_ path: String) -> LoadError {
    LoadError(code: .unreadable, message: String(cString: strerror(errno)), path: path)
  }
}
