import ArgumentParser
import BenchmarkInputs
import Foundation
import ServiceBench

/// The service as its clients meet it: `ilsrenderd` as a process, requests and streams over loopback.
struct Service: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Requests and streams of ilsrenderd over loopback: how long, how much, and what memory it takes.",
    discussion: "Needs ilsrenderd: swift build -c release --product ilsrenderd, or name one in ILSRENDERD.")

  @Option(help: "Passes for each request.")
  var passes = 100

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Few passes and no times: fail where an answer, an event or a count is not what it must be.")
  var check = false

  /// One kind of request or stream.
  struct Row: Codable, Sendable {
    var work: String
    /// From asking to the whole answer, or from a chunk to its event; milliseconds.
    var samples: Samples
    /// What processors worked in the service for each, in milliseconds; NaN is not JSON, so nil where it is unknown.
    var processor: Double?
    /// Of one answer, or of all events for a byte of text.
    var bytes: Double
    var passes: Int
  }

  struct Results: Codable, Sendable {
    var rows: [Row] = []
    var memory: [Memory.Row] = []
    /// What was not as it must be.
    var failures: [String] = []
  }

  func run() async throws {
    guard let program = ServiceProcess.program(isReleased: !check) else {
      if check { return print("skipped: the service (ilsrenderd is not built)") }
      throw ValidationError("build it first: swift build -c release --product ilsrenderd")
    }
    let results = try Self.measure(program: program, passes: check ? 3 : passes, isShort: check)
    if json {
      print(try results.json)
    } else {
      if !check { print(Self.text(results) + "\n") }
      print(Memory.text(results.memory))
    }
    for failure in results.failures { print("service: \(failure)") }
    if check, results.failures.isEmpty {
      print(
        "service: every answer the same, every chunk shown once, the service's counts are ours (\(program))")
    }
    if !results.failures.isEmpty { throw ExitCode.failure }
  }

  static func text(_ results: Results) -> String {
    table(
      [["service", "p50", "p90", "p99", "processor", "bytes", "passes"]]
        + results.rows.map {
          [
            $0.work, $0.samples.p50.short, $0.samples.p90.short, $0.samples.p99.short,
            $0.processor?.short ?? "-", $0.bytes < 100 ? "\($0.bytes.short) a byte" : "\(Int($0.bytes))",
            "\($0.passes)",
          ]
        })
  }

  static func measure(program: String, passes: Int, isShort: Bool) throws -> Results {
    var run = try ServiceRun(
      process: ServiceProcess(program: program, settings: ["--flush-milliseconds", "1"]))
    defer { run.process.stop() }
    run.note("at the start")
    try run.process.run {
      for request in ServiceRequest.messages { try run.measure(request, passes: passes * 5) }
      for request in try ServiceRequest.code() { try run.measure(request, passes: passes) }
      try run.measureStream(chunks: passes * 10)
      run.note("after these")
      try run.compareCounts()
      try run.load(streams: isShort ? 400 : 5_000)
    }
    if !isShort {
      // With the settings that a service has: chunks may be gathered for 75 ms.
      let usual = try ServiceProcess(program: program)
      defer { usual.stop() }
      _ = try StreamBench.oneByOne(port: usual.port, chunks: 50)
      let before = usual.figures.processorTime
      let outcome = try StreamBench.together(port: usual.port, streams: 100, chunksPerSecond: 10, seconds: 5)
      run.add(
        "100 streams, 10 chunks/s each: chunk to event", outcome, usual.figures.processorTime - before)
      run.results.memory.append(
        Memory.Row(work: "ilsrenderd, at most, with 100 streams at once", megabytes: usual.figures.peak))
    }
    return run.results
  }
}
