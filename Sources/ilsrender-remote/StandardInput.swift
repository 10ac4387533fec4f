internal import NIOPosix
internal import CLibrary

/// Reads standard input as it arrives, on a thread that may block.
enum StandardInput {
  private static let pieceSize = 1 << 16

  /// Returns the result of one read; nil at the end.
  static func next() async throws -> [UInt8]? {
    let piece = try await NIOThreadPool.singleton.runIfActive { try read() }
    return piece.isEmpty ? nil : piece
  }

  private static func read() throws(ReadFailure) -> [UInt8] {
    var failure: CInt = 0
    let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
      var got = -1
      repeat {
        got = CLibrary.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = max(0, got)
    }
    if failure != 0 { throw ReadFailure(number: failure) }
    return piece
  }

  struct ReadFailure: Error, CustomStringConvertible {
    var number: CInt

    var description: String { "cannot read standard input: \(String(cString: strerror(number)))" }
  }
}
