internal import CHiredis
internal import NIOCore

/// A command and its arguments.
///
/// ```swift
/// RedisCommand("SET", "key", "value")
/// ```
package struct RedisCommand: Sendable {
  package var arguments: [[UInt8]]

  package init(_ arguments: [[UInt8]]) { self.arguments = arguments }

  package init(_ arguments: String...) { self.arguments = arguments.map { Array($0.utf8) } }

  /// Encodes the command in the Redis protocol with hiredis. O(bytes).
  func encode() -> ByteBuffer {
    // One allocation holds all arguments, because hiredis needs stable addresses of all of them.
    let bytes = arguments.flatMap(\.self)
    let lengths = arguments.map(\.count)
    return bytes.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var starts: [UnsafePointer<CChar>?] = []
      starts.reserveCapacity(lengths.count)
      var offset = 0
      for length in lengths {
        starts.append(base.map { $0 + offset })
        offset += length
      }
      var target: UnsafeMutablePointer<CChar>?
      let count = redisFormatCommandArgv(&target, Int32(lengths.count), &starts, lengths)
      defer { redisFreeCommand(target) }
      precondition(count >= 0, "out of memory")
      return ByteBuffer(bytes: UnsafeRawBufferPointer(start: target, count: Int(count)))
    }
  }
}
