/// Says when a growing rendering is drawn next: often enough to look alive, and never so often that drawing is all that
/// the line to the terminal does.
///
/// Times are nanoseconds of any clock that only goes forward.
package struct FrameSchedule {
  /// The least time between two frames.
  package static let interval = 33_000_000
  /// The time that a byte of a frame keeps the next one waiting: 50 KB a second, as far as a slow connection can.
  package static let nanosecondsPerByte = 20_000
  /// The most time that a frame keeps the next one waiting: what is longer holds new text rather than lines drawn again.
  package static let longestWait = 200_000_000

  /// Whether something has changed since the last frame.
  package private(set) var isWaiting = false
  private var next = Int.min

  package init() {}

  /// Whether there is a frame to draw, and the time for it has come.
  package func isDue(at now: Int) -> Bool { isWaiting && now >= next }

  /// Nanoseconds until the frame that waits is due; nil where none waits.
  package func wait(at now: Int) -> Int? { isWaiting ? max(0, next == .min ? 0 : next - now) : nil }

  /// Says that the rendering has changed.
  package mutating func change() { isWaiting = true }

  /// Says that the screen has changed: it is drawn as soon as possible.
  package mutating func hurry() {
    isWaiting = true
    next = .min
  }

  /// Says that a frame of so many bytes was drawn.
  package mutating func draw(bytes: Int, at now: Int) {
    isWaiting = false
    next = now + max(Self.interval, min(bytes * Self.nanosecondsPerByte, Self.longestWait))
  }
}
