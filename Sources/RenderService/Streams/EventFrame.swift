internal import NIOCore

/// Writes Server-Sent Events.
enum EventFrame {
  enum Kind: String, Sendable {
    case update, stats, done, error, snapshot
  }

  /// One event; `data` is JSON on one line.
  static func event(_ kind: Kind, id: Int?, data: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(data.count + 64)
    if let id { buffer.writeString("id: \(id)\n") }
    buffer.writeString("event: \(kind.rawValue)\ndata: ")
    buffer.writeBytes(data)
    buffer.writeString("\n\n")
    return buffer
  }

  static func retry(_ duration: Duration) -> ByteBuffer {
    ByteBuffer(string: "retry: \(Int(duration / .milliseconds(1)))\n\n")
  }

  static let heartbeat = ByteBuffer(string: ": heartbeat\n\n")
}
