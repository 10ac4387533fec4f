internal import SystemPackage

/// Writes to file descriptor 1, and repeats writes that a signal interrupted.
///
/// A closed pipe ends the process silently with `SIGPIPE`, as in any filter, even if the parent process
/// ignores this signal.
enum StandardOutput {
  /// The pager that receives the output; nil to write to the file descriptor.
  // Unsafe: only the main thread writes.
  nonisolated(unsafe) static var pager: Pager?

  /// The output so far, while it is captured.
  // Unsafe: only the main thread writes.
  nonisolated(unsafe) private static var capture: [UInt8]?

  /// Calls `body`, and returns what it writes instead of writing it.
  static func captured(by body: () throws -> Void) rethrows -> [UInt8] {
    capture = []
    defer { capture = nil }
    try body()
    return capture ?? []
  }

  static func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  static func write(_ bytes: UnsafeRawBufferPointer) throws {
    if capture != nil {
      capture? += bytes
    } else if let rest = pager?.take(Array(bytes)) {
      if !rest.isEmpty { try rest.withUnsafeBytes { try writeDirectly($0) } }
    } else {
      try writeDirectly(bytes)
    }
  }

  /// Ends the output. Waits until the user quits the pager, and then for a late response of the terminal, so
  /// that the shell does not receive it.
  static func finish() throws {
    defer { TerminalQuery.awaitLateResponse() }
    guard let rest = pager?.finish() else { return }
    pager = nil
    if !rest.isEmpty { try rest.withUnsafeBytes { try writeDirectly($0) } }
  }

  private static func writeDirectly(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      _ = try FileDescriptor.standardOutput.writeAll(bytes)
    } catch Errno.brokenPipe {
      ProcessExit.byClosedPipe()
    } catch let error as Errno {
      throw Failure.input("cannot write the output: \(error)")
    }
  }
}

/// Writes lines to file descriptor 2.
enum StandardError {
  static func write(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll((line + "\n").utf8)
  }
}
