internal import CInstructionCounter
internal import Glibc

/// Counts the instructions that a piece of work takes on the calling thread.
///
/// Where the machine has no counter of instructions, nanoseconds of the thread's processor time stand for them.
///
///     let counter = InstructionCounter()
///     let cost = counter.measure { render(text) }
struct InstructionCounter {
  private let descriptor = instruction_counter_open()

  /// The unit of ``measure(_:)``.
  var unit: String { countsInstructions ? "instructions" : "ns" }
  var countsInstructions: Bool { descriptor >= 0 }

  /// The cost of `work`, in ``unit``.
  func measure(_ work: () -> Void) -> Int {
    let before = reading()
    work()
    return reading() - before
  }

  private func reading() -> Int {
    var count: UInt64 = 0
    if descriptor >= 0, read(descriptor, &count, 8) == 8 { return Int(count) }
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
