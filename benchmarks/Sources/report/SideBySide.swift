import ArgumentParser
import BenchmarkInputs
import Foundation

/// Sessions side by side in real time: how long a token waits for its update, what it costs, and whether work piles up.
struct SideBySide: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "A thousand sessions at once, fed in real time, through the worker pool with colours.",
    discussion: "Takes as many seconds as it measures. Quiet machines only: it is about clocks.")

  @Option(help: "Sessions at once.")
  var sessions = 1000

  @Option(help: "Tokens a second for each of them.")
  var tokens = 100

  @Option(help: "Milliseconds for which text is gathered.")
  var flush = 75

  @Option(help: "Seconds.")
  var seconds = 10

  @Option(help: "Threads of the worker pool; as many as there are processors where none are named.")
  var threads: Int?

  @Flag(help: "Print JSON.")
  var json = false

  struct Result: Codable, Sendable {
    var settings: SessionLoad.Settings
    /// From a token to its update, milliseconds.
    var fromToken: Samples
    /// From when a flush was due to its update.
    var behindFlush: Samples
    /// The same for each second.
    var seconds: [Samples]
    /// Processor milliseconds for a second of one session.
    var processor: Double
    /// Pieces of work that waited in the pool: on average in the first and in the last second, and the most.
    var waitingFirst: Double
    var waitingLast: Double
    var waitingMost: Int
    /// Flushes that found the one before them not done, of so many.
    var lateFlushes: Int
    var flushes: Int
    /// Milliseconds until all was done behind the last flush, and sessions whose code had not all its colours then.
    var rest: Double
    var uncolored: Int
    /// Bytes of updates for each byte of text.
    var updateBytes: Double
  }

  func run() async throws {
    var settings = SessionLoad.Settings()
    (settings.sessions, settings.tokensPerSecond) = (max(1, sessions), max(1, tokens))
    (settings.flush, settings.seconds) = (max(1, flush), max(1, seconds))
    if let threads { settings.threads = max(1, threads) }
    let result = try Self.measure(settings)
    print(json ? try result.json : Self.text(result))
  }

  static func measure(_ settings: SessionLoad.Settings) throws -> Result {
    let outcome = try SessionLoad(settings, highlighter: RenderBench().highlighter).run()
    let flushes = outcome.behindFlush.flatMap { $0 }
    func mean(_ depths: some Collection<Int>) -> Double {
      depths.isEmpty ? 0 : Double(depths.reduce(0, +)) / Double(depths.count)
    }
    return Result(
      settings: settings, fromToken: Samples(outcome.fromToken), behindFlush: Samples(flushes),
      seconds: outcome.behindFlush.filter { !$0.isEmpty }.map { Samples($0) },
      processor: outcome.processor / Double(settings.sessions * settings.seconds),
      waitingFirst: mean(outcome.waiting.prefix(10)), waitingLast: mean(outcome.waiting.suffix(10)),
      waitingMost: outcome.waiting.max() ?? 0, lateFlushes: outcome.lateFlushes,
      flushes: flushes.count, rest: outcome.rest, uncolored: outcome.uncolored,
      updateBytes: Double(outcome.updateBytes) / Double(max(1, outcome.textBytes)))
  }

  static func text(_ result: Result) -> String {
    let settings = result.settings
    let times = [("a token to its update", result.fromToken), ("behind the flush", result.behindFlush)]
    return """
      \(settings.sessions) sessions, \(settings.tokensPerSecond) tokens a second each, gathered for \(settings.flush) ms, \
      \(settings.seconds) s, \(settings.threads) workers

      \(table(
        [["ms", "p50", "p90", "p99"]]
          + times.map { [$0.0, $0.1.p50.short, $0.1.p90.short, $0.1.p99.short] }))

      processor: \(result.processor.short) ms for a second of a session
      updates: \(result.updateBytes.short) bytes for a byte of text
      waiting in the pool: \(result.waitingFirst.short) in the first second, \(result.waitingLast.short) in the last, \
      \(result.waitingMost) at most
      late: \(result.lateFlushes) of \(result.flushes) flushes; all done \(result.rest.short) ms after the last one, \
      \(result.uncolored) sessions without all colours
      """
  }
}
