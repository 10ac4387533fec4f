import BenchmarkInputs
import Foundation
import ServiceBench

/// Measurements against one running service, and what it must count the same as its client.
struct ServiceRun {
  let process: ServiceProcess
  private let connection: HTTPConnection
  private var requests = 0
  private var updates = 0
  var results = Service.Results()

  init(process: ServiceProcess) throws {
    self.process = process
    connection = try HTTPConnection(port: process.port)
  }

  /// Once to warm up, then so many times; every answer must be that of the first time.
  mutating func measure(_ request: ServiceRequest, passes: Int) throws {
    let answer = try request.send(over: connection)
    var differing = 0
    let before = process.figures.processorTime
    let times = try (0..<passes).map { _ in
      var body: [UInt8] = []
      let time = try milliseconds { body = try request.send(over: connection) }
      if body != answer { differing += 1 }
      return time
    }
    requests += passes + 1
    add(
      request.name, times, process.figures.processorTime - before, bytes: Double(answer.count))
    if differing > 0 {
      results.failures.append("\(request.name): \(differing) answers differ from the first")
    }
    if answer.count < request.body.count {
      results.failures.append("\(request.name): the answer is shorter than the text")
    }
  }

  mutating func measureStream(chunks: Int) throws {
    // Grammars are loaded by the first code.
    let first = try StreamBench.oneByOne(port: process.port, chunks: 30)
    let before = process.figures.processorTime
    let outcome = try StreamBench.oneByOne(port: process.port, chunks: chunks)
    updates += first.updates + outcome.updates
    add("one stream: chunk to event", outcome, process.figures.processorTime - before)
  }

  mutating func add(_ work: String, _ outcome: StreamOutcome, _ processor: Double) {
    add(work, outcome.milliseconds, processor, bytes: Double(outcome.updateBytes) / Double(outcome.textBytes))
    if outcome.missing > 0 { results.failures.append("\(work): \(outcome.missing) chunks were never shown") }
    if outcome.gaps > 0 { results.failures.append("\(work): \(outcome.gaps) gaps in the numbers of events") }
    // Each chunk of some 65 bytes is an update of its own and brings at most twice its text and the update's frame.
    if outcome.updateBytes > 6 * outcome.textBytes {
      results.failures.append(
        "\(work): \(outcome.updateBytes) bytes of updates for \(outcome.textBytes) of text")
    }
  }

  private mutating func add(_ work: String, _ times: [Double], _ processor: Double, bytes: Double) {
    results.rows.append(
      Service.Row(
        work: work, samples: Samples(times),
        processor: processor.isFinite ? processor / Double(max(1, times.count)) : nil, bytes: bytes,
        passes: times.count))
  }

  /// The service's own counters must say what was asked of it.
  mutating func compareCounts() throws {
    let rendered = try ["render", "highlight"].reduce(0) {
      try $0 + counter("ilsrender_requests_total{method=\"POST\",route=\"/api/v1/\($1)\",status=\"200\"}")
    }
    if rendered != requests {
      results.failures.append("it counts \(rendered) answers to \(requests) requests")
    }
    let counted = try counter("ilsrender_stream_events_total")
    if counted != updates { results.failures.append("it counts \(counted) updates, \(updates) came") }
  }

  /// Streams that come and go; the second half of them must leave nothing behind.
  mutating func load(streams count: Int) throws {
    let message = ServiceRequest.messages[0].body
    let kept = try counter("ilsrender_streams")
    func cycle(_ count: Int) throws {
      for _ in 0..<count {
        let state = try connection.expect(
          "POST", "/api/v1/streams", type: "application/json", body: Array("{}".utf8))
        let path = "/api/v1/streams/" + (try JSONDecoder().decode(Created.self, from: Data(state))).id
        _ = try connection.expect("POST", path + "/chunks", type: "text/markdown", body: message)
        _ = try connection.expect("POST", path + "/finish")
        _ = try connection.expect("DELETE", path)
      }
    }
    try cycle(count / 2)
    let before = process.figures.resident
    try cycle(count - count / 2)
    note("after \(count) streams of 4 KB that came and went")
    let left = process.figures.resident - before
    results.memory.append(Memory.Row(work: "left by the second half of these", megabytes: left))
    results.memory.append(Memory.Row(work: "ilsrenderd, at most", megabytes: process.figures.peak))
    // Of a stream that has gone its number is remembered for a while; pages are what the rest is for.
    let allowed = 8 + 0.002 * Double(count / 2)
    if left > allowed { results.failures.append("\(count / 2) streams left \(left.short) MB") }
    let now = try counter("ilsrender_streams")
    if now != kept { results.failures.append("\(now) streams are kept, and \(kept) were before") }
  }

  /// The part of the answer to a new stream that is of interest.
  private struct Created: Decodable {
    var id: String
  }

  /// A counter or gauge of the service; 0 where it has none of this name.
  private func counter(_ name: String) throws -> Int {
    let text = String(decoding: try connection.expect("GET", "/metrics"), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line.flatMap { Double($0.dropFirst(name.count + 1)) }.map { Int($0) } ?? 0
  }

  mutating func note(_ moment: String) {
    results.memory.append(Memory.Row(work: "ilsrenderd \(moment)", megabytes: process.figures.resident))
  }
}
