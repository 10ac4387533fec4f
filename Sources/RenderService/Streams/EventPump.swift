internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// Carries a stream's events to one client, and a client's text to a stream.
///
/// It asks for the next events only when the connection has taken the last ones, so a slow reader costs what one
/// batch costs.
struct EventPump: Sendable {
  let core: ServiceCore
  let id: StreamID
  let owner: Owner

  /// Writes what comes behind an event, until the stream or the service ends.
  func run(after start: Int, into writer: inout any ResponseBodyWriter) async throws {
    core.readerCame()
    defer { core.readerLeft() }
    core.streams.hold(id, true)
    defer { core.streams.hold(id, false) }
    try await send(after: start, into: &writer)
  }

  private func send(after start: Int, into writer: inout any ResponseBodyWriter) async throws {
    try await writer.write(EventFrame.retry(core.configuration.times.retry))
    var cursor = start
    while true {
      let batch: EventBatch
      do {
        batch = try await core.streams.events(after: cursor, of: id, owner: owner)
      } catch let error as APIError {
        return try await writer.write(EventFrame.event(.error, id: nil, data: error.json))
      }
      switch batch {
      case .events(let frames, let last, let isLast):
        try await writer.write(frames)
        cursor = last
        if isLast { return }
      case .snapshot(let frame, let last):
        try await writer.write(frame.buffer)
        cursor = last
      case .heartbeat: try await writer.write(EventFrame.heartbeat)
      case .end: return
      case .drain:
        return try await writer.write(EventFrame.retry(core.configuration.times.retry))
      }
    }
  }

  /// Adds a request's body to the stream as it comes, and finishes the stream where the body is complete.
  ///
  /// Where the connection breaks, the stream stays open for its idle time, and its text can be continued over
  /// another one.
  func take(_ body: RequestBody) async {
    core.streams.hold(id, true)
    defer { core.streams.hold(id, false) }
    do {
      for try await buffer in body { try await append(Array(buffer.readableBytesView)) }
      _ = try await core.streams.finish(id, owner: owner)
    } catch let error as APIError {
      // While the service drains, the stream stays open and its readers are told to come back. A stream that was
      // deleted or finished by somebody else says so itself.
      if error.code != .draining { await core.streams.refuse(id, error) }
    } catch {
      core.logger.debug("a live stream lost its writer")
    }
  }

  /// Waits while text comes faster than it is rendered, which the client notices by its own full buffers.
  private func append(_ bytes: [UInt8]) async throws {
    while true {
      do {
        _ = try await core.streams.append(bytes, number: nil, to: id, owner: owner)
        return
      } catch  where error.code == .slowDown {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }
}
