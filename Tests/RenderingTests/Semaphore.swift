import Foundation

/// Counts signals; waits for one.
final class Semaphore: @unchecked Sendable {
  // Unchecked: everything mutable is touched under `condition`.
  private let condition = NSCondition()
  private var count = 0

  func signal() {
    condition.lock()
    count += 1
    condition.signal()
    condition.unlock()
  }

  func wait() {
    condition.lock()
    while count == 0 { condition.wait() }
    count -= 1
    condition.unlock()
  }
}
