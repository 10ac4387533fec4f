internal import NIOCore

/// The events of a stream in this process after a cursor, for one reader.
///
/// The reader counts as connected from its first event until its iterator is deallocated.
struct MemoryStreamEvents: AsyncSequence, Sendable {
  let stream: MemoryStream
  let log: EventLog
  let cursor: Int

  func makeAsyncIterator() -> Iterator { Iterator(stream: stream, log: log, cursor: cursor) }

  final class Iterator: AsyncIteratorProtocol {
    private let stream: MemoryStream
    private let log: EventLog
    private var cursor: Int
    private var isOver = false
    /// The snapshot that is being sent to the reader. It counts until the reader requests more.
    private var snapshot: SnapshotFrame?

    fileprivate init(stream: MemoryStream, log: EventLog, cursor: Int) {
      self.stream = stream
      self.log = log
      self.cursor = cursor
      log.setReaderConnected(true)
    }

    deinit { log.setReaderConnected(false) }

    func next() async throws -> EventBatch? {
      snapshot = nil
      if isOver { return nil }
      switch try await stream.next(after: cursor, in: log) {
      case .events(let frames, let last, let isLast):
        (cursor, isOver) = (last, isLast)
        return .events(frames)
      case .snapshot(let frame):
        (cursor, snapshot) = (frame.event, frame)
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
