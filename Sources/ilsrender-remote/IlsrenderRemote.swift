internal import ArgumentParser
internal import MessageStreams
internal import RenderClient
internal import RenderClientNIO
internal import RunFormatters
internal import StyledRuns

internal import Foundation

/// Markdown or messages in, updates out: the rendering is done by a service. `ilsrender --server` runs it, so that the filter
/// itself links no networking.
@main
struct IlsrenderRemote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ilsrender-remote",
    abstract: "Have a service render markdown or messages, and print its updates.",
    discussion: """
      Reads standard input as it comes and prints one update a line, as ilsrender
      --format updates does. ILSRENDER_KEY holds the key for a service that wants one.

      EXAMPLES
        ilsrender-remote http://127.0.0.1:9090 < NOTES.md | ilsrender replay
        some-llm "question" | ilsrender --server http://127.0.0.1:9090

      EXIT STATUS
        0 all rendered; 1 the service refused, could not be reached, or broke off;
        2 the command line is wrong.
      """)

  enum Input: String, ExpressibleByArgument, CaseIterable {
    case auto, markdown
    case streamJSON = "stream-json"
    case messages
    case openAISSE = "openai-sse"
  }

  @Argument(help: "The service's address, such as http://127.0.0.1:9090.")
  var server: String

  @Option(help: "What is read.")
  var input = Input.auto

  @Option(help: "What of markdown is understood, as for ilsrender.")
  var extensions: String?

  @Flag(help: "Typographic quotes, dashes and ellipses.")
  var smart = false

  @Flag(help: "Leave code plain that has no label.")
  var noDetect = false

  @Flag(help: "Show what is unfinished at the end as what it is about to become.")
  var optimistic = false

  func run() async throws {
    do {
      let key = ProcessInfo.processInfo.environment["ILSRENDER_KEY"]
      let client = try RenderClient(server: server, key: key, transport: AsyncHTTPTransport())
      let stream = try await client.createStream(
        options: RenderOptions(
          format: .ir, extensions: extensions?.split(separator: ",").map(String.init), smart: smart,
          detect: !noDetect, optimistic: optimistic,
          input: RenderOptions.Input(rawValue: input.rawValue)))
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
    var message = "\(error)"
    if (error as? ClientError)?.serviceCode == "UNAUTHORIZED" {
      message = "the service wants a key: ILSRENDER_KEY must hold one of its keys"
    }
    FileHandle.standardError.write(Data("ilsrender: \(message)\n".utf8))
    exit(withError: ExitCode((error as? ClientError)?.code == .badAddress ? 2 : 1))
  }

  /// Sends standard input as it arrives; what arrived while a piece was sent goes in the next one.
  private static func send(to stream: RenderStream) async throws {
    while let piece = try await StandardInput.next() { try await stream.append(piece) }
    try await stream.finish()
  }

  private static func print(_ events: StreamEvents) async throws {
    var updates = GaplessUpdates()
    for try await event in events {
      if case .done(_, let statistics) = event.kind { report(statistics.skipped) }
      guard let update = updates.update(of: event) else { continue }
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

  /// Says what of a conversation was not understood.
  private static func report(_ skipped: SkippedEvents?) {
    guard let skipped else { return }
    var input = SkippedInput()
    input.brokenLines = skipped.brokenLines
    input.unknownTypes = skipped.unknownTypes
    if let summary = input.summary { FileHandle.standardError.write(Data("ilsrender: \(summary)\n".utf8)) }
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
