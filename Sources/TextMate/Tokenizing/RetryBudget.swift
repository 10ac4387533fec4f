/// How much going back a line may cost.
///
/// The library says only that a match went back too often, not how often it did. So each match may first go back as
/// often as nearly every match of a sound grammar does, for nothing; one that needs more is asked again with more,
/// which is charged. The work on a line is bounded thereby, by a count: the same text gets the same tokens however
/// loaded the machine is.
struct RetryBudget {
  /// Retries that every match has.
  let common: UInt
  /// Retries that a match may have at most.
  let most: UInt
  private let perLine: UInt
  private var left: UInt

  init(limits: TokenizerLimits) {
    most = UInt(max(1, limits.retriesPerMatch))
    common = min(most, 4_000)
    perLine = UInt(max(0, limits.retriesPerLine))
    left = perLine
  }

  mutating func refill() {
    left = perLine
  }

  /// The next larger number of retries; nil behind the largest.
  func next(after retries: UInt) -> UInt? {
    retries < most ? min(most, retries * 16) : nil
  }

  /// Charges the retries; whether that many were left.
  mutating func take(_ retries: UInt) -> Bool {
    guard retries <= left else { return false }
    left -= retries
    return true
  }
}
