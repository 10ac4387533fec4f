/// The delays between connection attempts, and the number of attempts.
///
/// The delay doubles after each failure, from `first` up to `longest`. A random variation prevents all
/// clients of a service that was down from returning at the same moment. A success resets the delay.
///
/// ```swift
/// let policy = ReconnectPolicy(first: .seconds(1), longest: .seconds(60), tries: 5)
/// ```
public struct ReconnectPolicy: Sendable {
  /// The delay before the second attempt.
  public var first: Duration
  /// The upper limit of the delay.
  public var longest: Duration
  /// The number of consecutive failures after which the client gives up.
  public var tries: Int
  /// The random variation of a delay: 0.2 gives 80 to 120 % of it, but never more than `longest`.
  public var jitter: Double
  /// The time without data after which a connection counts as lost: two heartbeats of the service.
  public var silence: Duration

  /// A random number from 0 to 1 for each delay, and the function that waits. Tests replace both.
  var chance: @Sendable () -> Double = { .random(in: 0...1) }
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  public init(
    first: Duration = .seconds(2), longest: Duration = .seconds(30), tries: Int = 10, jitter: Double = 0.2,
    silence: Duration = .seconds(30)
  ) {
    self.first = first
    self.longest = longest
    self.tries = tries
    self.jitter = jitter
    self.silence = silence
  }

  /// Returns the delay after a number of consecutive failures, from 1.
  ///
  /// - Parameter asked: The delay that the service requested, which may be longer.
  func delay(afterFailures failures: Int, atLeast asked: Duration? = nil) -> Duration {
    let doublings = min(max(failures, 1) - 1, 20)
    let plain = min(longest, first * (1 << doublings))
    let varied = min(longest, plain * (1 - jitter + 2 * jitter * chance()))
    return max(varied, asked ?? .zero)
  }
}

/// Counts the attempts of an operation that is repeated until it succeeds, fails permanently, or has failed
/// too often.
struct Retrying {
  let policy: ReconnectPolicy
  private(set) var failures = 0

  init(policy: ReconnectPolicy) {
    self.policy = policy
  }

  mutating func succeeded() {
    failures = 0
  }

  /// Waits before the next attempt.
  ///
  /// - Throws: `error` if it is a permanent ``ClientError``, or an error with `unreachable` if no attempt is
  ///   left.
  mutating func failed(_ error: any Error, asked: Duration? = nil) async throws {
    try Task.checkCancellation()
    let client = error as? ClientError
    if let client, !client.isPassing { throw client }
    failures += 1
    guard failures < policy.tries else {
      throw ClientError(
        .unreachable, "gave up after \(failures) tries: \(client?.reason ?? "\(error)")",
        status: client?.status, serviceCode: client?.serviceCode, underlying: error)
    }
    try await policy.sleep(policy.delay(afterFailures: failures, atLeast: client?.retryAfter ?? asked))
  }
}
