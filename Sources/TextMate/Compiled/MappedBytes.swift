internal import CLibrary

/// A read-only memory mapping of a range of a file. It is unmapped with its last reference.
///
/// Only pages that are accessed are loaded, and processes that map the same file share them. Mapped files
/// must be replaced by renaming, never written in place: truncating a mapped file terminates the process.
// Unchecked: no code writes to the mapping.
package final class MappedBytes: @unchecked Sendable {
  /// The bytes of the range.
  package let bytes: UnsafeRawBufferPointer
  private let mapping: UnsafeMutableRawPointer?
  private let mappedCount: Int

  /// Maps a whole file; nil if it is empty or cannot be read.
  package convenience init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(descriptor: descriptor, offset: 0, count: Int(status.st_size))
  }

  /// Maps a range of an open file, which can be closed afterwards; nil if that fails.
  package init?(descriptor: Int32, offset: Int, count: Int) {
    let skipped = offset % Int(getpagesize())
    guard count > 0, offset >= 0, count < Int.max - offset,
      let mapping = mmap(nil, count + skipped, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset - skipped)),
      mapping != MAP_FAILED
    else { return nil }
    self.mapping = mapping
    mappedCount = count + skipped
    bytes = UnsafeRawBufferPointer(start: mapping + skipped, count: count)
  }

  /// Copies bytes, for tests and for data that is already in memory.
  package init(copying source: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(source.count, 1), alignment: 16)
    copy.copyBytes(from: source)
    bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<source.count])
    mapping = nil
    mappedCount = 0
  }

  deinit {
    if let mapping { munmap(mapping, mappedCount) } else { bytes.baseAddress?.deallocate() }
  }
}
