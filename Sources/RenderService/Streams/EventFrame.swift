internal import NIOCore
internal import ServerSentEvents

/// Encodes the service's Server-Sent Events.
enum EventFrame {
  enum EventName: String, Sendable {
    case update, patch, stats, done, error, snapshot
  }

  /// Encodes an event.
  ///
  /// - Parameter data: JSON on one line.
  static func event(_ kind: EventName, id: Int?, data: [UInt8]) -> ByteBuffer {
    let event = ServerSentEvent(id: id.map(String.init), name: kind.rawValue, data: data)
    return ByteBuffer(bytes: event.bytes)
  }

  static func retry(_ duration: Duration) -> ByteBuffer {
    ByteBuffer(bytes: ServerSentEvent.retry(afterMilliseconds: Int(duration / .milliseconds(1))))
  }

  static let heartbeat = ByteBuffer(bytes: ServerSentEvent.comment("heartbeat"))
}
