internal import Synchronization
internal import TextMate

/// A number of lines of one code block that a worker tokenizes. The tokenizer travels with the job.
///
/// The session accesses `tokenizer` and `lines` before it submits the job and after `isDone`; the worker
/// accesses them in between.
// Unchecked: the atomic `done` orders the accesses. The worker releases it and the session acquires it.
final class HighlightJob: @unchecked Sendable {
  struct JobLine {
    var tokens: [Token]
    var result: LineResult
    /// The number of UTF-8 bytes that were tokenized.
    var length: Int
  }

  /// The largest job. A larger one would keep a worker from other sessions for too long.
  static let mostLines = 500
  static let mostBytes = 1 << 16

  /// The tokenizer; nil until the worker has loaded the grammar, or if there is no grammar.
  private(set) var tokenizer: CodeTokenizer?
  /// The tokenized lines. After a cancellation, only the first ones.
  private(set) var lines: [JobLine] = []

  private let texts: [String]
  private let start: LineState
  private let makeTokenizer: @Sendable () -> CodeTokenizer?
  private let done = Atomic(false)
  private let cancelled = Atomic(false)

  /// Creates a job for as many of the texts as fit, from the first on.
  ///
  /// - Parameters:
  ///   - texts: The pending lines of a code block.
  ///   - limit: The length limit of lines, in bytes. The rest of a longer line is not copied.
  ///   - start: The tokenizer state before the first line.
  ///   - tokenizer: The block's tokenizer, if it has one.
  ///   - makeTokenizer: Creates the tokenizer on the worker's thread; it may load a grammar.
  init(
    texts: [String], limit: Int, from start: LineState, tokenizer: CodeTokenizer?,
    makeTokenizer: @escaping @Sendable () -> CodeTokenizer?
  ) {
    var bytes = 0
    self.texts = texts.prefix(Self.mostLines).prefix { text in
      defer { bytes += text.utf8.count }
      return bytes < Self.mostBytes
    }.map { text in
      // Four bytes more than the limit, so that the line is longer than the limit even if the cut removes a
      // partial character.
      text.utf8.count - 4 <= limit ? text : String(decoding: text.utf8.prefix(limit + 4), as: UTF8.self)
    }
    self.start = start
    self.tokenizer = tokenizer
    self.makeTokenizer = makeTokenizer
  }

  /// The number of lines in the job.
  var lineCount: Int { texts.count }

  /// Tokenizes the lines. Returns early after ``cancel()``.
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
      lines.append(JobLine(tokens: tokens, result: result, length: text.utf8.count))
      state = result.state
    }
  }

  /// Cancels the job. The worker stops at the next line.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  var wasCancelled: Bool { cancelled.load(ordering: .relaxed) }
  var isDone: Bool { done.load(ordering: .acquiring) }
}
