internal import SystemPackage
internal import TextMate

/// Reads complete inputs: files by name, and `-` for standard input.
enum Input {
  /// Reads files one after the other. A file without a line end at its end gets one before the next file.
  ///
  /// - Parameter check: Reads all bytes of the files.
  static func read(_ names: [String], check: UTF8Check? = nil) throws -> [UInt8] {
    let names = names.isEmpty ? ["-"] : names
    var bytes: [UInt8] = []
    for name in names {
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      let next = try read(name)
      check?.read(next)
      check?.endFile()
      if bytes.isEmpty { bytes = next } else { bytes += next }
    }
    return bytes
  }

  static func read(_ name: String) throws -> [UInt8] {
    if name == "-" { return try read(from: .standardInput, name: "standard input") }
    let file = try open(name)
    defer { try? file.close() }
    return try read(from: file, name: name)
  }

  static func open(_ name: String) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(FilePath(name), .readOnly)
    } catch let error as Errno {
      throw Failure.input("cannot open \(name.isEmpty ? "''" : name): \(error)\(commandHint(name, error))")
    }
  }

  /// Returns a hint for a mistyped command, which is interpreted as a file name.
  private static func commandHint(_ name: String, _ error: Errno) -> String {
    guard error == .noSuchFileOrDirectory else { return "" }
    let close = CloseMatches.find(name, in: Ilsrender.commandNames, limit: 1)
    return Failure.hint(close.map { "the command \($0)" })
  }

  private static func read(from file: FileDescriptor, name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      var capacity = 1 << 16
      // The rest of a regular file is read at once. A file is read in pieces if it is not seekable, or if it
      // reports an implausible size, as folders do.
      if let start = try? file.seek(offset: 0, from: .current),
        let end = try? file.seek(offset: 0, from: .end)
      {
        try file.seek(offset: start, from: .start)
        if end >= start, end - start < 1 << 32 { capacity = max(1, Int(end - start) + 1) }
      }
      while true {
        let chunk = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
          count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        if chunk.isEmpty { return bytes }
        if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        capacity = min(max(bytes.count, 1 << 16), 1 << 24)
      }
    } catch let error as Errno {
      throw Failure.input("cannot read \(name): \(error)")
    }
  }
}
