internal import CLibrary
internal import SystemPackage

/// Output that is written later, because what stands before it is not known yet. The memory does not depend on its
/// length: what is long waits in a temporary file.
///
/// ```swift
/// var body = HeldOutput()
/// try body.append(Array("<p>Text</p>".utf8))
/// try StandardOutput.write(Array("<title>Text</title>".utf8))
/// try body.write()
/// ```
struct HeldOutput: ~Copyable {
  private var bytes: [UInt8] = []
  /// The file with what came before `bytes`. It has no name, so that it ends with the process.
  private var file: FileDescriptor?

  /// The number of bytes that are kept in memory.
  private static let mostBytes = 1 << 20

  /// Adds output.
  ///
  /// - Throws: An input failure if the folder for temporary files is full.
  mutating func append(_ more: [UInt8]) throws {
    bytes += more
    guard bytes.count > Self.mostBytes else { return }
    if file == nil { file = Self.temporaryFile() }
    // Without a folder for temporary files the output stays in memory.
    guard let file else { return }
    do {
      try file.writeAll(bytes)
    } catch {
      throw Failure.input(
        "cannot write to \(Self.folder): \(error); TMPDIR names another folder for temporary files")
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes everything to standard output, and holds nothing afterwards.
  mutating func write() throws {
    if let file = file.take() {
      defer { try? file.close() }
      do {
        try file.seek(offset: 0, from: .start)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
          try buffer.withUnsafeBytes {
            try StandardOutput.write(UnsafeRawBufferPointer(rebasing: $0[..<count]))
          }
        }
      } catch let error as Errno {
        throw Failure.input("cannot read a temporary file: \(error)")
      }
    }
    try StandardOutput.write(bytes)
    bytes = []
  }

  private static var folder: String {
    let folder = Terminal.environment("TMPDIR") ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }

  private static func temporaryFile() -> FileDescriptor? {
    var template = Array("\(folder)/ilsrender.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    return FileDescriptor(rawValue: descriptor)
  }
}
