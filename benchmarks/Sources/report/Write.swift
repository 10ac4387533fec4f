import ArgumentParser
import BenchmarkInputs
import Foundation
import ServiceBench

/// All measurements as files for people and for programs.
struct Write: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure all and write report.md, results.json and the plots to a folder.")

  @Argument(help: "The folder; made if it is not there.")
  var folder: String

  @Option(help: "Warm passes for each language and format.")
  var passes = 31

  @Option(help: "Cold passes for each language and format, each in a process of its own.")
  var coldPasses = 5

  func run() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let start = ContinuousClock.now
    func step(_ name: String) { say("\(Int((ContinuousClock.now - start) / .seconds(1))) s: \(name)") }
    // First of all, because memory is not given back.
    step("memory")
    let memory = try await Memory.measure()
    step("what is left behind")
    let leaks = try Leaks.measure(sessions: 2_000, catalogues: 20)
    step("what sessions keep")
    let sessionMemory = SessionMemory.measure()
    step("sessions side by side")
    let sideBySide = try SideBySide.measure(SessionLoad.Settings())
    step("append latency")
    let latency = Latency.measure()
    step("growth")
    let growth = try Growth.measure(countsOnly: false, largest: 1000)
    var service: Service.Results?
    if let program = ServiceProcess.program(isReleased: true) {
      step("the service")
      service = try Service.measure(program: program, passes: 100, isShort: false)
    } else {
      say("skipped: the service (ilsrenderd is not built for release)")
    }
    step("headline")
    let headline = try await Headline.measure(passes: passes, coldPasses: coldPasses)
    try Results(
      headline: headline, growth: growth, latency: latency, sideBySide: sideBySide, service: service,
      memory: memory, sessionMemory: sessionMemory, leaks: leaks
    ).write(to: folder)
    step("wrote \(folder)/report.md")
    for failure in service?.failures ?? [] { say("service: \(failure)") }
  }
}

/// The report and the plots anew, of measurements that were made.
struct Redraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write report.md and the plots anew from the results.json that is in a folder.")

  @Argument(help: "The folder.")
  var folder: String

  func run() async throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/results.json"))
    try JSONDecoder().decode(Results.self, from: data).write(to: folder)
  }
}
