/// One event of a stream of Server-Sent Events (WHATWG HTML, 9.2).
///
/// ```swift
/// let event = ServerSentEvent(id: "7", name: "update", data: Array("[2]".utf8))
/// event.bytes  // id: 7, event: update, data: [2]
/// ```
package struct ServerSentEvent: Hashable, Sendable {
  package var id: String?
  /// The name of the event; `message` if the sender gives none.
  package var name: String
  package var data: [UInt8]

  package init(id: String? = nil, name: String = "message", data: [UInt8]) {
    self.id = id
    self.name = name
    self.data = data
  }

  /// The event as sent. Each line of the data is a separate field; readers join them with line feeds.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + name.utf8.count + 64)
    if let id { Self.append("id", id.utf8, to: &bytes) }
    Self.append("event", name.utf8, to: &bytes)
    var rest = data[...]
    while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      Self.append("data", rest[..<end], to: &bytes)
      rest = rest[end...].dropFirst(rest[end...].starts(with: "\r\n".utf8) ? 2 : 1)
    }
    Self.append("data", rest, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Returns a field with the time after which a reader should reconnect.
  package static func retry(afterMilliseconds time: Int) -> [UInt8] { line("retry", "\(time)") }

  /// Returns a comment of one line, which readers ignore.
  package static func comment(_ text: String) -> [UInt8] { line("", text) }

  private static func line(_ name: String, _ value: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(name, value.utf8, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func append(_ name: String, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes += name.utf8
    bytes += ": ".utf8
    bytes += value
    bytes.append(UInt8(ascii: "\n"))
  }
}
