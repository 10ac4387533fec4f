internal import CHiredis
internal import NIOCore

/// Parses the replies on a connection with hiredis. Not thread-safe.
///
/// ```swift
/// parser.append(buffer)
/// while let reply = try parser.next() { take(reply) }
/// ```
final class ReplyParser {
  private let reader: UnsafeMutablePointer<redisReader>

  init() {
    guard let reader = redisReaderCreate() else { preconditionFailure("out of memory") }
    self.reader = reader
  }

  deinit { redisReaderFree(reader) }

  func append(_ buffer: ByteBuffer) {
    buffer.withUnsafeReadableBytes { bytes in
      // A failure stays in the hiredis reader, and `next` reports it.
      _ = redisReaderFeed(reader, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// Returns the next complete reply; nil if more bytes are needed.
  ///
  /// - Throws: ``RedisError`` if the bytes violate the Redis protocol.
  func next() throws(RedisError) -> RedisValue? {
    var reply: UnsafeMutableRawPointer?
    guard redisReaderGetReply(reader, &reply) == REDIS_OK else {
      let message = withUnsafePointer(to: &reader.pointee.errstr) { text in
        text.withMemoryRebound(to: CChar.self, capacity: 128) { String(cString: $0) }
      }
      throw RedisError(.lost, "the server does not speak the protocol of Redis: \(message)")
    }
    guard let reply else { return nil }
    defer { freeReplyObject(reply) }
    return Self.value(of: reply.assumingMemoryBound(to: redisReply.self))
  }

  private static func value(of reply: UnsafePointer<redisReply>) -> RedisValue {
    let content = reply.pointee
    switch content.type {
    case REDIS_REPLY_INTEGER: return .integer(Int(content.integer))
    case REDIS_REPLY_ARRAY:
      return .array(
        (0..<Int(content.elements)).map { index in
          content.element[index].map { value(of: $0) } ?? .null
        })
    case REDIS_REPLY_NIL: return .null
    case REDIS_REPLY_ERROR: return .error(String(decoding: bytes(of: content), as: UTF8.self))
    default: return .bytes(bytes(of: content))
    }
  }

  private static func bytes(of reply: redisReply) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: reply.str, count: Int(reply.len)))
  }
}
