internal import SystemPackage

/// Writes to file descriptor 1, and repeats writes that a signal interrupted.
///
/// A closed pipe ends the process silently with `SIGPIPE`, as in any filter, even if the parent process
/// ignores this signal.
enum StandardOutput {
  static func write(_ bytes: [UInt8]) throws {
    do {
      try bytes.withUnsafeBytes { _ = try FileDescriptor.standardOutput.writeAll($0) }
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
