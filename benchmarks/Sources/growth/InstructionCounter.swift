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

  /// The part of its speed that the machine has at the moment, at most 1: what shares the processor's core or its memory
  /// slows it down for hours. Always 1 where instructions are counted.
  ///
  /// Measures fixed work, which takes less than a millisecond.
  func speed() -> Double {
    if countsInstructions { return 1 }
    return min(1, Double(Self.fixedWorkAtFullSpeed) / Double(max(1, measure { Self.fixedWork() })))
  }

  /// The least cost of ``fixedWork()`` on the machines for which the limits are made.
  private static let fixedWorkAtFullSpeed = 1_250_000

  /// Work like that of rendering: short strings, a table of them, arrays that grow.
  @inline(never)
  private static func fixedWork() {
    var places: [String: [Int]] = [:]
    for index in 0..<4_000 { places["name \(index % 700)", default: []].append(index) }
    precondition(places.count == 700)
  }

  private func reading() -> Int {
    var count: UInt64 = 0
    if descriptor >= 0, read(descriptor, &count, 8) == 8 { return Int(count) }
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(Double(time.tv_sec * 1_000_000_000 + time.tv_nsec) * Self.instructionsPerNanosecond)
  }
}
