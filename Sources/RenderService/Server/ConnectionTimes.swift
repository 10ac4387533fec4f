internal import HTTPTypes
internal import NIOCore

/// The timeouts of every connection.
struct ConnectionTimes: Sendable {
  var header: TimeAmount
  var request: TimeAmount
  var stall: TimeAmount
  var idle: TimeAmount
  /// The maximum size of a body for which `Expect: 100-continue` is answered with 100.
  var bodyBytes: Int

  init(_ configuration: ServiceConfiguration) {
    header = TimeAmount(configuration.times.header)
    request = TimeAmount(configuration.times.request)
    stall = TimeAmount(configuration.times.stall)
    idle = TimeAmount(configuration.times.idle)
    bodyBytes = configuration.limits.bodyBytes
  }

  /// Whether a client that waits for `100 Continue` receives it. A body that is too large is refused before
  /// it is sent.
  func allowsContinue(_ head: HTTPRequest) -> Bool {
    guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return false }
    guard let length = head.headerFields[.contentLength] else { return true }
    return Int(length).map { $0 <= bodyBytes } ?? false
  }
}
