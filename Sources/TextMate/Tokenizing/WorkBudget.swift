/// Counts and limits the work of tokenizing a line.
///
/// The unit is one position that a match backtracks to or that a run of characters skips, or two bytes that it
/// goes forward: about as many instructions as it takes to pass four positions at which no pattern can start. Everything
/// whose amount the text decides is counted in it: matches, the positions that searches pass, and the searches
/// themselves.
///
/// The backtracking matcher counts exactly. The regex library only reports that a match exceeded
/// its limit of retries, neither their number nor how far it has read. It is therefore called with few retries
/// first, which suffices for nearly every match, and then with more. Each attempt is charged its limit, and the
/// first a part of the text that it may read.
///
/// A text gains an allowance with each byte, and unused work carries over to the next line. The work
/// therefore grows linearly with the text, and the same text gets the same tokens on a machine under any
/// load.
struct WorkBudget {
  /// The charge for one search for the next rule, with the tokens and scopes that follow from it.
  static let search = 8
  /// The charge for one attempt of the backtracking matcher, beside what it counts.
  static let attempt = 2

  /// The library's retries in a first attempt.
  let firstRetries: UInt
  /// The maximum work of one match, and the maximum number of the library's retries in it.
  let mostPerMatch: UInt
  /// The amount of work that the line may take.
  private(set) var allowance = 0
  private let perByte: Int
  private let perLine: Int
  private let perText: Int

  /// Returns the charge for `positions` positions that a search passes with `words` words of candidates.
  @inline(__always)
  static func passing(_ positions: Int, words: Int) -> Int { (positions &* words) >> 2 }

  /// Returns the charge for a first attempt of the library with `bytes` bytes of text ahead of it. Most attempts
  /// read little of a long text, but a loop can read all of it.
  static func firstAttempt(bytes: Int) -> Int { 64 + bytes / 4 }

  init(limits: TokenizerLimits) {
    mostPerMatch = UInt(max(1, limits.workPerMatch))
    firstRetries = min(mostPerMatch, 64)
    perByte = max(0, limits.workPerByte)
    perLine = min(max(0, limits.workPerLine), Int(Int32.max))
    perText = max(0, limits.workPerText)
  }

  /// Starts a line of `bytes` bytes and a newline.
  ///
  /// - Parameter carried: The unused work of the previous lines; nil for the first line of a text.
  mutating func begin(bytes: Int, carried: Int32?) {
    allowance = min((carried.map(Int.init) ?? perText) + perByte * (bytes + 1), perLine)
  }

  /// Returns the work that one match may take after the line took `work`.
  @inline(__always)
  func limitOfMatch(after work: Int) -> Int { min(allowance &- work, Int(mostPerMatch)) }

  /// Returns the unused work for the next line after the line took `work`.
  func carriedOver(after work: Int) -> Int32 { Int32(clamping: max(0, allowance - work)) }

  /// Returns the next larger number of retries; nil after the largest.
  func next(after retries: UInt) -> UInt? {
    retries < mostPerMatch ? min(mostPerMatch, retries * 16) : nil
  }
}
