internal import NIOCore

/// A destination for the events of a renderer: the log for readers in this process, or a store that machines
/// share.
protocol EventOutput: Sendable {
  /// The position after the last appended event.
  var position: EventLog.ReaderPosition { get }

  /// Whether the renderer must create a snapshot.
  var isSnapshotRequested: Bool { get }

  /// Appends events, and records the part of the text that they include.
  ///
  /// - Parameter phase: The state of the stream after these events.
  func append(_ frames: [ByteBuffer], _ progress: EventLog.LogProgress, _ phase: EventLog.LogPhase)

  /// Provides the requested snapshot.
  func provide(_ frame: SnapshotFrame)
}
