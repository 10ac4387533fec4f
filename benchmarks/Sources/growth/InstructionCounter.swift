internal import CInstructionCounter
internal import Glibc

/// Counts the instructions that a piece of work takes on the calling thread.
///
/// Where the machine has no counter of instructions, the thread's processor time is converted at
/// ``instructionsPerNanosecond``, so that a limit in instructions means the same time everywhere.
///
///     let counter = InstructionCounter()
///     let cost = counter.measure { render(text) }
struct InstructionCounter {
  private let descriptor = instruction_counter_open()

  /// Where instructions come from.
  var source: String { countsInstructions ? "counted" : "estimated from processor time" }
  var countsInstructions: Bool { descriptor >= 0 }
  /// A rate that processors of this age reach with this work: 500 million instructions take 150 ms.
  private static let instructionsPerNanosecond = 10.0 / 3

  /// The instructions that `work` takes.
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
    return Int(Double(time.tv_sec * 1_000_000_000 + time.tv_nsec) * Self.instructionsPerNanosecond)
  }
}
