internal import SystemPackage
internal import CLibrary

/// The file of `--output`, to which standard output is redirected.
///
/// A regular file is replaced once the output is complete, so that an error leaves the old file intact. Other
/// files (devices, pipes) are written directly.
struct OutputFile {
  private let name: String
  /// The temporary file that replaces `name` at the end; nil if the file is written directly.
  private let draft: String?

  /// Opens the file and redirects standard output to it.
  ///
  /// - Parameter inputs: The input files. None of them may be the output file.
  init(_ name: String, besides inputs: [String]) throws {
    self.name = name
    var status = stat()
    let exists = stat(name, &status) == 0
    for input in inputs where exists && input != "-" {
      var other = stat()
      if stat(input, &other) == 0, other.st_dev == status.st_dev, other.st_ino == status.st_ino {
        throw Failure.usage("--output would overwrite the input \(input)")
      }
    }
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw Failure.usage("--output \(name) is a folder") }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      draft = nil
      try Self.connect(open(name, O_WRONLY | O_CLOEXEC), name)
      return
    }
    // The target of a symbolic link is replaced, not the link.
    let path = exists ? Self.resolved(name) : name
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    draft = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let permissions = exists ? status.st_mode & 0o7777 : 0o666 & ~Self.mask()
    if descriptor >= 0 { fchmod(descriptor, permissions) }
    try Self.connect(descriptor, name)
  }

  /// Replaces the file with the complete output.
  func finish() throws {
    guard let draft else { return }
    guard rename(draft, Self.resolved(name)) == 0 else {
      let error = Errno(rawValue: errno)
      unlink(draft)
      throw Failure.input("cannot write \(name): \(error)")
    }
  }

  /// Discards the output and leaves the file unchanged.
  func abandon() {
    if let draft { unlink(draft) }
  }

  private static func connect(_ descriptor: CInt, _ name: String) throws {
    guard descriptor >= 0, dup2(descriptor, STDOUT_FILENO) >= 0 else {
      throw Failure.input("cannot write \(name): \(Errno(rawValue: errno))")
    }
    close(descriptor)
  }

  private static func resolved(_ name: String) -> String {
    guard let path = realpath(name, nil) else { return name }
    defer { free(path) }
    return String(cString: path)
  }

  private static func mask() -> mode_t {
    let mask = umask(0)
    _ = umask(mask)
    return mask
  }
}
