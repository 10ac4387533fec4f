internal import NIOCore
internal import Synchronization

/// An encoded snapshot, shared by all readers that are equally far behind.
///
/// A snapshot is larger than the text of the document, and a slow reader holds it as long as its connection
/// exists. All snapshots are therefore counted, and beyond a limit no further one is created.
final class SnapshotFrame: Sendable {
  let buffer: ByteBuffer
  /// The number of the event that the snapshot represents.
  let event: Int
  private let usage: SnapshotUsage

  init(_ buffer: ByteBuffer, event: Int, usage: SnapshotUsage) {
    self.buffer = buffer
    self.event = event
    self.usage = usage
    usage.bytes.add(buffer.readableBytes, ordering: .relaxed)
  }

  deinit { usage.bytes.subtract(buffer.readableBytes, ordering: .relaxed) }

  /// The size of the snapshots of all streams.
  final class SnapshotUsage: Sendable {
    let bytes = Atomic(0)
    private let limit: Int

    init(limit: Int = 64 << 20) { self.limit = limit }

    /// Whether another snapshot may be created. The first one is always allowed, regardless of its size.
    var hasRoom: Bool { bytes.load(ordering: .relaxed) < limit }
  }
}
