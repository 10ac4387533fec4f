internal import ArgumentParser
internal import MessageStreams
internal import RenderClient
internal import RenderClientNIO
internal import RunFormatters
internal import StyledRuns

internal import Foundation

/// Sends markdown or messages to a service and prints the updates that it returns. `ilsrender --server` runs
/// this program, so that the filter itself links no networking.
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
        2 the command line is wrong; 3 all rendered that was understood.
      """)

  @Argument(help: "The service's address, such as http://127.0.0.1:9090.")
  var server: String

  @Option(help: "What is read: auto, markdown, or a form of messages that the service knows.")
  var input = RenderOptions.InputFormat.auto

  @Option(help: "What of markdown is understood, as for ilsrender.")
  var extensions: String?

  @Option(help: "More custom elements, as for ilsrender.")
  var elements: String?

  @Flag(help: "Typographic quotes, dashes and ellipses.")
  var smart = false

  @Flag(help: "Leave code plain that has no label.")
  var noDetect = false

  @Flag(help: "Show what is unfinished at the end as what it is about to become.")
  var optimistic = false

  // The filter keeps the text, and continues without the service if necessary.
  @Flag(help: .hidden)
  var recoverable = false

  // Nothing is printed until the service has rendered this number of bytes. The first update then contains
  // everything.
  @Option(help: .hidden)
  var catchUp = 0

  func run() async throws {
    var hasStream = catchUp > 0
    var isPartial = false
    do {
      let key = ProcessInfo.processInfo.environment["ILSRENDER_KEY"]
      let client = try RenderClient(server: server, key: key, transport: AsyncHTTPTransport(), policy: policy)
      let stream = try await client.createStream(
        options: RenderOptions(
          format: .ir, extensions: extensions?.split(separator: ",").map(String.init), smart: smart,
          detect: !noDetect, optimistic: optimistic, input: input, elements: elements))
      hasStream = true
      Task { await Self.report(stream) }
      let output = UpdateOutput(waits: catchUp > 0)
      let writer = StreamWriter(stream: stream, output: output, catchUp: catchUp)
      // A task group would wait for a read of standard input after an error.
      Task {
        do {
          try await writer.run()
        } catch {
          end(after: error, hasStream: true)
        }
      }
      for try await event in stream.events() {
        if case .done(let reason, let statistics) = event.kind {
          guard reason == "finished", writer.hasSentAll else { throw RemoteFailure.endedTooSoon }
          output.take(event)
          isPartial = Self.report(statistics.skipped)
        } else {
          output.take(event)
        }
      }
      guard writer.hasSentAll else { throw RemoteFailure.endedTooSoon }
    } catch {
      end(after: error, hasStream: hasStream)
    }
    if isPartial { throw ExitCode(recoverable ? 5 : 3) }
  }

  /// The policy for reconnecting. If the caller can recover, reconnecting ends after about ten seconds
  /// instead of minutes.
  private var policy: ReconnectPolicy {
    recoverable
      ? ReconnectPolicy(first: .milliseconds(500), longest: .seconds(2), tries: 6) : ReconnectPolicy()
  }

  private func end(after error: any Error, hasStream: Bool) -> Never {
    let failure = RemoteFailure(error, hasStream: hasStream)
    let message = failure.message(isRecoverable: recoverable)
    FileHandle.standardError.write(Data("ilsrender: \(message)\n".utf8))
    Self.exit(withError: ExitCode(failure.status(isRecoverable: recoverable)))
  }

  /// Reports the part of a conversation that the service could not parse.
  ///
  /// - Returns: Whether there is such a part.
  private static func report(_ skipped: SkippedEvents?) -> Bool {
    guard let skipped else { return false }
    var input = SkippedInput()
    input.brokenLines = skipped.brokenLines
    input.unknownTypes = skipped.unknownTypes
    guard let summary = input.summary else { return false }
    FileHandle.standardError.write(Data("ilsrender: \(summary)\n".utf8))
    return true
  }

  /// Reports when the connection is lost and when it is restored.
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
