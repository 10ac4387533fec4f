internal import HTTPTypes

/// How many requests a client may still send, for the headers of an answer.
///
/// ```
/// RateLimit-Limit: 20
/// RateLimit-Remaining: 7
/// RateLimit-Reset: 1
/// ```
struct RateLimit: Hashable, Sendable {
  /// The number of requests a second, and at once.
  var limit: Int
  /// The number of requests that may come at once.
  var remaining: Int
  /// The time until all of `limit` may come at once again, in seconds.
  var reset: Int

  init(limit: Int, remaining: Int) {
    self.limit = limit
    self.remaining = max(0, remaining)
    reset = remaining >= limit ? 0 : 1
  }

  func add(to headers: inout HTTPFields) {
    headers[.rateLimitLimit] = String(limit)
    headers[.rateLimitRemaining] = String(remaining)
    headers[.rateLimitReset] = String(reset)
  }
}

extension HTTPField.Name {
  fileprivate static let rateLimitLimit = HTTPField.Name("RateLimit-Limit")!
  fileprivate static let rateLimitRemaining = HTTPField.Name("RateLimit-Remaining")!
  fileprivate static let rateLimitReset = HTTPField.Name("RateLimit-Reset")!
}
