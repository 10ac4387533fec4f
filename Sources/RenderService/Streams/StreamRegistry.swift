internal import MessageStreams
internal import NIOCore
internal import StyledRuns

/// Where streams and the logs of their events are kept.
///
/// Everything that a route knows of streams goes through here, by value and asynchronously, so that another form may
/// keep them where several processes reach them. Every call says whose key it is for and fails with ``APIError``: for
/// a stream that never was, one that is gone, and one of another key.
protocol StreamRegistry: Sendable {
  /// Begins a stream, which holds the lease until it has ended.
  func create(
    _ options: RenderOptions, owner: Owner, lease: StreamLease?
  ) async throws(APIError) -> StreamState

  /// Adds text. With a number, which counts a stream's chunks from 1, a repeated chunk changes nothing.
  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner
  ) async throws(APIError) -> AppendReceipt

  /// Ends a stream whose only writer was refused: with what it has, and with the error.
  func refuse(_ id: StreamID, _ error: APIError) async

  /// Ends the text; a second time changes nothing.
  func finish(_ id: StreamID, owner: Owner) async throws(APIError) -> StreamState

  /// Ends the stream and forgets it.
  func remove(_ id: StreamID, owner: Owner) async throws(APIError)

  func state(of id: StreamID, owner: Owner) async throws(APIError) -> StreamState

  /// The newest first; `offset` many of them left out.
  func list(owner: Owner, offset: Int, limit: Int) async -> (items: [StreamState], total: Int)

  /// The document or conversation as it is.
  func contents(of id: StreamID, owner: Owner) async throws(APIError) -> StreamContents

  /// Whether anything comes behind an event: it does not where the stream has ended with it. Fails where a reader
  /// cannot begin behind this event.
  func hasEvents(after cursor: Int, of id: StreamID, owner: Owner) async throws(APIError) -> Bool

  /// What comes behind an event; waits for it, but no longer than until a heartbeat is due.
  func events(after cursor: Int, of id: StreamID, owner: Owner) async throws -> EventBatch

  /// Says that the connection of a writer or of a reader is open, or is no longer: while one is, the stream is not
  /// idle.
  func hold(_ id: StreamID, _ isHeld: Bool)

  /// Accepts nothing new, and lets all readers go once they have what was acknowledged.
  func drain()
}

/// What is known of a stream besides its text.
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
  var bytes = 0
  /// The bytes of text that are in the updates already.
  var renderedBytes = 0
  /// Bytes of memory that the stream keeps.
  var memoryBytes = 0
  var chunks = 0
  var approximateTokens = 0
  /// From creation to the last text, in milliseconds.
  var elapsed = 0
  var lastEvent = 0
  /// The oldest event that is still kept; 0 where there is none.
  var firstEvent = 0
  var format: OutputFormat
  var theme: String
  /// What the text is: what was asked for, and with `auto` what was found.
  var input: String
  /// What of a conversation's text was not understood; nil for markdown.
  var skipped: SkippedInput?
}

/// Why a stream has ended.
enum EndReason: String, Sendable {
  case finished
  case idle
  case deleted
  /// The writer of a live stream sent what the service does not take, such as more text than a stream may hold.
  case refused
}

/// What became of a chunk.
struct AppendReceipt: Hashable, Sendable {
  var isDuplicate: Bool
  /// The number of the stream's last chunk.
  var number: Int
  var bytes: Int
}

/// A stream's document or conversation at one moment.
struct StreamContents: Sendable {
  var source: [UInt8]
  /// On the pool: it may have to be rendered.
  var content: @Sendable () -> StreamContent
  var options: RenderOptions
  var state: StreamState
}

/// What a reader gets at once.
enum EventBatch: Sendable {
  /// Events in their form for the wire, up to the one with this number, and whether it is the stream's last.
  case events(ByteBuffer, upTo: Int, isLast: Bool)
  /// The whole document in place of the events up to this number.
  case snapshot(SnapshotFrame, upTo: Int)
  /// Nothing happened for so long that the reader should hear so.
  case heartbeat
  /// The stream has ended and everything was sent.
  case end
  /// The service is shutting down.
  case drain
}
