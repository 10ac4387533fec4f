internal import MessageStreams
internal import Redaction
internal import NIOCore
internal import ServiceLifecycle
internal import StyledRuns

/// Stores streams: their text, their state and their events.
///
/// ```swift
/// let id = try await registry.create(options, owner: owner, client: client).id
/// _ = try await registry.append(Array("# Hello".utf8), number: 1, to: id, owner: owner)
/// _ = try await registry.finish(id, owner: owner, refusal: nil)
/// for try await batch in try await registry.events(after: 0, of: id, owner: owner, as: nil)! { send(batch) }
/// ```
///
/// The interface only passes values, so that several machines can share a store. Such a store keeps a
/// stream's chunks with their numbers in one list, and its events with their identifiers in another. The
/// machine that holds the renderer's lease reads the first list and writes the second. Every call names the
/// owner, and throws ``APIError`` if the stream never existed, was removed, or belongs to another owner.
protocol StreamRegistry: Sendable {
  typealias Events = any AsyncSequence<EventBatch, any Error> & Sendable

  /// Creates a stream, which counts for its client until it has ended.
  func create(_ options: RequestOptions, owner: Owner, client: ClientID) async throws(APIError) -> StreamState

  /// Appends a chunk of text. The chunk is not lost once this function has returned.
  ///
  /// - Parameters:
  ///   - number: The number of the chunk in its stream, from 1, or nil for a chunk without a number. A
  ///     repeated chunk has no effect.
  ///   - token: Identifies a chunk without a number, so that it can be repeated after an error 503.
  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner, token: ChunkToken?
  ) async throws(APIError) -> AppendReceipt

  /// Ends the text. Further calls have no effect.
  ///
  /// - Parameter refusal: The error of the stream's only writer, if the writer was refused.
  func finish(_ id: StreamID, owner: Owner, refusal: APIError?) async throws(APIError) -> StreamState

  /// Returns the events after an event as they arrive, until the stream has ended or the service shuts down.
  ///
  /// - Parameter patches: The HTML options for patches instead of updates; nil for updates.
  /// - Returns: nil if the stream has ended with this event.
  /// - Throws: 409 if the event has not happened.
  func events(
    after event: Int, of id: StreamID, owner: Owner, as patches: PatchOptions?
  ) async throws(APIError) -> Events?

  func state(of id: StreamID, owner: Owner) async throws(APIError) -> StreamState

  /// Returns the whole text so far.
  func text(of id: StreamID, owner: Owner) async throws(APIError) -> StreamText

  /// Returns one page of an owner's streams, newest first, and the total number of streams.
  func list(
    owner: Owner, offset: Int, limit: Int
  ) async throws(APIError) -> (items: [StreamState], total: Int)

  /// Ends and removes the stream.
  func delete(_ id: StreamID, owner: Owner) async throws(APIError)

  /// Records whether a writer is connected. A stream with a connected writer is not idle.
  func setWriterConnected(_ isConnected: Bool, to id: StreamID, owner: Owner) async

  /// Returns the secret with which tickets are signed; nil if other machines need not know it.
  func ticketKey() async throws(APIError) -> [UInt8]?

  /// Counts a request of a client.
  ///
  /// - Returns: The remaining limit of the client; nil if there is no limit.
  /// - Throws: 429 if requests arrive faster than allowed.
  func takeRequest(of client: ClientUsage) async throws(APIError) -> RateLimit?

  /// The reason why the store cannot be used now; nil if it can.
  var problem: APIError? { get }

  /// The time after which readers should reconnect when the service is shut down; nil for the default. It is
  /// short if other machines have the streams.
  var reconnectDelay: Duration? { get }

  /// Hands over the rendering of streams to other machines, while this machine still answers requests.
  func prepareToDrain() async

  /// Disconnects readers one after another, if other machines have their streams, so that these machines are not asked
  /// for all streams at the same moment.
  ///
  /// - Parameter end: The time at which ``drain()`` will be called.
  func sendReadersAway(until end: ContinuousClock.Instant) async

  /// Refuses new requests, and disconnects all readers after they received all acknowledged text.
  func drain() async
}

extension StreamRegistry {
  func ticketKey() async throws(APIError) -> [UInt8]? { nil }
  func takeRequest(of client: ClientUsage) async throws(APIError) -> RateLimit? { try client.takeRequest() }
  var problem: APIError? { nil }
  var reconnectDelay: Duration? { nil }
  func prepareToDrain() async {}
  func sendReadersAway(until end: ContinuousClock.Instant) async {}

  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner
  ) async throws(APIError) -> AppendReceipt {
    try await append(bytes, number: number, to: id, owner: owner, token: nil)
  }

  /// Marks a writer as connected while `body` runs.
  func withWriter<Result>(
    of id: StreamID, owner: Owner, _ body: () async throws -> Result
  ) async rethrows -> Result {
    await setWriterConnected(true, to: id, owner: owner)
    do {
      let result = try await body()
      await setWriterConnected(false, to: id, owner: owner)
      return result
    } catch {
      await setWriterConnected(false, to: id, owner: owner)
      throw error
    }
  }
}

/// The state of a stream without its text.
struct StreamState: Hashable, Sendable {
  enum StreamPhase: String, Sendable {
    /// Text can be appended.
    case open
    /// The text has ended, but highlighting can still follow.
    case finishing
    /// The stream has ended, and no further event follows.
    case ended
  }

  var id: StreamID
  var phase = StreamPhase.open
  var endReason: EndReason?
  /// The time of creation, in seconds since 1970.
  var created: Double
  var counts = StreamCounts()
  /// The number of bytes of text that the updates include.
  var renderedBytes = 0
  /// The memory of the stream, in bytes.
  var memoryBytes = 0
  var chunks = 0
  var lastEvent = 0
  /// The number of the oldest stored event; 0 if there is none.
  var firstEvent = 0
  var format: OutputFormat
  var theme: String
  /// The requested kind of the text; with `auto`, the detected kind.
  var input: String
}

/// The counts of a stream that its events also contain.
struct StreamCounts: Hashable, Sendable {
  var bytes = 0
  var approximateTokens = 0
  /// The time from the creation to the last text, in milliseconds.
  var elapsed = 0
  /// Counts of a conversation's text that could not be parsed; nil for markdown.
  var skipped: SkippedInput?
  /// Counts of the secrets that were replaced; nil without redaction.
  var redacted: SecretCounts?
}

/// The reason why a stream has ended.
enum EndReason: String, Sendable {
  case finished
  case idle
  case deleted
  /// The writer of a live stream sent data that the service refuses, such as too much text.
  case refused
}

/// Identifies a chunk without a number.
struct ChunkToken: Hashable, Sendable {
  var value = UInt64.random(in: .min ... .max)
  /// Whether the chunk was sent before, and may have been appended.
  var isRepeated = false

  /// Returns the token for another attempt.
  func repeated(_ isRepeated: Bool) -> ChunkToken { ChunkToken(value: value, isRepeated: isRepeated) }
}

/// The acknowledgement of a chunk.
struct AppendReceipt: Hashable, Sendable {
  var isDuplicate: Bool
  /// The number of the stream's last chunk.
  var number: Int
  var bytes: Int
}

/// A stream's text at one moment, from which its document or conversation can be rendered.
struct StreamText: Sendable {
  var bytes: [UInt8]
  var options: RequestOptions
  var state: StreamState
}

/// One element of the event sequence for a reader.
enum EventBatch: Sendable {
  /// Encoded events.
  case events(ByteBuffer)
  /// A heartbeat, because no event occurred for the heartbeat interval.
  case heartbeat
  /// The service is shutting down. Nothing follows, and the reader should reconnect.
  case draining
}

/// A registry that runs as a service, with the figures for its metrics.
protocol StoredStreams: StreamRegistry, Service {
  /// The number of streams that this process keeps or renders.
  var count: Int { get }
  /// The memory of these streams, in bytes.
  var memoryBytes: Int { get }
  /// The length of their text, in bytes.
  var textBytes: Int { get }
  /// The size of the events that are kept for readers, in bytes.
  var logBytes: Int { get }
}
