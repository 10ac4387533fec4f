import HTTPTypes
import HummingbirdTesting
import InMemoryTracing
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import Tracing

@testable import RenderService

/// The log of the service, its metrics, and the log entries of requests.
@Suite struct OperationsTests {
  /// Keeps the entries that requests make.
  private final class Entries: Sendable {
    struct Entry: Sendable {
      var level: Logger.Level
      var metadata: [String: String]
    }

    private let entries = Mutex<[Entry]>([])
    var requests: [Entry] { entries.withLock { $0 } }
    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
  }

  private struct RecordingLog: LogHandler {
    let entries: Entries
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      guard "\(event.message)" == "request" else { return }
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      entries.add(Entries.Entry(level: event.level, metadata: all.mapValues { "\($0)" }))
    }
  }

  private func entries(
    _ change: (inout ServiceConfiguration) -> Void, _ body: @Sendable (ServiceUnderTest) async throws -> Void
  ) async throws -> [Entries.Entry] {
    let entries = Entries()
    try await ServiceUnderTest.run(log: RecordingLog(entries: entries), change, body)
    return entries.requests
  }

  @Test func errorsAreLogged() async throws {
    let entries = try await entries {
      $0.times.slow = .seconds(3600)
    } _: { service in
      _ = try await service.get("/themes")
      _ = try await service.get("/streams/AAAAAAAAAAAAAAAAAAAAAA", headers: [.xRequestID: "caller-7"])
    }
    #expect(entries.count == 1)
    let entry = try #require(entries.first)
    #expect(entry.level == .info)
    #expect(entry.metadata["status"] == "404")
    #expect(entry.metadata["code"] == "NOT_FOUND")
    #expect(entry.metadata["client"] == "local")
    #expect(entry.metadata["route"] == "/api/v1/streams/{id}")
    #expect(entry.metadata["stream"] == "AAAAAAAAAAAAAAAAAAAAAA")
    #expect(entry.metadata["hb.request.id"] == "caller-7")
    #expect(entry.metadata["milliseconds"].flatMap { Double($0) } != nil)
  }

  @Test func slowRequestsAreLogged() async throws {
    let entries = try await entries {
      $0.times.slow = .zero
    } _: {
      _ = try await $0.get("/themes")
    }
    #expect(entries.map(\.level) == [.info])
  }

  @Test func everyRequestIsLoggedWhereThatIsAskedFor() async throws {
    let entries = try await entries {
      $0.logsAccess = true
    } _: { service in
      for _ in 0..<3 { _ = try await service.get("/themes") }
    }
    #expect(entries.count == 3)
  }

  /// Behind a proxy the log names the client and not the proxy.
  @Test func theLogNamesTheClientBehindAProxy() async throws {
    let log = Entries()
    try await ServiceUnderTest.run(.live, log: RecordingLog(entries: log)) {
      $0.addressHeader = "X-Forwarded-For"
    } _: { service in
      let name = try #require(HTTPField.Name("X-Forwarded-For"))
      _ = try await service.get("/nothing", headers: [name: "203.0.113.9"])
    }
    #expect(log.requests.first?.metadata["client"] == "203.0.113.9")
  }

  @Test(arguments: [
    ("caller-7", true), ("a/b+c=.:_", true), ("", false), ("with space", false), ("\u{E9}", false),
    (String(repeating: "x", count: 128), true), (String(repeating: "x", count: 129), false),
  ])
  func anIdentifierOfTheCallerIsTakenOver(_ id: String, _ isTaken: Bool) async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.get("/health", headers: [.xRequestID: id])
      #expect((answer.headers[.xRequestID] == id) == isTaken)
      #expect(answer.headers[.xRequestID]?.isEmpty == false)
    }
  }

  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  @Test(arguments: [
    ("00-\(trace)-00f067aa0ba902b7-01", true), ("01-\(trace)-00f067aa0ba902b7-01-more", true),
    ("00-\(trace)-00f067aa0ba902b7-01-more", false), ("ff-\(trace)-00f067aa0ba902b7-01", false),
    ("00-\(trace)-0000000000000000-01", false), ("00-\(trace.uppercased())-00f067aa0ba902b7-01", false),
    ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false), ("00-x-y-z", false), ("", false),
  ])
  func aTraceOfTheCallerIsTakenOver(_ header: String, _ isTaken: Bool) {
    #expect((TraceParent([.traceParent: header])?.traceID == Self.trace) == isTaken)
  }

  /// A request is a span, and the work that a worker does for it one within. The process has one tracer, so the spans of
  /// tests that run meanwhile are there as well.
  @Test func requestsAreTracedAsSpans() async throws {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    try await ServiceUnderTest.run { service in
      _ = try await service.post("/render?title=spans", markdown: "x")
    }
    let spans = tracer.finishedSpans
    let request = try #require(
      spans.first { $0.attributes["url.query"]?.toSpanAttribute() == .string("title=spans") })
    #expect(request.operationName == "/api/v1/render")
    #expect(
      request.attributes["http.response.status_code"]?.toSpanAttribute() == .int32(200)
        || request.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
    #expect(spans.contains { $0.operationName == "worker" && $0.parentSpanID == request.spanID })
  }

  /// Every sample belongs to a family that has its help and its type before it.
  @Test func metricsExplainThemselves() async throws {
    try await ServiceUnderTest.run(.live) { service in
      _ = try await service.post("/render", markdown: "x")
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: "text")
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      _ = try await service.events(path)
      let text = try await service.metrics()
      var helps: Set<Substring> = []
      var types: [Substring: Substring] = [:]
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 3)
        if line.hasPrefix("# HELP ") {
          #expect(words.count == 4)
          #expect(helps.insert(words[2]).inserted)
        } else if line.hasPrefix("# TYPE ") {
          #expect(helps.contains(words[2]))
          types[words[2]] = words[3]
        } else {
          let name = line.prefix { $0 != "{" && $0 != " " }
          let family =
            ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) }
            .map { name.dropLast($0.count) } ?? name
          #expect(types[family] != nil || types[name] != nil, "\(line)")
          #expect((types[name] == "counter") == name.hasSuffix("_total"))
        }
      }
      #expect(text.contains("ilsrender_build_info{version=\"\(ServiceVersion.current)\"} 1"))
      #expect(text.contains("ilsrender_chunk_to_event_seconds_count 1\n"))
      for name in ["process_cpu_seconds_total", "process_start_time_seconds"] {
        #expect(types[name[...]] != nil)
      }
      #expect(types["ilsrender_connections"] == "gauge")
      #expect(!text.contains("\nilsrender_connections 0.0\n"))
    }
  }

  /// Without file descriptors the listener does not listen for a second, and says so once.
  @Test func aConnectionThatCannotBeAcceptedPausesTheListener() throws {
    let metrics = ServiceMetrics()
    let backoff = AcceptBackoff(
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: metrics)
    let channel = EmbeddedChannel(handler: backoff)
    func listening() -> [Bool] { channel.options.compactMap { $0.value as? Bool } }
    let error = IOError(errnoCode: 24, reason: "accept")
    for _ in 0..<3 { channel.pipeline.fireErrorCaught(error) }
    #expect(listening() == [false])
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(listening().last == true)
    channel.pipeline.fireErrorCaught(error)
    #expect(listening().last == false)
    #expect(metrics.text().contains("ilsrender_accept_failures_total 2\n"))
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
  }

  #if os(Linux)
    @Test func theKernelKnowsTheProcess() {
      #expect(ProcessFigures.residentBytes > 1 << 20)
      #expect(ProcessFigures.cpuSeconds > 0)
      #expect((3...ProcessFigures.maximumFiles).contains(ProcessFigures.openFiles))
    }
  #endif
}
