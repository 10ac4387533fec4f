/// Waits as long as a condition holds, and looks once a millisecond: a loop that never pauses would take the
/// processor from what it waits for.
///
/// - Throws: ``WaitedInVain`` after a minute, so that a test which fails ends.
public func waitWhile(_ condition: @autoclosure () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await condition() {
    if ContinuousClock.now > end { throw WaitedInVain() }
    try await Task.sleep(for: .milliseconds(1))
  }
}

public struct WaitedInVain: Error {}
