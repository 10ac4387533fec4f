internal import CZlib

/// Compresses bodies for clients that accept gzip. Runs on the pool.
enum Gzip {
  /// The minimum size of a body. A smaller body fits into one packet anyway.
  static let leastBytes = 1024

  static func isAccepted(_ header: String?) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      return ["gzip", "x-gzip", "*"].contains(pieces.first)
        && !pieces.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }

  /// Compresses bytes in the gzip format; nil if the library fails. The default level is fast; a body that is compressed
  /// once and sent often has a higher one.
  static func compress(_ bytes: [UInt8], level: Int32 = 4) -> [UInt8]? {
    var stream = z_stream()
    guard ils_gzip_init(&stream, level) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    return input.withUnsafeMutableBufferPointer { source in
      var isComplete = false
      let output = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(bound)
        isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = bound - Int(stream.avail_out)
      }
      return isComplete ? output : nil
    }
  }
}
