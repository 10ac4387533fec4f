#if os(Linux)
  import Foundation
  import FoundationNetworking
  import Testing

  /// Failures of the service that renders for the filter. In every case, the output equals that of the filter
  /// alone, with each line once.
  @Suite struct ServiceFailureTests {
    /// A service of its own for a test, on a port that was free or that another one had before.
    private final class Service {
      private let process = Process()
      let port: Int

      init(port: Int = 0, settings: [String] = []) throws {
        process.executableURL = Program.folder.appending(path: "ilsrenderd")
        process.arguments = ["--port", "\(port)", "--retry-milliseconds", "10"] + settings
        let log = Pipe()
        process.standardError = log
        try process.run()
        // It says where it listens once it does.
        var said = ""
        var found: Int?
        while found == nil {
          let piece = log.fileHandleForReading.availableData
          if piece.isEmpty { break }
          said += String(decoding: piece, as: UTF8.self)
          found = said.firstMatch(of: /listening on 127\.0\.0\.1:([0-9]+)/).flatMap { Int($0.1) }
        }
        self.port = try #require(found, "\(said)")
      }

      var address: String { "http://127.0.0.1:\(port)" }

      /// Waits until somebody has begun a stream.
      func waitForStream() throws {
        let list = try #require(URL(string: address + "/api/v1/streams"))
        while !String(decoding: try Data(contentsOf: list), as: UTF8.self).contains("\"total\":1") {
          usleep(10_000)
        }
      }

      /// Ends it as a crash would.
      func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }

      deinit { kill() }
    }

    private static let markdown = (
      "# One\n\nText with `code`.\n\n```swift\nlet a = 1 // comment\n```\n\n- a\n- b\n\nMarker.\n\n",
      "| a | b |\n|---|---|\n| 1 | 2 |\n\nMore *text*.\n\n```swift\nlet b = 2\n```\n"
    )
    private static let messages = (
      #"{"type":"user","message":{"role":"user","content":"Hello"}}"# + "\n"
        + #"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Marker. `x`"}]}}"#
        + "\n",
      #"{"type":"user","message":{"role":"user","content":"And more"}}"# + "\n"
        + #"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"```swift\nlet a = 1\n```"}]}}"#
        + "\n"
    )

    enum Fate: CaseIterable { case comesBack, staysAway }

    /// The line of output that holds `Marker` is written before the service goes.
    private static func check(
      _ parts: (String, String), _ fate: Fate, _ options: [String]
    ) throws {
      let alone = try Program().run(options, input: parts.0 + parts.1)
      #expect(alone.status == 0)
      var service = try Service()
      let filter = try Filter(options + ["--server", service.address])
      filter.write(parts.0)
      try service.waitForStream()
      let isLive = options.contains("ansi")
      let begun = isLive ? filter.read(until: "Marker") : ""
      service.kill()
      filter.write(parts.1)
      if fate == .comesBack { service = try Service(port: service.port) }
      let result = try filter.finish()
      #expect(result.status == 0, "\(result.errors)")
      #expect(begun + result.output == alone.output)
      if isLive {
        #expect(begun.contains("Marker"))
        #expect(result.errors.contains(fate == .comesBack ? "it is begun anew" : "rendering goes on here"))
      }
      withExtendedLifetime(service) {}
    }

    @Test(arguments: Fate.allCases)
    func aDocumentInATerminalGoesOn(_ fate: Fate) throws {
      try Self.check(
        Self.markdown, fate,
        ["--format", "ansi", "--color", "always"])
    }

    @Test(arguments: Fate.allCases)
    func aConversationInATerminalGoesOn(_ fate: Fate) throws {
      try Self.check(
        Self.messages, fate,
        ["--format", "ansi", "--color", "always", "--input", "stream-json"])
    }

    @Test(arguments: ["html", "text", "ir"])
    func otherFormatsAreCompleteAfterAFailure(_ format: String) throws {
      try Self.check(Self.markdown, .comesBack, ["--format", format])
    }

    /// What was not understood is told as without a service.
    @Test(arguments: ["ansi", "text", "html"]) func whatIsNotUnderstoodIsTold(_ format: String) throws {
      let service = try Service()
      let folder = FileManager.default.temporaryDirectory.appending(path: "ilsrender-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let latin1: [UInt8] = [0x61, 0xE4, 0x62, 0xF6, 0x0A]
      let broken = Self.messages.0 + "{broken\n" + Self.messages.1
      let files = [
        ("latin1.md", Data(latin1)), ("binary.md", Data([0x00] + latin1)), ("empty.md", Data()),
        ("broken.md", Data(broken.utf8)), ("whole.md", Data(Self.markdown.0.utf8)),
      ]
      for (name, bytes) in files {
        let file = folder.appending(path: name)
        try bytes.write(to: file)
        let options = ["--format", format, file.path]
        let alone = try Program().run(options)
        let result = try Program().run(options + ["--server", service.address])
        #expect(result.status == alone.status, "\(name)")
        #expect(result.errors == alone.errors, "\(name)")
        #expect(result.output == alone.output, "\(name)")
      }
    }

    @Test func invalidBytesFromAPipeAreTold() throws {
      let service = try Service()
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = [
        "-c", #"printf 'a\xe4b\n' | "$0" --format ansi --server "$1""#,
        Program.folder.path + "/ilsrender", service.address,
      ]
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      try process.run()
      let said = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 3)
      #expect(
        String(decoding: said, as: UTF8.self)
          == "ilsrender: the input is no valid UTF-8; a sequence of bytes shown as \u{FFFD}\n")
    }

    /// The rest is rendered here after the service has refused it.
    @Test func whatIsNotUnderstoodHereIsTold() throws {
      let service = try Service(settings: ["--max-stream-bytes", "100"])
      let text = Self.messages.0 + "{broken\n" + Self.messages.1
      let result = try Program().run(["--format", "text", "--server", service.address], input: text)
      #expect(result.errors.contains("skipped 1 broken line"), "\(result.errors)")
      #expect(result.status == 3)
    }

    @Test func aProducerMayPauseForLongerThanAStreamIsKept() throws {
      let service = try Service(settings: ["--stream-idle-seconds", "1"])
      let filter = try Filter(["--format", "text", "--server", service.address])
      filter.write("first\n\n")
      sleep(3)
      filter.write("later\n")
      let result = try filter.finish()
      #expect(result.output == "first\n\nlater\n")
      #expect(result.errors == "")
      #expect(result.status == 0)
    }

    /// The service takes no more of the text: the rest is rendered here, and that is said.
    @Test func aTextThatTheServiceRefusesIsRenderedHere() throws {
      let service = try Service(settings: ["--max-stream-bytes", "100"])
      let text = String(repeating: "A line of text.\n\n", count: 30)
      let result = try Program().run(["--format", "text", "--server", service.address], input: text)
      #expect(result.output == (try Program().run(["--format", "text"], input: text).output))
      #expect(result.errors == "ilsrender: a stream holds at most 100 bytes; rendering goes on here\n")
      #expect(result.status == 0)
    }
  }
#endif
