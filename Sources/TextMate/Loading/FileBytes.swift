internal import CLibrary

/// Reads files and folders with system calls, so that Foundation is not linked.
package enum FileBytes {
  /// Reads a regular file completely.
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

  /// Returns the names in a folder in any order, without hidden ones; nil if the path is not a readable folder.
  package static func names(inFolder path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
    var names: [String] = []
    while let entry = readdir(folder) {
      // An entry is only as long as its name, shorter than its type. Read the name in place.
      let text = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: text)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Replaces a file atomically: a reader sees either the old or the new contents.
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

  /// Creates a folder and the one around it, if they are missing.
  static func makeFolder(_ path: String) {
    mkdir(FilePath.folder(of: path), 0o755)
    mkdir(path, 0o755)
  }

  private static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    CLibrary.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Reads from a file descriptor with the system call.
  ///
  /// - Returns: The number of bytes, 0 at the end, or a negative number on an error, with the reason in
  ///   `errno`.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    CLibrary.read(descriptor, buffer.baseAddress, buffer.count)
  }

  private static func unreadable(_ path: String) -> LoadError {
    LoadError(code: .unreadable, message: String(cString: strerror(errno)), path: path)
  }
}
