internal import RenderClient
internal import Synchronization

/// Sends standard input to a stream as it arrives. Input that arrives during a request is sent with the next
/// request.
final class StreamWriter: Sendable {
  private let stream: RenderStream
  private let output: UpdateOutput
  private let catchUp: Int
  private let sentAll = Atomic(false)

  /// Creates a writer.
  ///
  /// - Parameter catchUp: The number of bytes that the service must have rendered before `output` starts.
  init(stream: RenderStream, output: UpdateOutput, catchUp: Int) {
    self.stream = stream
    self.output = output
    self.catchUp = catchUp
  }

  /// Whether all text was sent, so that the stream may end.
  var hasSentAll: Bool { sentAll.load(ordering: .acquiring) }

  func run() async throws {
    var sent = 0
    while let piece = try await StandardInput.next() {
      try await stream.append(piece)
      let before = sent
      sent += piece.count
      if before < catchUp, sent >= catchUp { try await waitForRendering() }
    }
    sentAll.store(true, ordering: .releasing)
    try await stream.finish()
  }

  /// Waits until the service has rendered the required text, then starts the output.
  private func waitForRendering() async throws {
    while true {
      let info = try await stream.info()
      if info.renderedBytes ?? info.bytes >= catchUp { return output.begin(behind: info.lastEvent) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
