internal import ServerSentEvents
public import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A position in a stream: the last event that was read, and the document or conversation after it.
///
/// A saved cursor lets another reader continue:
///
/// ```swift
/// for try await event in stream.events(after: savedCursor) { savedCursor = event.cursor }
/// ```
public struct StreamCursor: Sendable {
  public internal(set) var event = 0
  public internal(set) var content = StreamContent()
  /// The sequence number of the last update in the content.
  var sequence = 0

  public init() {}
}

/// An event of a stream, with the content after it.
///
/// ```swift
/// for try await event in stream.events() {
///   if case .done(let reason, _) = event.kind { print(reason) }
/// }
/// ```
public struct StreamEvent: Sendable {
  /// The kind of an event and its data.
  ///
  /// ```swift
  /// if case .snapshot = event.kind { reload(event.content) }
  /// ```
  public enum EventPayload: Sendable {
    /// A change of the document or conversation.
    case update(StreamUpdate)
    /// A complete copy of the content, for a reader that fell too far behind. The update applies to a new,
    /// empty content. Its scope table starts with the previous one.
    case snapshot(StreamUpdate)
    case statistics(StreamStatistics)
    /// The end of the stream. The reason is `finished` or `idle`.
    case done(reason: String, StreamStatistics)
  }

  public var kind: EventPayload
  /// The position after the event.
  public var cursor: StreamCursor

  /// The document or conversation after the event.
  public var content: StreamContent { cursor.content }

  /// The document after the event; empty if the stream is a conversation.
  public var document: Document {
    if case .document(let document) = content { document } else { Document() }
  }

  /// The conversation after the event; nil if the stream is a document or still empty.
  public var conversation: Conversation? {
    if case .conversation(let conversation) = content { conversation } else { nil }
  }
}

/// The events of a stream across all connections, each once and in order.
///
/// ```swift
/// for try await event in stream.events() { show(event.content) }
/// ```
public struct StreamEvents: AsyncSequence, Sendable {
  public typealias Element = StreamEvent

  let stream: RenderStream
  let start: StreamCursor

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: stream, cursor: start)
  }

  /// Reads events on demand. Events that are not read stay on the service, which keeps a limited number and
  /// then sends a snapshot instead.
  ///
  /// ```swift
  /// var iterator = stream.events().makeAsyncIterator()
  /// let first = try await iterator.next()
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    private let stream: RenderStream
    private var cursor: StreamCursor
    private var retrying: Retrying
    private var body: (any HTTPBody)?
    private var reader = Self.reader()
    private var pending: ArraySlice<EventReader.EventStreamItem> = []
    private var asked: Duration?
    private var isDone = false

    init(stream: RenderStream, cursor: StreamCursor) {
      self.stream = stream
      self.cursor = cursor
      retrying = Retrying(policy: stream.client.policy)
    }

    /// Returns the next event; nil after the last one.
    ///
    /// - Throws: ``ClientError`` if the service refuses the request, sends invalid data, or cannot be reached
    ///   after all attempts.
    public mutating func next() async throws -> StreamEvent? {
      do {
        while !isDone {
          if let event = try await step() { return event }
        }
        return nil
      } catch {
        isDone = true
        body = nil
        stream.monitor.change(to: .disconnected)
        throw error
      }
    }

    /// Creates a reader whose line limit is longer than any update. A service that sends an endless line
    /// fails.
    private static func reader() -> EventReader { EventReader(longestLine: 256 << 20) }

    private mutating func step() async throws -> StreamEvent? {
      do {
        if let item = pending.popFirst() { return try take(item) }
        guard let body = try await connection() else {
          isDone = true
          stream.monitor.change(to: .disconnected)
          return nil
        }
        guard let piece = try await Self.next(of: body, within: stream.client.policy.silence) else {
          throw ClientError(.unreachable, "the connection ended before the stream did")
        }
        pending = reader.append(piece)[...]
      } catch {
        body = nil
        pending = []
        stream.monitor.change(to: .reconnecting(failures: retrying.failures + 1))
        try await retrying.failed(error, asked: asked)
      }
      return nil
    }

    /// Returns the open connection, or a new one that continues after the last event; nil if that was the
    /// stream's last event.
    private mutating func connection() async throws -> (any HTTPBody)? {
      if let body { return body }
      var headers = [("Accept", "text/event-stream")]
      if cursor.event > 0 { headers.append(("Last-Event-ID", "\(cursor.event)")) }
      let response = try await stream.client.send(
        stream.client.request("GET", "/streams/\(stream.id)/events", headers: headers))
      if response.status == 204 { return nil }
      reader = Self.reader()
      body = response.body
      stream.monitor.change(to: .connected)
      return response.body
    }

    /// Returns the next bytes of a body.
    ///
    /// - Throws: An error if no bytes arrive within `silence`.
    private static func next(of body: any HTTPBody, within silence: Duration) async throws -> [UInt8]? {
      try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
        group.addTask { try await body.next() }
        group.addTask {
          try await Task.sleep(for: silence)
          throw ClientError(.unreachable, "nothing was heard for \(silence)")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }

    private mutating func take(_ item: EventReader.EventStreamItem) throws -> StreamEvent? {
      // Only data from the service proves that a connection works. A connection that drops at once is no
      // success.
      switch item {
      case .comment:
        retrying.succeeded()
        return nil
      case .retry(let milliseconds):
        asked = .milliseconds(milliseconds)
        return nil
      case .overlongLine:
        throw ClientError(.protocolViolation, "a line of the event stream has no end")
      case .event(let event):
        retrying.succeeded()
        return try take(event)
      }
    }

    private mutating func take(_ event: ServerSentEvent) throws -> StreamEvent? {
      if event.name == "error" { throw refusal(event) }
      guard let number = event.id.flatMap({ Int($0) }) else {
        throw ClientError(.protocolViolation, "an event has no id")
      }
      let isSnapshot = event.name == "snapshot"
      guard isSnapshot ? number >= cursor.event : number == cursor.event + 1 else {
        throw ClientError(.protocolViolation, "event \(number) came behind event \(cursor.event)")
      }
      let kind: StreamEvent.EventPayload
      switch event.name {
      case "update":
        let update: StreamUpdate = try decode(event)
        guard update.sequence == cursor.sequence + 1 else {
          throw ClientError(
            .protocolViolation, "update \(update.sequence) came behind update \(cursor.sequence)")
        }
        try apply(update)
        kind = .update(update)
      case "snapshot":
        let update: StreamUpdate = try decode(event)
        cursor.content = StreamContent()
        try apply(update)
        kind = .snapshot(update)
      case "stats": kind = .statistics(try decode(event))
      case "done":
        let end: DoneEvent = try decode(event)
        kind = .done(reason: end.reason, try decode(event))
        isDone = true
        body = nil
        stream.monitor.change(to: .disconnected)
      default:
        // An event of a later version: count its number and skip its data.
        cursor.event = number
        return nil
      }
      cursor.event = number
      return StreamEvent(kind: kind, cursor: cursor)
    }

    private struct DoneEvent: Decodable { var reason: String }

    private mutating func apply(_ update: StreamUpdate) throws {
      do {
        try cursor.content.apply(update)
        cursor.sequence = update.sequence
      } catch {
        throw ClientError(
          .protocolViolation, "update \(update.sequence) does not fit what is there: \(error)",
          underlying: error)
      }
    }

    private func decode<Value: Decodable>(_ event: ServerSentEvent) throws -> Value {
      do {
        return try JSONDecoder().decode(Value.self, from: Data(event.data))
      } catch {
        throw ClientError(
          .protocolViolation, "an event '\(event.name)' cannot be read: \(error)", underlying: error)
      }
    }

    /// Decodes the error in an event.
    private func refusal(_ event: ServerSentEvent) -> ClientError {
      let wire = try? JSONDecoder().decode(WireError.self, from: Data(event.data))
      return ClientError(
        .refused, wire?.reason ?? "the service ended the stream with an error", serviceCode: wire?.code,
        fields: wire?.fields ?? [:])
    }
  }
}
