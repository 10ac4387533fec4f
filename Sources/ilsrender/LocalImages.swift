internal import RunFormatters
internal import SystemPackage
internal import CLibrary

/// Finds images in the folder of the markdown file. Nothing is fetched: addresses with a scheme, a host or an
/// absolute path are ignored.
struct LocalImages: Sendable {
  private let folder: String

  /// Creates a search relative to the file, or to the current folder for standard input.
  init(besides file: String?) {
    let name = file == "-" ? nil : file
    folder = name.flatMap { name in name.lastIndex(of: "/").map { String(name[...$0]) } } ?? ""
  }

  func image(at address: String) -> TerminalImage? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("\\"),
      !path.prefix(while: { $0 != "/" }).contains(":"), let name = Self.decoded(path)
    else { return nil }
    // Opening must not block: a named pipe might never end.
    guard
      let file = try? FileDescriptor.open(
        FilePath(folder + name), .readOnly, options: [.nonBlocking, .closeOnExec])
    else { return nil }
    defer { try? file.close() }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= TerminalImage.maximumBytes
    else { return nil }
    let size = Int(status.st_size)
    let bytes = try? [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
        if read == 0 { break }
        count += read
      }
    }
    return bytes.flatMap(TerminalImage.init)
  }

  /// Resolves percent-encoding; nil if the result is not a file name.
  private static func decoded(_ path: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
