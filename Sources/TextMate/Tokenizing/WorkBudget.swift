/// Counts and bounds the work that the matches of a line take.
///
/// The unit is one position that a match goes back to or that a run of characters passes over. Our own matchers count
/// exactly. The regex library says only that a match went back more often than it may, not how often it did: so it is
/// asked with few retries first, which nearly every match of a sound grammar needs at most, and again with more, each
/// time charged with what it was allowed.
///
/// A text gains an allowance with each byte, and carries what it does not need from line to line. So the work on a text
/// grows as the text does, and the same text gets the same tokens however loaded the machine is.
struct WorkBudget {
  /// Retries that the library has in the first attempt.
  let firstRetries: UInt
  /// Retries that one match of the library may have at most.
  let mostRetries: UInt
  /// The work that the line may take.
  private(set) var allowance = 0
  private let perByte: Int
  private let perLine: Int
  private let perText: Int

  /// The charge of a first attempt of the library.
  static let firstAttempt = 256

  init(limits: TokenizerLimits) {
    mostRetries = UInt(max(1, limits.retriesPerMatch))
    firstRetries = min(mostRetries, 256)
    perByte = max(0, limits.workPerByte)
    perLine = min(max(0, limits.workPerLine), Int(Int32.max))
    perText = max(0, limits.workPerText)
  }

  /// Begins a line of `bytes` bytes.
  ///
  /// - Parameter carried: What the lines before it left over; nil for the first line of a text.
  mutating func begin(bytes: Int, carried: Int32?) {
    allowance = min((carried.map(Int.init) ?? perText) + perByte * bytes, perLine)
  }

  /// The work that is left for the next line once the line took `work`.
  func carriedOver(after work: Int) -> Int32 { Int32(clamping: max(0, allowance - work)) }

  /// The next larger number of retries; nil behind the largest.
  func next(after retries: UInt) -> UInt? {
    retries < mostRetries ? min(mostRetries, retries * 16) : nil
  }
}
