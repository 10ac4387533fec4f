import Benchmark
import BenchmarkInputs
import ServiceBench
import Synchronization

/// The service that is measured, and who asks it; each benchmark has its own, so that they share nothing.
struct Measured {
  let process: ServiceProcess
  let connection: HTTPConnection
  let stream: StreamProbe

  init(program: String) throws {
    process = try ServiceProcess(program: program, settings: ["--flush-milliseconds", "1"])
    connection = try HTTPConnection(port: process.port)
    stream = try StreamProbe(port: process.port)
  }
}

let measured = Mutex<Measured?>(nil)

/// `ilsrenderd` over loopback, its cache of answers off: a chat message, code, and chunks of a stream to their events.
/// `ILSRENDERD` names the program, else it is the release build of this checkout; without one there is nothing to
/// measure.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], maxDuration: .seconds(2), maxIterations: 2_000)
  guard let program = ServiceProcess.program(isReleased: true) else {
    return print(
      "skipped: the service; swift build -c release --product ilsrenderd, or name it in ILSRENDERD")
  }
  func measure(
    _ name: String, before: @escaping @Sendable (Measured) -> Void = { _ in },
    _ pass: @escaping @Sendable (Measured) throws -> Void
  ) {
    Benchmark(name) { benchmark in
      try measured.withLock { measured in
        guard let measured else { return }
        before(measured)
        benchmark.startMeasurement()
        try pass(measured)
        benchmark.stopMeasurement()
      }
    } setup: {
      try measured.withLock {
        $0 = try Measured(program: program)
        // Grammars are loaded by the first pass.
        if let measured = $0 { for _ in 0..<30 { try pass(measured) } }
      }
    } teardown: {
      measured.withLock {
        $0?.process.stop()
        $0 = nil
      }
    }
  }
  for request in ServiceRequest.messages + ((try? ServiceRequest.code()) ?? []) {
    measure(request.name) { try request.send(over: $0.connection) }
  }
  measure("chunk of a stream to its event", before: { $0.stream.rest() }) { try $0.stream.step() }
}
