/// A connection to a port of loopback that asks and waits, over and over: as little of HTTP/1.1 as that takes, so
/// that what is measured is the service.
public final class HTTPConnection {
  private let socket: LoopbackSocket

  /// - Throws: ``ServiceFailure`` where nothing listens.
  public init(port: UInt16) throws { socket = try LoopbackSocket(port: port) }

  public struct Answer: Sendable {
    public var status: Int
    public var body: [UInt8]
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``ServiceFailure`` where the connection ends or what comes is not HTTP.
  public func send(
    _ method: String, _ path: String, type: String? = nil, body: [UInt8] = []
  ) throws -> Answer {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.count)\r\n"
    if let type { head += "Content-Type: \(type)\r\n" }
    try socket.write(Array((head + "\r\n").utf8) + body)
    var reader = AnswerReader()
    while !reader.isComplete { reader.take(try socket.read()) }
    guard let status = reader.status else { throw ServiceFailure("\(method) \(path): no HTTP") }
    return Answer(status: status, body: reader.body)
  }

  /// As ``send(_:_:type:body:)``, for answers that must be 2xx.
  public func expect(
    _ method: String, _ path: String, type: String? = nil, body: [UInt8] = []
  ) throws -> [UInt8] {
    let answer = try send(method, path, type: type, body: body)
    guard (200..<300).contains(answer.status) else {
      throw ServiceFailure(
        "\(method) \(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return answer.body
  }
}
