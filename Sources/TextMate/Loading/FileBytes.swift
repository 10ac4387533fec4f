internal import CLibrary

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
        let got = read(
          descriptor, into: UnsafeMutableRawBufferPointer(start: base + count, count: size - count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failed = true }
        if got <= 0 { return }
        count += got
      }
    }
    if failed { throw unreadable(path) }
    return bytes
  }

  /// The names in a folder, sorted, hidden ones left out; nil where it is no folder or cannot be read.
  package static func names(inFolder path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
    var names: [String] = []
    while let entry = readdir(folder) {
      // An entry is as long as its name, not as the type says; so its name is read where it lies.
      let text = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: text)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Replaces the file at `path`; a reader sees the old bytes or the new, never a half.
  package static func write(_ bytes: [UInt8], to path: String) throws(LoadError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw unreadable(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { writeSome(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      written += count
    }
    guard close(descriptor) == 0, written == bytes.count, rename(temporary, path) == 0 else {
      let error = unreadable(path)
      unlink(temporary)
      throw error
    }
  }

  private static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    CLibrary.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// The system's own call: as many bytes as are there, 0 at the end, less than 0 where `errno` says why.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    CLibrary.read(descriptor, buffer.baseAddress, buffer.count)
  }

  private static func unreadable(_ path: String) -> LoadError {
    LoadError(code: .unreadable, message: String(cString: strerror(errno)), path: path)
  }
}
