/// Decides when a growing rendering is drawn again: often enough to look smooth, but not so often that
/// drawing saturates the connection to the terminal.
///
/// Times are in nanoseconds of any monotonic clock.
package struct FrameSchedule {
  /// The minimum time between two frames.
  package static let interval = 33_000_000
  /// The delay of the next frame for each byte of a frame: 50 KB a second, for slow connections.
  package static let nanosecondsPerByte = 20_000
  /// The maximum delay of the next frame. A larger frame contains new text rather than redrawn lines.
  package static let longestWait = 200_000_000

  /// Whether the rendering has changed since the last frame.
  package private(set) var isWaiting = false
  private var next = Int.min

  package init() {}

  /// Whether a frame must be drawn now.
  package func isDue(at now: Int) -> Bool { isWaiting && now >= next }

  /// Returns the number of nanoseconds until the next frame; nil if no frame is waiting.
  package func wait(at now: Int) -> Int? { isWaiting ? max(0, next == .min ? 0 : next - now) : nil }

  /// Records a change of the rendering.
  package mutating func change() { isWaiting = true }

  /// Records a change of the screen, which must be drawn as soon as possible.
  package mutating func hurry() {
    isWaiting = true
    next = .min
  }

  /// Records that a frame with this number of bytes was drawn.
  package mutating func draw(bytes: Int, at now: Int) {
    isWaiting = false
    next = now + max(Self.interval, min(bytes * Self.nanosecondsPerByte, Self.longestWait))
  }
}
