import Foundation

/// All that was measured, and the files that say it.
struct Results: Codable {
  /// Where and when.
  var machine = Self.here
  var headline: [Headline.Row]
  var growth: [Growth.Row]
  var latency: [Latency.Row]
  /// Nil in results from before it was measured.
  var sideBySide: SideBySide.Result?
  /// Nil where ilsrenderd is not built.
  var service: Service.Results?
  var memory: [Memory.Row]
  /// Nil in results from before it was measured.
  var sessionMemory: [SessionMemory.Row]?
  var leaks: [Leaks.Row]

  func write(to folder: String) throws {
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    try write(try json + "\n", to: "results.json")
    try write(Plot.languages(headline), to: "languages.svg")
    try write(Plot.growth(growth.filter { !$0.isCount }), to: "growth.svg")
    try write(Plot.latency(latency), to: "latency.svg")
    if let sideBySide { try write(Plot.sideBySide(sideBySide), to: "sessions.svg") }
    try write(page, to: "report.md")
  }

  private var page: String {
    func block(_ text: String) -> String { "```text\n\(text)\n```" }
    return """
      # Measurements

      Milliseconds and megabytes on the machine that made this page, \(machine);
      [benchmarking](../../../docs/benchmarking.md) says how to read them.

      ## 500 lines of each language

      ![Time by language](languages.svg)

      \(Headline.summary(headline))

      \(block(Headline.text(headline)))

      ## How cost grows

      ![Cost against document size](growth.svg)

      \(block(Growth.text(growth)))

      ## Appending

      ![Latency of an append](latency.svg)

      \(block(Latency.text(latency)))

      ## Sessions side by side

      \(sideBySide.map { "![Lateness second by second](sessions.svg)\n\n" + block(SideBySide.text($0)) } ?? "Not measured.")

      ## The service

      \(service.map { block(Service.text($0)) } ?? "Not measured: ilsrenderd was not built for release.")

      ## Memory

      \(block(Memory.text(memory + (service?.memory ?? []))))

      What sessions keep, in bytes that are allocated for each byte of their text:

      \(sessionMemory.map { block(SessionMemory.text($0)) } ?? "Not measured.")

      What is left when sessions and grammars have gone, in bytes that are allocated:

      \(block(Leaks.text(leaks)))

      """
  }

  /// In general words: what the figures depend on.
  static var here: String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "other"
    #endif
    return "\(ProcessInfo.processInfo.activeProcessorCount) \(architecture) processors, \(date)"
  }
}
