internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A document or conversation that is being written on the service: text goes in, events with updates come
/// out.
///
/// ```swift
/// let stream = try await client.createStream()
/// try await stream.append("# Title\n")
/// try await stream.finish()
/// for try await event in stream.events() { show(event.document) }
/// ```
///
/// One task may write and one may read; both may be the same task.
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

  /// Appends text and returns when the service has received it. The bytes may be split anywhere, even inside
  /// a character.
  ///
  /// A chunk that did not arrive is sent again with its number, so that no text is lost or duplicated.
  ///
  /// - Throws: ``ClientError`` if the service refuses the text or cannot be reached.
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

  /// Appends text like ``append(_:)-([UInt8])``.
  public func append(_ text: String) async throws {
    try await append(Array(text.utf8))
  }

  /// Ends the text.
  ///
  /// - Returns: The final state of the stream.
  @discardableResult
  public func finish() async throws -> StreamInfo {
    try await insisting(on: client.request("POST", "/streams/\(id)/finish"))
  }

  /// Ends the stream and deletes it on the service.
  public func delete() async throws {
    _ = try await client.send(client.request("DELETE", "/streams/\(id)"))
  }

  /// Requests the state of the stream.
  public func info() async throws -> StreamInfo {
    try await client.answer(to: client.request("GET", "/streams/\(id)"))
  }

  /// Sends an idempotent request repeatedly until it is answered.
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

  /// Returns the events of the stream, each with the document after it. Reconnects after a lost connection.
  ///
  /// - Parameter cursor: The position to read from. The default is the start of the stream.
  public func events(after cursor: StreamCursor = StreamCursor()) -> StreamEvents {
    StreamEvents(stream: self, start: cursor)
  }

  /// The state of the connection that ``events(after:)`` uses.
  public var connection: ConnectionState { monitor.current }

  /// Returns the current state of the connection and all later ones.
  public func connectionStates() -> AsyncStream<ConnectionState> { monitor.states() }
}
