internal import NIOCore
internal import Synchronization

/// A snapshot in its form for the wire, one for all readers who are equally far behind.
///
/// It is larger than the document's text, and a reader that takes nothing holds it as long as its connection lasts.
/// So all that exist are counted, and past a bound no further one is made.
final class SnapshotFrame: Sendable {
  let buffer: ByteBuffer
  /// The event that the snapshot stands for.
  let event: Int
  private let usage: Usage

  init(_ buffer: ByteBuffer, event: Int, usage: Usage) {
    self.buffer = buffer
    self.event = event
    self.usage = usage
    usage.bytes.add(buffer.readableBytes, ordering: .relaxed)
  }

  deinit { usage.bytes.subtract(buffer.readableBytes, ordering: .relaxed) }

  /// The bytes that the snapshots of all streams take.
  final class Usage: Sendable {
    let bytes = Atomic(0)
    private let limit: Int

    init(limit: Int = 64 << 20) { self.limit = limit }

    /// Whether another one may be made. The first is always allowed, however large.
    var hasRoom: Bool { bytes.load(ordering: .relaxed) < limit }
  }
}
