internal import StyledRuns
internal import TextMate

/// What a session knows of the colours of one code block that may still grow.
///
/// Lines are tokenized when they come, or later by a worker: lines from `pending` on wait for that, and their text is
/// kept for as long.
struct CodeBlockState {
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
  /// The texts of the lines that wait for colours. The last one grows in place.
  private(set) var pendingTexts: [String] = []
  /// How many of the pending lines are as the job got them, as far as they are tokenized.
  private(set) var unchangedSinceJob = 0
  /// How the last line is shown, where it is known.
  private var lastRuns: [CodeRun]?
  /// The last line's text where it does not wait for colours. It grows in place.
  private var lastText = ""

  /// What the client was last told of the colours.
  var shown = CodeBlock.Highlighting.none

  /// Whole lines and open ones tokenized; for tests of cost.
  private(set) var tokenizedLines = 0

  init(id: BlockID, header: CodeBlock.Header) {
    self.id = id
    self.header = header
  }

  /// Lines that have colours.
  var highlightedCount: Int { states.count - 1 }
  var lineCount: Int { highlightedCount + pendingTexts.count }
  var hasPending: Bool { !pendingTexts.isEmpty }
  /// Whether the block's lines get colours.
  var isHighlighted: Bool { header.language != nil && header.highlighting != .none }

  /// What the lines known so far say of the block's colours.
  var highlighting: CodeBlock.Highlighting {
    if !isHighlighted { return header.highlighting }
    if hasPending { return .pending }
    return limited.isEmpty ? .complete : .limited(plainLines: limited.count)
  }

  /// Forgets the lines from `keep` on.
  mutating func truncate(to keep: Int) {
    if keep < lineCount { forgetLast() }
    if keep >= highlightedCount {
      pendingTexts.removeSubrange(min(keep - highlightedCount, pendingTexts.count)...)
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
  mutating func highlight(_ line: inout CodeLine, with tokenizer: CodeTokenizer, scopes: inout ScopeTable) {
    let (runs, result) = tokenizer.runs(of: line.text, from: states[states.count - 1], scopes: &scopes)
    line.runs = runs
    accept(result)
    (lastRuns, lastText) = (runs, line.text)
    tokenizedLines += 1
  }

  /// Takes a line that comes next and waits for its colours; it is shown as it is.
  mutating func postpone(_ line: CodeLine) {
    pendingTexts.append(line.text)
    (lastRuns, lastText) = (line.runs, "")
  }

  // MARK: The last line goes on

  /// Whether it is known how the last line is shown: it is not once lines behind it were cut away.
  var isLastKnown: Bool { hasPending || lastRuns != nil }

  mutating func setLast(plain text: String) { (lastRuns, lastText) = ([], text) }

  /// The last line, if it can only go on by being tokenized anew: it has colours, and not all that it may have.
  mutating func takeLastToTokenize(limit: Int) -> CodeLine? {
    guard !hasPending, let runs = lastRuns, lastText.utf8.count <= limit || runs.isEmpty else { return nil }
    defer { forgetLast() }
    return CodeLine(text: lastText, runs: runs)
  }

  /// Adds to the last line what is not tokenized, or not yet; answers with the edit that shows it. O(what is added):
  /// behind the limit a line's tokens stay, whatever comes.
  mutating func extendLast(with added: String, limit: Int, in target: Edit.Target) -> Edit {
    let isPending = hasPending
    let length: Int
    if isPending {
      let index = pendingTexts.count - 1
      length = pendingTexts[index].utf8.count
      pendingTexts[index] += added
      if length <= limit { unchangedSinceJob = min(unchangedSinceJob, index) }
    } else {
      length = lastText.utf8.count
      lastText += added
    }
    // No array is held twice while it is changed.
    var runs = lastRuns ?? []
    lastRuns = nil
    defer { lastRuns = runs }
    guard let end = runs.indices.last else { return .text(target, added) }
    if !isPending || runs[end].scopes == .empty {
      runs[end].length += UInt32(added.utf8.count)
      return .text(target, added)
    }
    let plain = CodeRun(length: added.utf8.count, scopes: .empty)
    runs.append(plain)
    return .lastLine(
      target, bytes: length, runs: runs.count - 1, tail: CodeLine(text: added, runs: [plain]))
  }

  private mutating func forgetLast() {
    lastRuns = nil
    lastText = ""
  }

  /// Colours the first pending line, which no job has.
  mutating func highlightPending(with tokenizer: CodeTokenizer, scopes: inout ScopeTable) -> [CodeRun] {
    var line = CodeLine(text: pendingTexts[0])
    let isLast = pendingTexts.count == 1
    let shown = lastRuns
    highlight(&line, with: tokenizer, scopes: &scopes)
    if !isLast { (lastRuns, lastText) = (shown, "") }
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
    let first = highlightedCount
    var runs: [[CodeRun]] = []
    for index in 0..<count {
      var line = tokenizer.runs(of: job.lines[index].tokens, scopes: &scopes)
      // A job gets a long line as far as it is tokenized; what is behind that is one run.
      let rest = pendingTexts[index].utf8.count - job.lines[index].length
      if rest > 0, let end = line.indices.last { line[end].length += UInt32(rest) }
      runs.append(line)
      accept(job.lines[index].result)
    }
    tokenizedLines += count
    if count == pendingTexts.count { (lastRuns, lastText) = (runs[count - 1], pendingTexts[count - 1]) }
    pendingTexts.removeSubrange(..<count)
    return (first, runs)
  }

  private mutating func accept(_ result: LineResult) {
    if result.isLimited { limited.append(highlightedCount) }
    states.append(result.state)
  }
}
