internal import StyledRuns
internal import TextMate

/// What a session knows of the colours of one code block that may still grow.
///
/// Lines are tokenized when they come, or later by a worker: lines from `pending` on wait for that, and their text is
/// kept for as long.
struct CodeTrack {
  let id: BlockID
  var header: CodeBlock.Header
  var tokenizer: CodeTokenizer?
  /// Of a block without a label, until its language is decided for good.
  var probe: LanguageProbe?
  private(set) var job: HighlightJob?

  /// The state before each line, and behind the last coloured one.
  private(set) var states: [LineState] = [.initial]
  /// Which of the coloured lines met a limit; few, in rising order.
  private(set) var limited: [Int] = []
  /// The texts of the lines that wait for colours.
  private(set) var pendingTexts: [String] = []
  /// How many of the pending lines are as the job got them.
  private(set) var unchangedSinceJob = 0
  /// The last line as it is shown, where it is known.
  private(set) var last: CodeLine?

  /// What the client was last told of the colours.
  var shown = CodeBlock.Highlighting.none

  /// Whole lines and open ones tokenized; for tests of cost.
  private(set) var tokenizedLines = 0

  init(id: BlockID, header: CodeBlock.Header) {
    self.id = id
    self.header = header
  }

  /// Lines that have colours.
  var coloredCount: Int { states.count - 1 }
  var lineCount: Int { coloredCount + pendingTexts.count }
  var hasPending: Bool { !pendingTexts.isEmpty }
  /// Whether the block's lines get colours.
  var isColored: Bool { header.language != nil && header.highlighting != .none }

  /// What the lines known so far say of the block's colours.
  var highlighting: CodeBlock.Highlighting {
    if !isColored { return header.highlighting }
    if hasPending { return .pending }
    return limited.isEmpty ? .complete : .limited(plainLines: limited.count)
  }

  /// Forgets the lines from `keep` on.
  mutating func truncate(to keep: Int) {
    if keep < lineCount { last = nil }
    if keep >= coloredCount {
      pendingTexts.removeSubrange(min(keep - coloredCount, pendingTexts.count)...)
      unchangedSinceJob = min(unchangedSinceJob, pendingTexts.count)
    } else {
      states.removeSubrange((keep + 1)...)
      while let index = limited.last, index >= keep { limited.removeLast() }
      pendingTexts.removeAll()
      unchangedSinceJob = 0
    }
    if unchangedSinceJob == 0 { job?.cancel() }
  }

  /// Colours a line that comes next; nothing may be pending.
  mutating func color(_ line: inout CodeLine, with tokenizer: CodeTokenizer, scopes: inout ScopeTable) {
    let (runs, result) = tokenizer.runs(of: line.text, from: states[states.count - 1], scopes: &scopes)
    line.runs = runs
    accept(result)
    last = line
    tokenizedLines += 1
  }

  /// Takes a line that comes next and waits for its colours; it is shown as it is.
  mutating func postpone(_ line: CodeLine) {
    pendingTexts.append(line.text)
    last = line
  }

  /// The last line goes on behind what is tokenized of it, so that its tokens stay.
  mutating func extendLast(with line: CodeLine) { last = line }

  /// The last pending line goes on.
  mutating func replaceLastPending(with line: CodeLine) {
    pendingTexts[pendingTexts.count - 1] = line.text
    unchangedSinceJob = min(unchangedSinceJob, pendingTexts.count - 1)
    last = line
  }

  /// Colours the first pending line, which no job has.
  mutating func colorPending(with tokenizer: CodeTokenizer, scopes: inout ScopeTable) -> [CodeRun] {
    var line = CodeLine(text: pendingTexts[0])
    let isLast = pendingTexts.count == 1
    let shown = last
    color(&line, with: tokenizer, scopes: &scopes)
    if !isLast { last = shown }
    pendingTexts.removeFirst()
    return line.runs
  }

  mutating func didSubmit(_ job: HighlightJob) {
    self.job = job
    unchangedSinceJob = job.lineCount
    tokenizer = nil
  }

  /// Takes a finished job's lines, as far as they are still those that it was given. Nil where there are none.
  mutating func collect(scopes: inout ScopeTable) -> (first: Int, runs: [[CodeRun]])? {
    guard let job, job.isDone else { return nil }
    self.job = nil
    tokenizer = job.tokenizer
    guard let tokenizer else {
      // No grammar after all: the lines stay plain.
      if !job.wasCancelled { header.highlighting = .none }
      if !job.wasCancelled { pendingTexts.removeAll() }
      return nil
    }
    let count = min(unchangedSinceJob, job.lines.count)
    unchangedSinceJob = 0
    guard count > 0 else { return nil }
    let first = coloredCount
    var runs: [[CodeRun]] = []
    for index in 0..<count {
      runs.append(tokenizer.runs(of: job.lines[index].tokens, scopes: &scopes))
      accept(job.lines[index].result)
    }
    tokenizedLines += count
    if count == pendingTexts.count { last = CodeLine(text: pendingTexts[count - 1], runs: runs[count - 1]) }
    pendingTexts.removeSubrange(..<count)
    return (first, runs)
  }

  private mutating func accept(_ result: LineResult) {
    if result.isLimited { limited.append(coloredCount) }
    states.append(result.state)
  }
}
