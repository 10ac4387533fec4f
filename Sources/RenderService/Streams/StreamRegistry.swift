internal import MessageStreams
internal import NIOCore
internal import StyledRuns

/// Keeps streams: their text, their state and the logs of their events.
///
/// Only values pass through here, so that a store which several machines share can stand behind it. Such a store keeps
/// a stream's chunks with their numbers in one list and its events with their identifiers in another; a machine that holds
/// the lease of the renderer reads the first and writes the second. Every call says whose key it is for, and throws
/// ``APIError`` for a stream that never was, for one that is gone, and for one of another key.
///
/// ```swift
/// let id = try await registry.create(options, owner: owner, client: client).id
/// _ = try await registry.append(Array("# Hello".utf8), number: 1, to: id, owner: owner)
/// _ = try await registry.finish(id, owner: owner, refusal: nil)
/// for try await batch in try await registry.events(after: 0, of: id, owner: owner, as: nil)! { … }
/// ```
protocol StreamRegistry: Sendable {
  typealias Events = any AsyncSequence<EventBatch, any Error> & Sendable

  /// Begins a stream, which counts among the client's until it has ended.
  func create(_ options: RequestOptions, owner: Owner, client: ClientID) async throws(APIError) -> StreamState

  /// Adds a chunk of text. It is not lost once this has returned.
  ///
  /// - Parameter number: counts a stream's chunks from 1; a chunk that comes again changes nothing. Nil for one without
  ///   a number.
  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner
  ) async throws(APIError) -> AppendReceipt

  /// Ends the text; a second time changes nothing.
  ///
  /// - Parameter refusal: why the stream's only writer was refused, where it was.
  func finish(_ id: StreamID, owner: Owner, refusal: APIError?) async throws(APIError) -> StreamState

  /// The events behind one of them, as they come, until the stream has ended or the service shuts down.
  ///
  /// - Parameter patches: the HTML whose patches take the place of updates; nil: updates.
  /// - Returns: nil where the stream has ended with this event.
  /// - Throws: 409 where the event has not happened.
  func events(
    after event: Int, of id: StreamID, owner: Owner, as patches: PatchOptions?
  ) async throws(APIError) -> Events?

  func state(of id: StreamID, owner: Owner) async throws(APIError) -> StreamState

  /// The whole text so far.
  func text(of id: StreamID, owner: Owner) async throws(APIError) -> StreamText

  /// One page of a key's streams, the newest first, and the number of all.
  func list(owner: Owner, offset: Int, limit: Int) async -> (items: [StreamState], total: Int)

  /// Ends the stream and forgets it.
  func delete(_ id: StreamID, owner: Owner) async throws(APIError)

  /// Says that the connection of a writer is open, or no longer is: while one is, the stream is not idle.
  func setWriterConnected(_ isConnected: Bool, to id: StreamID) async

  /// Accepts nothing new, and lets all readers go once they have what was acknowledged.
  func drain() async
}

extension StreamRegistry {
  /// Does something for a writer that is connected for as long as that takes.
  func withWriter<Result>(of id: StreamID, _ body: () async throws -> Result) async rethrows -> Result {
    await setWriterConnected(true, to: id)
    do {
      let result = try await body()
      await setWriterConnected(false, to: id)
      return result
    } catch {
      await setWriterConnected(false, to: id)
      throw error
    }
  }
}

/// The state of a stream, without its text.
struct StreamState: Hashable, Sendable {
  enum Phase: String, Sendable {
    /// Text may come.
    case open
    /// The text has ended; colours may still come.
    case finishing
    /// No event follows.
    case ended
  }

  var id: StreamID
  var phase = Phase.open
  var endReason: EndReason?
  /// Seconds since 1970.
  var created: Double
  var counts = StreamCounts()
  /// The bytes of text that are in the updates already.
  var renderedBytes = 0
  /// Bytes of memory that the stream keeps.
  var memoryBytes = 0
  var chunks = 0
  var lastEvent = 0
  /// The oldest event that is still kept; 0 where there is none.
  var firstEvent = 0
  var format: OutputFormat
  var theme: String
  /// The kind of the text: as it was asked for, and with `auto` as it was found.
  var input: String
}

/// The counts of a stream that its events tell as well.
struct StreamCounts: Hashable, Sendable {
  var bytes = 0
  var approximateTokens = 0
  /// From creation to the last text, in milliseconds.
  var elapsed = 0
  /// The parts of a conversation's text that were not understood; nil for markdown.
  var skipped: SkippedInput?
}

/// The reason why a stream has ended.
enum EndReason: String, Sendable {
  case finished
  case idle
  case deleted
  /// The writer of a live stream sent what the service does not take, such as more text than a stream may hold.
  case refused
}

/// The acknowledgement of a chunk.
struct AppendReceipt: Hashable, Sendable {
  var isDuplicate: Bool
  /// The number of the stream's last chunk.
  var number: Int
  var bytes: Int
}

/// A stream's text at one moment, of which its document or conversation can be made.
struct StreamText: Sendable {
  var bytes: [UInt8]
  var options: RequestOptions
  var state: StreamState
}

/// One element of the events that a reader gets.
enum EventBatch: Sendable {
  /// Events in their form for the wire.
  case events(ByteBuffer)
  /// Nothing happened for so long that the reader should hear so.
  case heartbeat
  /// The service is shutting down: nothing follows, and the reader should come back.
  case draining
}
