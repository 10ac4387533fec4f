internal import NIOCore

/// Takes the events of a renderer: the log for readers in this process, or a store that machines share.
protocol EventOutput: Sendable {
  /// The end of what was appended.
  var position: EventLog.Position { get }

  /// Whether the renderer must create a snapshot.
  var isSnapshotRequested: Bool { get }

  /// Appends events, and stores which part of the text they include.
  ///
  /// - Parameter phase: The state of the stream after these events.
  func append(_ frames: [ByteBuffer], _ progress: EventLog.Progress, _ phase: EventLog.Phase)

  /// Takes the snapshot that was requested.
  func provide(_ frame: SnapshotFrame)
}
