internal import NIOCore

/// The events of a log after a cursor, for one reader.
///
/// The reader counts as connected from its first event until its iterator is deallocated.
struct EventLogSequence: AsyncSequence, Sendable {
  let log: EventLog
  let cursor: Int
  /// Requests a snapshot for readers whose next event is no longer kept. The argument is the cursor of the
  /// reader.
  let requestSnapshot: @Sendable (Int) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  final class Iterator: AsyncIteratorProtocol {
    private let log: EventLog
    private let requestSnapshot: @Sendable (Int) -> Void
    private var cursor: Int
    private var isOver = false
    /// The snapshot that is being sent to the reader. It counts until the reader requests more.
    private var snapshot: SnapshotFrame?

    fileprivate init(_ sequence: EventLogSequence) {
      log = sequence.log
      requestSnapshot = sequence.requestSnapshot
      cursor = sequence.cursor
      log.setReaderConnected(true)
    }

    deinit { log.setReaderConnected(false) }

    func next() async throws -> EventBatch? {
      snapshot = nil
      if isOver { return nil }
      let (cursor, requestSnapshot) = (cursor, requestSnapshot)
      switch try await log.next(after: cursor, requestSnapshot: { requestSnapshot(cursor) }) {
      case .events(let frames, let last, let isLast):
        (self.cursor, isOver) = (last, isLast)
        return .events(frames)
      case .snapshot(let frame):
        (self.cursor, snapshot) = (frame.event, frame)
        return .events(frame.buffer)
      case .heartbeat: return .heartbeat
      case .drained:
        isOver = true
        return .draining
      case .end: return nil
      }
    }
  }
}
