internal import ArgumentParser
internal import RenderClient
internal import RenderClientNIO
internal import RunFormatters
internal import StyledRuns

internal import Foundation

/// Markdown in, updates out: the rendering is done by a service. `ilsrender --server` runs it, so that the filter
/// itself links no networking.
@main
struct IlsrenderRemote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ilsrender-remote",
    abstract: "Send markdown to a rendering service and print its updates.",
    discussion: """
      Reads standard input as it comes and prints one update a line, as ilsrender --format updates does.
      ILSRENDER_KEY holds the key for a service that wants one.

      EXAMPLES
        ilsrender-remote http://127.0.0.1:9090 < NOTES.md | ilsrender replay --format text
        some-llm "question" | ilsrender --server http://127.0.0.1:9090

      EXIT STATUS
        0 all rendered; 1 the service refused, could not be reached, or broke off; 2 the command line is wrong.
      """)

  @Argument(help: "The service's address, such as http://127.0.0.1:9090.")
  var server: String

  func run() async throws {
    do {
      let key = ProcessInfo.processInfo.environment["ILSRENDER_KEY"]
      let client = try RenderClient(server: server, key: key, transport: AsyncHTTPTransport())
      let stream = try await client.createStream(options: RenderOptions(format: .ir))
      Task { await Self.report(stream) }
      // Not in a group, which would wait for a read of standard input that nobody needs after an error.
      Task {
        do {
          try await Self.send(to: stream)
        } catch {
          Self.end(after: error)
        }
      }
      try await Self.print(stream.events())
    } catch {
      Self.end(after: error)
    }
  }

  private static func end(after error: any Error) -> Never {
    FileHandle.standardError.write(Data("ilsrender: \(error)\n".utf8))
    exit(withError: ExitCode((error as? ClientError)?.code == .badAddress ? 2 : 1))
  }

  /// Sends standard input as it arrives; what arrived while a piece was sent goes in the next one.
  private static func send(to stream: RenderStream) async throws {
    while let piece = try await StandardInput.next() { try await stream.append(piece) }
    try await stream.finish()
  }

  private static func print(_ events: StreamEvents) async throws {
    var written = 0
    var scopes = 0
    for try await event in events {
      var update: Update
      switch event.kind {
      case .update(let next): update = next
      case .snapshot(let whole):
        // For who has followed so far: all blocks anew, but the scopes that are known stay.
        update = whole
        update.scopes.removeFirst(min(scopes, update.scopes.count))
      case .statistics, .done: continue
      }
      // Snapshots leave gaps in the numbers; what is printed has none.
      update.sequence = written + 1
      scopes += update.scopes.count
      written += 1
      var line = IRFormatter().format(update)
      line.append(UInt8(ascii: "\n"))
      do {
        try FileHandle.standardOutput.write(contentsOf: Data(line))
      } catch {
        // Nobody reads any more.
        exit()
      }
    }
  }

  /// Says when the connection is lost and when it is back.
  private static func report(_ stream: RenderStream) async {
    var wasLost = false
    for await state in stream.connectionStates() {
      switch state {
      case .reconnecting(let failures) where failures > 0 && !wasLost:
        wasLost = true
        FileHandle.standardError.write(Data("ilsrender: connection lost, trying again\n".utf8))
      case .connected where wasLost:
        wasLost = false
        FileHandle.standardError.write(Data("ilsrender: connected again\n".utf8))
      default: break
      }
    }
  }
}
