/// How long to wait before the service is tried again, and how often.
///
/// The waits double from the first to the longest, each made shorter or longer by chance, so that the clients of a
/// service that was away do not all come back in one moment. A success starts over.
public struct ReconnectPolicy: Sendable {
  /// Before the second try.
  public var first: Duration
  public var longest: Duration
  /// Tries without success after which the client gives up.
  public var tries: Int
  /// By which share a wait may differ: 0.2 makes it 80 to 120 %, but never more than `longest`.
  public var jitter: Double
  /// Silence after which a connection counts as lost: two of the service's heartbeats.
  public var silence: Duration

  /// A number from 0 to 1 for each wait, and how to wait; tests state both.
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

  /// The wait after so many failures in a row, from 1. The service may ask for a longer one.
  func delay(afterFailures failures: Int, atLeast asked: Duration? = nil) -> Duration {
    let doublings = min(max(failures, 1) - 1, 20)
    let plain = min(longest, first * (1 << doublings))
    let varied = min(longest, plain * (1 - jitter + 2 * jitter * chance()))
    return max(varied, asked ?? .zero)
  }
}

/// Tries something until it succeeds, fails for good, or has failed too often.
struct Retrying {
  let policy: ReconnectPolicy
  private(set) var failures = 0

  init(policy: ReconnectPolicy) {
    self.policy = policy
  }

  mutating func succeeded() {
    failures = 0
  }

  /// Waits before the next try; throws where there is none.
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
