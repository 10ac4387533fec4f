internal import RenderClient
internal import Synchronization

/// Sends standard input to a stream as it arrives; what arrived while a piece was sent goes in the next one.
final class StreamWriter: Sendable {
  private let stream: RenderStream
  private let output: UpdateOutput
  private let catchUp: Int
  private let sentAll = Atomic(false)

  /// - Parameter catchUp: the bytes of text that must be rendered before `output` begins.
  init(stream: RenderStream, output: UpdateOutput, catchUp: Int) {
    self.stream = stream
    self.output = output
    self.catchUp = catchUp
  }

  /// Whether all text was sent, and the end of the stream is what it should be.
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

  /// Returns when the service has rendered what it must have rendered, and lets the output begin.
  private func waitForRendering() async throws {
    while true {
      let info = try await stream.info()
      if info.renderedBytes ?? info.bytes >= catchUp { return output.begin(behind: info.lastEvent) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
