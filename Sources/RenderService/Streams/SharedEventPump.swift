internal import AsyncAlgorithms
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// A stream, and the number of the last event that a reader has received: `ID` or `ID:NUMBER`.
struct EventCursor: Hashable, Sendable {
  var id: StreamID
  var event = 0

  /// The maximum number of streams on one connection.
  static let limit = 32
  static let requirement = "must be 1 to \(limit) streams, each ID or ID:EVENT, with commas between them"

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = parts.first.flatMap({ StreamID($0) }) else { return nil }
    self.id = id
    guard parts.count > 1 else { return }
    guard let event = Int(parts[1]), event >= 0, parts[1].first != "+" else { return nil }
    self.event = event
  }

  /// Parses a comma-separated list of cursors; returns `nil` if an item is invalid or there are too many.
  static func list(_ text: some StringProtocol) -> [EventCursor]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let cursors = parts.compactMap { EventCursor($0) }
    return cursors.count == parts.count && cursors.count <= limit ? cursors : nil
  }
}

/// Sends the events of several streams to one client, each with the identifier `STREAM:NUMBER`.
///
/// Batches of all streams are sent one after another. The pump requests the next batch of a stream after the
/// connection has accepted the previous one.
struct SharedEventPump: Sendable {
  struct PumpedStream: Sendable {
    var id: StreamID
    var events: StreamRegistry.Events
  }

  /// A stream that cannot be read, for example because it does not exist. The other streams are sent
  /// nevertheless.
  struct ReadRefusal: Sendable {
    var id: StreamID
    var error: APIError
  }

  let core: ServiceCore
  var parts: [PumpedStream] = []
  var refusals: [ReadRefusal] = []

  /// Writes events as they arrive, until all streams or the service end.
  func run(into writer: inout any ResponseBodyWriter) async throws {
    core.readerCame()
    defer { core.readerLeft() }
    let retry = EventFrame.retry(core.configuration.times.retry)
    try await writer.write(retry)
    for refusal in refusals {
      try await writer.write(
        Self.named(EventFrame.event(.error, id: 0, data: refusal.error.json), refusal.id))
    }
    let channel = AsyncChannel<ByteBuffer>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskGroup(of: Bool.self) { readers in
          let delay = core.streams.reconnectDelay
          let draining = delay.map(EventFrame.retry) ?? retry
          for part in parts { readers.addTask { await Self.read(part, into: channel, draining) } }
          // If another machine has the streams, the client gets the others there, too. Otherwise each stream
          // is sent to its end.
          for await isDraining in readers where isDraining && delay != nil { readers.cancelAll() }
        }
        channel.finish()
      }
      for await frames in channel { try await writer.write(frames) }
      group.cancelAll()
    }
  }

  /// - Returns: Whether the client should reconnect for the rest of the stream.
  private static func read(
    _ part: PumpedStream, into channel: AsyncChannel<ByteBuffer>, _ draining: ByteBuffer
  ) async -> Bool {
    do {
      for try await batch in part.events {
        switch batch {
        case .events(let frames): await channel.send(named(frames, part.id))
        case .heartbeat: await channel.send(EventFrame.heartbeat)
        case .draining:
          await channel.send(draining)
          return true
        }
      }
    } catch {
      // The client notices that the stream's last event is missing, and requests the rest again.
    }
    return false
  }

  /// Inserts the stream before the number in each event's identifier. No other line begins with `id: `.
  private static func named(_ frames: ByteBuffer, _ id: StreamID) -> ByteBuffer {
    let field = Array("id: ".utf8)
    var named = ByteBuffer()
    named.reserveCapacity(frames.readableBytes + 256)
    for line in frames.readableBytesView.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).dropLast() {
      if line.starts(with: field) {
        named.writeString("id: \(id):")
        named.writeBytes(line.dropFirst(field.count))
      } else {
        named.writeBytes(line)
      }
      named.writeInteger(UInt8(ascii: "\n"))
    }
    return named
  }
}
