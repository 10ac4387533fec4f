internal import NIOCore

/// The timeouts of every connection.
struct ConnectionTimes: Sendable {
  var header: TimeAmount
  var request: TimeAmount
  var stall: TimeAmount
  var idle: TimeAmount
  /// The size limit of a body up to which `Expect: 100-continue` is answered with 100.
  var bodyBytes: Int

  init(_ configuration: ServiceConfiguration) {
    header = TimeAmount(configuration.times.header)
    request = TimeAmount(configuration.times.request)
    stall = TimeAmount(configuration.times.stall)
    idle = TimeAmount(configuration.times.idle)
    bodyBytes = configuration.limits.bodyBytes
  }
}
