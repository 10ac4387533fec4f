import ArgumentParser
import Foundation

/// All measurements as files for people and for programs.
struct Write: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure all and write report.md, results.json and the plots to a folder.")

  @Argument(help: "The folder; made if it is not there.")
  var folder: String

  struct Results: Codable {
    var headline: [Headline.Row]
    var growth: [Growth.Row]
    var latency: [Latency.Row]
    var memory: [Memory.Row]
  }

  func run() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    say("memory")
    let memory = try Memory.measure()
    say("append latency")
    let latency = Latency.measure()
    say("growth")
    let growth = try Growth.measure(countsOnly: false)
    say("headline: 500 lines of each language")
    let headline = try await Headline.measure(passes: 31, coldPasses: 5)

    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try write(
      String(
        decoding: try encoder.encode(
          Results(headline: headline, growth: growth, latency: latency, memory: memory)), as: UTF8.self)
        + "\n", to: "results.json")
    try write(Plot.languages(headline), to: "languages.svg")
    try write(Plot.growth(growth.filter { !$0.isCount }), to: "growth.svg")
    try write(Plot.latency(latency), to: "latency.svg")
    try write(
      """
      # Measurements

      Milliseconds and megabytes on the machine that made this page; see [benchmarking](../../docs/benchmarking.md).

      ## 500 lines of each language

      ![Time by language](languages.svg)

      \(Headline.summary(headline))

      ```text
      \(Headline.text(headline))
      ```

      ## How cost grows

      ![Cost against document size](growth.svg)

      ```text
      \(Growth.text(growth))
      ```

      ## Appending

      ![Latency of an append](latency.svg)

      ```text
      \(Latency.text(latency))
      ```

      ## Memory

      ```text
      \(Memory.text(memory))
      ```

      """, to: "report.md")
    say("wrote \(folder)/report.md")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
