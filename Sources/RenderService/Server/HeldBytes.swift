internal import Synchronization

/// The number of bytes held for all requests together, and how many there may be.
final class ByteTotal: Sendable {
  let limit: Int
  private let held = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var count: Int { held.load(ordering: .relaxed) }

  /// Whether there is room for more.
  var hasRoom: Bool { count < limit }

  /// Counts bytes, and says whether there may be so many.
  @discardableResult func add(_ count: Int) -> Bool {
    held.add(count, ordering: .relaxed).newValue <= limit
  }

  func remove(_ count: Int) { held.subtract(count, ordering: .relaxed) }
}

/// Bytes of one request's body or answer, counted in a ``ByteTotal`` and among its client's bytes for as long as they are
/// held.
///
///     let held = HeldBytes(in: core.bodyBytes, of: client)
///     try held.add(part.readableBytes)
///
/// The object gives back the bytes that are left when nobody refers to it any more.
final class HeldBytes: Sendable {
  private let total: ByteTotal
  private let client: ClientUsage?
  private let held = Atomic(0)

  init(in total: ByteTotal, of client: ClientUsage?) {
    self.total = total
    self.client = client
  }

  deinit { remove(held.load(ordering: .relaxed)) }

  /// Counts more bytes.
  ///
  /// - Throws: 503 where all requests together, and 429 where this client's, hold more than they may. The bytes count until
  ///   they are removed all the same.
  func add(_ count: Int) throws(APIError) {
    held.add(count, ordering: .relaxed)
    let fitsClient = client?.addBytes(count) ?? true
    guard total.add(count) else { throw .tooManyBytes }
    guard fitsClient else { throw .clientHoldsTooMuch }
  }

  /// Gives bytes back.
  func remove(_ count: Int) {
    held.subtract(count, ordering: .relaxed)
    client?.removeBytes(count)
    total.remove(count)
  }
}
