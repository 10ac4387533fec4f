internal import HTTPTypes

/// A client's rate limit and its current state, for the headers of a response.
///
/// ```
/// RateLimit-Limit: 20
/// RateLimit-Remaining: 7
/// RateLimit-Reset: 1
/// ```
struct RateLimit: Hashable, Sendable {
  /// The maximum number of requests per second, which is also the maximum burst.
  var limit: Int
  /// The number of requests that the client may send at once now.
  var remaining: Int
  /// The time in seconds until the client may send `limit` requests at once again.
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
