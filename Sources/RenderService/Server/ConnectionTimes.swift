internal import NIOCore

/// The bounds in time that hold for every connection.
struct ConnectionTimes: Sendable {
  var header: TimeAmount
  var request: TimeAmount
  var stall: TimeAmount
  var idle: TimeAmount
  /// Bytes of a body for which a client that asks first is told to go on.
  var bodyBytes: Int

  init(_ configuration: ServiceConfiguration) {
    header = TimeAmount(configuration.times.header)
    request = TimeAmount(configuration.times.request)
    stall = TimeAmount(configuration.times.stall)
    idle = TimeAmount(configuration.times.idle)
    bodyBytes = configuration.limits.bodyBytes
  }
}
