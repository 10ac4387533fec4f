internal import Synchronization
internal import TextMate

/// Lines of one code block on their way through a worker: handed over with the tokenizer, fetched with the tokens.
///
/// The session touches `tokenizer` and `lines` before it submits the job and after it was told that the job is
/// done, the worker in between.
// Unchecked: the hand-over is ordered by `done`, an atomic that the worker releases and the session acquires.
final class HighlightJob: @unchecked Sendable {
  struct Line {
    var tokens: [Token]
    var result: LineResult
    /// UTF-8 bytes of the line that the tokens are of.
    var length: Int
  }

  /// A job of more lines or bytes would keep a worker from other sessions for too long.
  static let mostLines = 500
  static let mostBytes = 1 << 16

  /// The tokenizer; nil until the worker has loaded the grammar, and where there is none.
  private(set) var tokenizer: CodeTokenizer?
  /// What the worker made of the lines, the first ones first.
  private(set) var lines: [Line] = []

  private let texts: [String]
  private let start: LineState
  private let makeTokenizer: @Sendable () -> CodeTokenizer?
  private let done = Atomic(false)
  private let cancelled = Atomic(false)

  /// A job for the first of the texts, as many as one job takes. Lines longer than `limit` bytes are not tokenized
  /// to their end, and what is behind that is not copied.
  init(
    texts: [String], limit: Int, from start: LineState, tokenizer: CodeTokenizer?,
    makeTokenizer: @escaping @Sendable () -> CodeTokenizer?
  ) {
    var bytes = 0
    self.texts = texts.prefix(Self.mostLines).prefix { text in
      defer { bytes += text.utf8.count }
      return bytes < Self.mostBytes
    }.map { text in
      // Longer than the limit by whole characters, whatever is cut through.
      text.utf8.count - 4 <= limit ? text : String(decoding: text.utf8.prefix(limit + 4), as: UTF8.self)
    }
    self.start = start
    self.tokenizer = tokenizer
    self.makeTokenizer = makeTokenizer
  }

  /// How many lines it was given.
  var lineCount: Int { texts.count }

  /// Tokenizes the lines; gives up early once cancelled.
  func run() {
    defer { done.store(true, ordering: .releasing) }
    if wasCancelled { return }
    if tokenizer == nil { tokenizer = makeTokenizer() }
    guard let tokenizer else { return }
    var state = start
    lines.reserveCapacity(texts.count)
    for text in texts {
      if wasCancelled { return }
      let (tokens, result) = tokenizer.tokens(of: text, from: state)
      lines.append(Line(tokens: tokens, result: result, length: text.utf8.count))
      state = result.state
    }
  }

  /// Says that nobody needs the lines any more.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  var wasCancelled: Bool { cancelled.load(ordering: .relaxed) }
  var isDone: Bool { done.load(ordering: .acquiring) }
}
