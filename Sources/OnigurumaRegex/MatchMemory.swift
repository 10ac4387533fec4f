internal import COniguruma

/// The memory that matching writes to: the positions of groups, and the limits of a match.
///
/// Not thread-safe. Reused for every match; allocates only when a match has more groups than any before.
///
/// ```swift
/// let memory = MatchMemory(retries: 500_000, stack: 1_000_000)
/// let outcome = memory.search(regex, text: text, end: count, from: 0)
/// if outcome == .matched { print(memory.starts[0], memory.ends[0]) }
/// ```
public final class MatchMemory {
  /// The result of a match attempt.
  ///
  /// ```swift
  /// if memory.search(regex, text: text, end: count, from: 0) == .failed { giveUp() }
  /// ```
  public enum MatchOutcome: Hashable, Sendable {
    case matched
    case none
    /// The library gave up: a limit was reached, or memory ran out.
    case failed
  }

  private let region: UnsafeMutablePointer<OnigRegion>
  private let parameters: OpaquePointer

  /// Creates match memory.
  ///
  /// - Parameters:
  ///   - retries: The maximum number of retries in one match, or in all attempts of one search; 0 for no
  ///     limit.
  ///   - stack: The maximum number of entries on the backtracking stack; 0 for no limit.
  public init(retries: UInt, stack: UInt32) {
    _ = Oniguruma.isInitialised
    // Both allocations are a few dozen bytes. If they fail, nothing else can work either.
    guard let region = onig_region_new(), let parameters = onig_new_match_param() else {
      fatalError("out of memory")
    }
    self.region = region
    self.parameters = parameters
    onig_initialize_match_param(parameters)
    onig_set_match_stack_limit_size_of_match_param(parameters, stack)
    setRetries(retries)
  }

  deinit {
    onig_region_free(region, 1)
    onig_free_match_param(parameters)
  }

  /// Sets the maximum number of retries for later matches; 0 for no limit.
  public func setRetries(_ retries: UInt) {
    onig_set_retry_limit_in_match_of_match_param(parameters, retries)
    onig_set_retry_limit_in_search_of_match_param(parameters, retries)
  }

  /// Matches at exactly one position.
  ///
  /// - Parameter isStart: Whether `\G` holds at `position`.
  @inline(__always)
  public func match(
    _ regex: Regex, text: UnsafePointer<UInt8>, end: Int, at position: Int, isStart: Bool
  ) -> MatchOutcome {
    let options = isStart ? 0 : ils_onig_not_begin_position()
    let status = onig_match_with_param(
      regex.handle, text, text + end, text + position, region, options, parameters)
    if status >= 0 { return .matched }
    return status == ONIG_MISMATCH ? .none : .failed
  }

  /// Matches at exactly one position without storing groups. This is faster, most of all for a pattern with
  /// many groups that fails.
  ///
  /// - Returns: The length of the match in bytes; -1 for no match, -2 if the library gave up.
  @inline(__always)
  public func matchLength(
    _ regex: Regex, text: UnsafePointer<UInt8>, end: Int, at position: Int, isStart: Bool
  ) -> Int {
    let options = isStart ? 0 : ils_onig_not_begin_position()
    let status = onig_match_with_param(
      regex.handle, text, text + end, text + position, nil, options, parameters)
    if status >= 0 { return Int(status) }
    return status == ONIG_MISMATCH ? -1 : -2
  }

  /// Finds the leftmost match that starts between `position` and the end, both included. `\G` holds at
  /// `position`.
  ///
  /// The library's search range cannot limit the starting positions, because it also limits the end of a
  /// match.
  public func search(
    _ regex: Regex, text: UnsafePointer<UInt8>, end: Int, from position: Int
  ) -> MatchOutcome {
    let status = onig_search_with_param(
      regex.handle, text, text + end, text + position, text + end, region, 0, parameters)
    if status >= 0 {
      start = Int(status)
      return .matched
    }
    return status == ONIG_MISMATCH ? .none : .failed
  }

  /// The position where the last successful search started to match. It differs from `starts[0]` after `\K`.
  public private(set) var start = 0

  /// The number of groups in the last match, the whole match included.
  @inline(__always)
  public var count: Int { Int(region.pointee.num_regs) }

  /// The byte offsets of the groups' starts; -1 for a group that did not take part. Valid until the next
  /// match.
  @inline(__always)
  public var starts: UnsafePointer<Int32> { UnsafePointer(region.pointee.beg) }

  @inline(__always)
  public var ends: UnsafePointer<Int32> { UnsafePointer(region.pointee.end) }
}
