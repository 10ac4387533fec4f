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

  /// Writes events as they come, until the stream or the service ends.
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
        case .draining: try await writer.write(retry)
        }
      }
    } catch let error as APIError {
      try await writer.write(EventFrame.event(.error, id: nil, data: error.json))
    }
  }

  /// Adds a request's body to the stream as it comes, and finishes the stream where the body is complete.
  ///
  /// Where the connection breaks, the stream stays open for its idle time, and its text can be continued over
  /// another one.
  func take(_ body: RequestBody) async {
    await core.streams.withWriter(of: id) {
      do {
        for try await buffer in body { try await append(Array(buffer.readableBytesView)) }
        _ = try await core.streams.finish(id, owner: owner, refusal: nil)
      } catch let error as APIError {
        // While the service drains, the stream stays open and its readers are told to come back. A stream that was
        // deleted or finished by somebody else says so itself.
        if error.code != .draining { _ = try? await core.streams.finish(id, owner: owner, refusal: error) }
      } catch {
        core.logger.debug("a live stream lost its writer")
      }
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
