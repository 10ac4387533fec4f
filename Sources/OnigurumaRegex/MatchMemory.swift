internal import COniguruma

/// What matching writes to: the places of the groups, and the limits that hold for it.
///
/// One owner, one thread at a time. Reused for every match: nothing is allocated once it has grown to the most
/// groups that were seen.
public final class MatchMemory {
  /// What a match attempt came to.
  public enum Outcome: Hashable, Sendable {
    case matched
    case none
    /// The library gave up: a limit was reached, or memory ran out.
    case failed
  }

  private let region: UnsafeMutablePointer<OnigRegion>
  private let parameters: OpaquePointer

  /// `retries`: how often one match, or all the attempts of one search, may go back; 0 means without limit.
  /// `stack`: entries of the backtracking stack, 0 without limit.
  public init(retries: UInt, stack: UInt32) {
    _ = Oniguruma.isInitialised
    // Both are a few dozen bytes; where they cannot be had, nothing can.
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

  public func setRetries(_ retries: UInt) {
    onig_set_retry_limit_in_match_of_match_param(parameters, retries)
    onig_set_retry_limit_in_search_of_match_param(parameters, retries)
  }

  /// Matches at `position` and nowhere else. `isStart` says whether `\G` holds there.
  @inline(__always)
  public func match(
    _ regex: Regex, text: UnsafePointer<UInt8>, end: Int, at position: Int, isStart: Bool
  ) -> Outcome {
    let options = isStart ? 0 : ils_onig_not_begin_position()
    let status = onig_match_with_param(
      regex.handle, text, text + end, text + position, region, options, parameters)
    if status >= 0 { return .matched }
    return status == ONIG_MISMATCH ? .none : .failed
  }

  /// Matches likewise, but only tells how many bytes matched, so that no places are kept: faster, most of all for
  /// a pattern with many groups that fails. -1 for no match, -2 where the library gave up.
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

  /// Finds the leftmost match that starts at or after `position`, up to and at the end; `\G` holds at `position`.
  ///
  /// The library's search range is no way to look at fewer starts: it also ends what a match may take.
  public func search(
    _ regex: Regex, text: UnsafePointer<UInt8>, end: Int, from position: Int
  ) -> Outcome {
    let status = onig_search_with_param(
      regex.handle, text, text + end, text + position, text + end, region, 0, parameters)
    if status >= 0 {
      start = Int(status)
      return .matched
    }
    return status == ONIG_MISMATCH ? .none : .failed
  }

  /// Where the last search that matched began to match; `starts[0]` differs from it after `\K`.
  public private(set) var start = 0

  /// How many groups the last match had, the whole match included.
  @inline(__always)
  public var count: Int { Int(region.pointee.num_regs) }

  /// Byte offsets, -1 for a group that took no part. Valid until the next match.
  @inline(__always)
  public var starts: UnsafePointer<Int32> { UnsafePointer(region.pointee.beg) }

  @inline(__always)
  public var ends: UnsafePointer<Int32> { UnsafePointer(region.pointee.end) }
}
