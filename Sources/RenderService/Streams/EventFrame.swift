internal import NIOCore
internal import RunFormatters
internal import ServerSentEvents
internal import StyledRuns

/// The service's Server-Sent Events.
enum EventFrame {
  enum Kind: String, Sendable {
    case update, stats, done, error, snapshot
  }

  /// One event; `data` is JSON on one line.
  static func event(_ kind: Kind, id: Int?, data: [UInt8]) -> ByteBuffer {
    let event = ServerSentEvent(id: id.map(String.init), name: kind.rawValue, data: data)
    return ByteBuffer(bytes: event.bytes)
  }

  static func retry(_ duration: Duration) -> ByteBuffer {
    ByteBuffer(bytes: ServerSentEvent.retry(afterMilliseconds: Int(duration / .milliseconds(1))))
  }

  static let heartbeat = ByteBuffer(bytes: ServerSentEvent.comment("heartbeat"))

  static func stats(_ state: StreamState) -> [UInt8] { counts(of: state, reason: nil, refusal: nil) }

  static func done(_ reason: EndReason, refusal: APIError?, _ state: StreamState) -> [UInt8] {
    counts(of: state, reason: reason, refusal: refusal)
  }

  private static func counts(of state: StreamState, reason: EndReason?, refusal: APIError?) -> [UInt8] {
    var sink = ByteSink(capacity: 128)
    sink.append("{")
    if let reason {
      sink.append("\"reason\":")
      sink.append(jsonString: reason.rawValue)
      sink.append(",")
    }
    if let refusal {
      sink.append("\"refusal\":")
      refusal.write(into: &sink)
      sink.append(",")
    }
    state.writeCounts(into: &sink)
    sink.append("}")
    return sink.bytes
  }
}
