internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A document or conversation that is being written at the service: text goes in, events with what it changes come out.
///
/// One task writes and one reads; both may be the same.
public final class RenderStream: Sendable {
  public let id: String
  let client: RenderClient
  let monitor = ConnectionMonitor()
  private let chunks = Mutex(0)

  init(id: String, client: RenderClient) {
    self.id = id
    self.client = client
  }

  // MARK: Writing

  /// Adds text: bytes cut anywhere, even within a character. Returns when the service has them. What did not arrive
  /// is sent again with its number, so that nothing is lost and nothing stands twice.
  public func append(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    let number = chunks.withLock { count in
      count += 1
      return count
    }
    let request = client.request(
      "POST", "/streams/\(id)/chunks?seq=\(number)", headers: [("Content-Type", "application/octet-stream")],
      body: bytes)
    let _: ChunkReceipt = try await insisting(on: request)
  }

  public func append(_ text: String) async throws {
    try await append(Array(text.utf8))
  }

  /// Ends the text.
  @discardableResult
  public func finish() async throws -> StreamInfo {
    try await insisting(on: client.request("POST", "/streams/\(id)/finish"))
  }

  /// Ends the stream and has the service forget it.
  public func delete() async throws {
    _ = try await client.send(client.request("DELETE", "/streams/\(id)"))
  }

  public func info() async throws -> StreamInfo {
    try await client.answer(to: client.request("GET", "/streams/\(id)"))
  }

  /// Sends a request that may be sent again, until it is answered.
  private func insisting<Answer: Decodable>(on request: HTTPRequestParts) async throws -> Answer {
    var retrying = Retrying(policy: client.policy)
    while true {
      do {
        return try await client.answer(to: request)
      } catch {
        try await retrying.failed(error)
      }
    }
  }

  // MARK: Reading

  /// The stream's events, with the document as each leaves it. Reads from the beginning, or from behind `cursor`
  /// with the document as it was then. Comes back by itself when the connection is lost.
  public func events(after cursor: StreamCursor = StreamCursor()) -> StreamEvents {
    StreamEvents(stream: self, start: cursor)
  }

  /// How the connection of ``events(after:)`` is.
  public var connection: ConnectionState { monitor.current }

  /// The connection's state now, and each one after it.
  public func connectionStates() -> AsyncStream<ConnectionState> { monitor.states() }
}
