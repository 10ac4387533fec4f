internal import NIOCore
internal import Synchronization

/// The number of bytes that all requests together hold, and its limit.
final class ByteTotal: Sendable {
  let limit: Int
  private let held = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var count: Int { held.load(ordering: .relaxed) }

  /// Whether the limit allows further bytes.
  var hasRoom: Bool { count < limit }

  /// Counts bytes.
  ///
  /// - Returns: Whether the total is within the limit.
  @discardableResult func add(_ count: Int) -> Bool {
    held.add(count, ordering: .relaxed).newValue <= limit
  }

  func remove(_ count: Int) { held.subtract(count, ordering: .relaxed) }

  /// Counts bytes until a connection has taken them, or has been closed.
  func add(_ count: Int, until written: EventLoopFuture<Void>) {
    add(count)
    written.whenComplete { _ in self.remove(count) }
  }
}

/// Counts the bytes of one request's body or response in a ``ByteTotal`` and for its client, as long as the
/// bytes are held.
///
/// ```swift
/// let held = HeldBytes(in: core.bodyBytes, of: context.client)
/// try held.add(part.readableBytes)
/// ```
///
/// The remaining bytes are released when the object is deallocated.
final class HeldBytes: Sendable {
  private let total: ByteTotal
  private let client: ClientUsage?
  private let held = Atomic(0)

  init(in total: ByteTotal, of client: ClientUsage?) {
    self.total = total
    self.client = client
  }

  deinit { remove(held.load(ordering: .relaxed)) }

  /// Counts further bytes.
  ///
  /// - Throws: 503 if all requests together hold too many bytes, 429 if this client's requests do. The bytes
  ///   are counted in either case, until they are removed.
  func add(_ count: Int) throws(APIError) {
    held.add(count, ordering: .relaxed)
    let fitsClient = client?.addBytes(count) ?? true
    guard total.add(count) else { throw .tooManyBytes }
    guard fitsClient else { throw .clientHoldsTooMuch }
  }

  /// Releases bytes.
  func remove(_ count: Int) {
    held.subtract(count, ordering: .relaxed)
    client?.removeBytes(count)
    total.remove(count)
  }
}
