import RunFormatters
import Testing

/// When frames are drawn, by a clock of the test's own.
@Suite struct FrameScheduleTests {
  /// The times at which frames are drawn where a piece comes each `step` nanoseconds, and each frame has so many bytes.
  private func times(pieces: Int, step: Int, bytes: Int) -> [Int] {
    var schedule = FrameSchedule()
    var times: [Int] = []
    for now in stride(from: 0, to: pieces * step, by: step) {
      schedule.change()
      if schedule.isDue(at: now) {
        times.append(now)
        schedule.draw(bytes: bytes, at: now)
      }
    }
    return times
  }

  @Test func theFirstPieceIsShownAtOnceAndThenThirtyASecond() {
    let times = times(pieces: 100, step: 10_000_000, bytes: 100)
    #expect(times.first == 0)
    #expect(times.count == 25)
  }

  @Test func piecesThatComeSeldomAreAllShownAtOnce() {
    #expect(times(pieces: 10, step: 50_000_000, bytes: 100).count == 10)
  }

  @Test func largeFramesKeepTheNextOnesWaiting() {
    let count = times(pieces: 1000, step: 10_000_000, bytes: 10_000).count
    // 50 KB in each of the ten seconds.
    #expect(count == 50)
    #expect(times(pieces: 1000, step: 10_000_000, bytes: 1_000_000).count == 50)
  }

  @Test func nothingIsDrawnWhereNothingChanged() {
    var schedule = FrameSchedule()
    #expect(!schedule.isDue(at: 0) && schedule.wait(at: 0) == nil)
    schedule.change()
    schedule.draw(bytes: 10, at: 0)
    #expect(!schedule.isDue(at: .max) && schedule.wait(at: .max) == nil)
  }

  @Test func aFrameThatWaitsSaysHowLong() {
    var schedule = FrameSchedule()
    schedule.draw(bytes: 10, at: 0)
    schedule.change()
    #expect(schedule.wait(at: 1_000_000) == FrameSchedule.interval - 1_000_000)
    schedule.hurry()
    #expect(schedule.wait(at: 1_000_000) == 0)
  }
}
