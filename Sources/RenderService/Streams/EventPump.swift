internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// Sends a stream's events to one client, and a client's text to a stream.
///
/// Requests the next events only after the connection has taken the previous ones, so a slow reader costs the
/// memory of one batch.
struct EventPump: Sendable {
  let core: ServiceCore
  let id: StreamID
  let owner: Owner

  /// Writes events as they arrive, until the stream or the service ends.
  func run(_ events: StreamRegistry.Events, into writer: inout any ResponseBodyWriter) async throws {
    core.readerCame()
    defer { core.readerLeft() }
    let retry = EventFrame.retry(core.configuration.times.retry)
    try await writer.write(retry)
    do {
      for try await batch in events {
        switch batch {
        case .events(let frames): try await writer.write(frames)
        case .heartbeat: try await writer.write(EventFrame.heartbeat)
        case .draining:
          try await writer.write(core.streams.reconnectDelay.map(EventFrame.retry) ?? retry)
        }
      }
    } catch let error as APIError {
      try await writer.write(EventFrame.event(.error, id: nil, data: error.json))
    }
  }

  /// Appends a request's body to the stream as it arrives, and finishes the stream after a complete body.
  ///
  /// If the connection breaks, the stream stays open for its idle time, and another connection can continue
  /// it.
  func take(_ body: RequestBody) async {
    await core.streams.withWriter(of: id, owner: owner) {
      do {
        for try await buffer in body { try await append(Array(buffer.readableBytesView)) }
        _ = try await core.streams.finish(id, owner: owner, refusal: nil)
      } catch let error as APIError {
        // While the service shuts down, the stream stays open and its readers are told to reconnect. For a
        // stream that another request deleted or finished, this has no effect.
        if error.code != .draining { _ = try? await core.streams.finish(id, owner: owner, refusal: error) }
      } catch {
        core.logger.debug("a live stream lost its writer")
      }
    }
  }

  /// Appends text. Waits if text arrives faster than it is rendered, so that the client's buffers fill up
  /// (back pressure).
  private func append(_ bytes: [UInt8]) async throws {
    var isRepeated = false
    let identity = ChunkToken()
    while true {
      let token = identity.repeated(isRepeated)
      do throws(APIError) {
        _ = try await core.streams.append(bytes, number: nil, to: id, owner: owner, token: token)
        return
      } catch {
        guard error.code == .slowDown || error.code == .storeUnavailable else { throw error }
        // The client waits until there is space, or until the store is available again.
        if error.code == .storeUnavailable { isRepeated = true }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
