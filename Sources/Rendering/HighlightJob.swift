internal import Synchronization
internal import TextMate

/// Lines of one code block on their way through a worker: handed over with the tokenizer, fetched with the tokens.
///
/// The session touches `tokenizer` and `lines` before it submits the job and after it was told that the job is
/// done, the worker in between.
// Unchecked: the hand-over is ordered by `state`, an atomic that the worker releases and the session acquires.
final class HighlightJob: @unchecked Sendable {
  enum State: UInt8, AtomicRepresentable {
    case waiting, done, cancelled
  }

  struct Line {
    var tokens: [Token]
    var result: LineResult
  }

  let state = Atomic(State.waiting)
  /// The tokenizer; nil until the worker has loaded the grammar, and where there is none.
  var tokenizer: CodeTokenizer?
  /// What the worker made of the lines, the first ones first.
  var lines: [Line] = []

  private let texts: [String]
  private let start: LineState
  private let makeTokenizer: @Sendable () -> CodeTokenizer?

  init(
    texts: [String], from start: LineState, tokenizer: CodeTokenizer?,
    makeTokenizer: @escaping @Sendable () -> CodeTokenizer?
  ) {
    self.texts = texts
    self.start = start
    self.tokenizer = tokenizer
    self.makeTokenizer = makeTokenizer
  }

  /// Tokenizes the lines; gives up early once cancelled.
  func run() {
    if tokenizer == nil { tokenizer = makeTokenizer() }
    if let tokenizer {
      var state = start
      lines.reserveCapacity(texts.count)
      for text in texts {
        if self.state.load(ordering: .relaxed) == .cancelled { break }
        let (tokens, result) = tokenizer.tokens(of: text, from: state)
        lines.append(Line(tokens: tokens, result: result))
        state = result.state
      }
    }
    _ = state.compareExchange(expected: .waiting, desired: .done, ordering: .acquiringAndReleasing)
  }

  /// Says that nobody needs the lines any more.
  func cancel() {
    _ = state.compareExchange(expected: .waiting, desired: .cancelled, ordering: .relaxed)
  }

  var isDone: Bool { state.load(ordering: .acquiring) == .done }
}
