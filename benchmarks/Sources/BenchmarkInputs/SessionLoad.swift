public import Rendering
internal import Foundation

/// Many sessions side by side in real time, as a service has them: tokens come for each at a steady pace, a clock
/// hands what has come to the worker pool every so often, and workers append it, colour it and write the update.
public final class SessionLoad: Sendable {
  public struct Settings: Sendable, Codable {
    public var sessions = 1000
    /// For each session; a token has four bytes.
    public var tokensPerSecond = 100
    /// How long text is gathered, in milliseconds.
    public var flush = 75
    public var seconds = 10
    public var threads = ProcessInfo.processInfo.activeProcessorCount

    public init() {}
  }

  /// What was measured; times in milliseconds.
  public struct Outcome: Sendable {
    /// For each token, from when it came until its update was written.
    public var fromToken: [Double] = []
    /// For each flush, from when it was due until its update was written; by the second in which it was due.
    public var behindFlush: [[Double]] = []
    /// Pieces of work in the pool's queue, ten times a second.
    public var waiting: [Int] = []
    /// Flushes that found the one before them not done.
    public var lateFlushes = 0
    /// Sessions of which code still waited for its colours when all else was done.
    public var uncolored = 0
    /// What processors worked for all of it, the clock included.
    public var processor = 0.0
    /// How long it took to do what was left after the last flush.
    public var rest = 0.0
    /// Bytes of text, and of all updates.
    public var textBytes = 0
    public var updateBytes = 0
  }

  static let tokenBytes = 4

  private let settings: Settings
  private let highlighter: Highlighter
  private let texts: [[UInt8]]

  /// Reads the grammars and compiles what the texts reach of them, so that this is not measured.
  public init(_ settings: Settings, highlighter: Highlighter) throws {
    self.settings = settings
    self.highlighter = highlighter
    texts = try Self.texts(bytes: settings.seconds * settings.tokensPerSecond * Self.tokenBytes)
    let bench = SessionBench(highlighter: highlighter)
    for text in texts { _ = bench.append([text]) }
  }

  /// What assistants answer, with code of ten languages; each text begins with another part of it.
  private static func texts(bytes count: Int) throws -> [[UInt8]] {
    let languages = [
      "swift", "typescript", "python", "rust", "go", "cpp", "java", "html", "json", "shellscript",
    ]
    let answer = MarkdownShape.answer.document(bytes: 2_000)
    let parts = try languages.map { answer + [10] + (try CodeSample.of($0, lines: 24)).markdown + [10] }
    return parts.indices.map { first in
      var text: [UInt8] = []
      var next = first
      while text.count < count {
        text += parts[next % parts.count]
        next += 1
      }
      return text
    }
  }

  /// Runs for as many seconds as the settings say, and until what came is done.
  public func run() throws -> Outcome {
    let pool = try WorkerPool(threads: settings.threads, capacity: 4 * settings.sessions)
    defer { pool.stop() }
    let clock = ContinuousClock()
    let start = clock.now.advanced(by: .milliseconds(50))
    let flush = Duration.milliseconds(settings.flush)
    let lanes = (0..<settings.sessions).map { index in
      SessionLane(
        text: texts[index % texts.count], start: start.advanced(by: flush * index / settings.sessions),
        interval: Duration.seconds(1) / settings.tokensPerSecond, begin: start, pool: pool,
        session: RenderSession(highlighter: highlighter, pool: pool))
    }
    let processor = ProcessFigures.own.processorTime
    var outcome = Outcome()
    let flushes = settings.seconds * 1000 / settings.flush
    var sampled = start
    for count in 1...flushes {
      for lane in lanes {
        let due = lane.start.advanced(by: flush * count)
        while clock.now < due {
          // Several are due each millisecond; sleeping for each would cost more than they do.
          Thread.sleep(forTimeInterval: 0.0005)
          if clock.now - sampled > .milliseconds(100) {
            outcome.waiting.append(pool.depth)
            sampled = clock.now
          }
        }
        lane.submit(due: due)
      }
    }
    let end = clock.now
    while pool.depth > 0 || lanes.contains(where: \.isBusy) { Thread.sleep(forTimeInterval: 0.0005) }
    outcome.rest = (clock.now - end).milliseconds
    outcome.processor = ProcessFigures.own.processorTime - processor
    outcome.behindFlush = Array(repeating: [], count: settings.seconds + 1)
    for lane in lanes { lane.add(to: &outcome) }
    while outcome.behindFlush.last?.isEmpty == true { outcome.behindFlush.removeLast() }
    return outcome
  }
}
