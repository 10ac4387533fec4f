internal import StyledRuns
internal import TextMate

/// The highlighting state of one code block that is open or waits for tokens.
///
/// Lines are tokenized when they arrive, or later by a worker. The lines in `pendingTexts` wait for a worker;
/// only their text is kept.
struct CodeBlockState {
  let id: BlockID
  var header: CodeBlock.Header {
    didSet { if lineCount == 0 { findSides() } }
  }
  var tokenizer: CodeTokenizer?
  /// The language detection for a block without an info string; nil once the language is final.
  var probe: LanguageProbe?
  private(set) var job: HighlightJob?

  /// The tokenizer state before each line, and the state after the last highlighted line.
  private(set) var states: [LineState] = [.initial]
  /// The indices of the highlighted lines that reached a limit, in ascending order. There are few of them.
  private(set) var limited: [Int] = []
  /// The text of each line that waits for a worker. The last one grows in place.
  private(set) var pendingTexts: [String] = []
  /// The number of leading pending lines that have not changed since the job was submitted, up to the line
  /// length limit.
  private(set) var unchangedSinceJob = 0
  /// The runs of the last line as the document shows it; nil if they are unknown.
  private var lastRuns: [CodeRun]?
  /// The text of the last line if the line is highlighted. It grows in place.
  private var lastText = ""

  /// The changed words of the lines that are complete; nil for code without inserted and deleted lines.
  private var words: ChangedWords?
  /// The highlighted lines after those, without marks; nil for a line that reached a limit, which has none.
  private var unsettled: [CodeLine?] = []
  /// The number of lines when the end of the block ended a group with marks; nil if the document shows no such marks.
  private var endMarked: Int?
  /// The marks that state the sides of lines without signs; nil for diffs, whose lines have signs.
  private var sides: DiffMarks.DiffSides?

  /// The highlighting state that was last sent to the client.
  var shown = CodeBlock.Highlighting.none

  /// The number of times that a complete or incomplete line was tokenized. Tests of cost read it.
  private(set) var tokenizedLines = 0

  init(id: BlockID, header: CodeBlock.Header) {
    self.id = id
    self.header = header
    findSides()
  }

  private mutating func findSides() {
    if header.language == Highlighter.diff {
      (words, sides) = (ChangedWords(haveSigns: true), nil)
    } else if header.isClosed, let found = DiffMarks.DiffSides(info: header.info) {
      (words, sides) = (ChangedWords(haveSigns: false), found)
    } else {
      words = nil
    }
  }

  /// The number of lines with tokens.
  var highlightedCount: Int { states.count - 1 }
  var lineCount: Int { highlightedCount + pendingTexts.count }
  var hasPending: Bool { !pendingTexts.isEmpty }
  /// Whether the block's lines are highlighted.
  var isHighlighted: Bool { header.language != nil && header.highlighting != .none }

  /// The highlighting state that the lines so far imply.
  var highlighting: CodeBlock.Highlighting {
    if !isHighlighted { return header.highlighting }
    if hasPending { return .pending }
    return limited.isEmpty ? .complete : .limited(plainLines: limited.count)
  }

  /// Removes the lines from index `keep` on.
  mutating func truncate(to keep: Int) {
    if keep < lineCount { forgetLast() }
    truncateWords(to: keep)
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

  /// Tokenizes the next line. No line may be pending.
  mutating func highlight(_ line: inout CodeLine, with tokenizer: CodeTokenizer, scopes: inout ScopeTable) {
    let (runs, result) = tokenizer.runs(of: line.text, from: states[states.count - 1], scopes: &scopes)
    line.runs = runs
    accept(result, CodeLine(text: line.text, runs: runs))
    (lastRuns, lastText) = (runs, line.text)
    tokenizedLines += 1
  }

  /// Appends a line that waits for a worker. Until then it is shown unchanged.
  mutating func postpone(_ line: CodeLine) {
    pendingTexts.append(line.text)
    (lastRuns, lastText) = (line.runs, "")
  }

  // MARK: Extending the last line

  /// Whether the last line's runs are known. They are unknown after later lines were removed.
  var isLastKnown: Bool { hasPending || lastRuns != nil }

  mutating func setLast(plain text: String) { (lastRuns, lastText) = ([], text) }

  /// Removes and returns the last line if it must be tokenized again to be extended: it has tokens and is
  /// within the length limit.
  mutating func takeLastToTokenize(limit: Int) -> CodeLine? {
    guard !hasPending, let runs = lastRuns, lastText.utf8.count <= limit || runs.isEmpty else { return nil }
    defer { forgetLast() }
    return CodeLine(text: lastText, runs: runs)
  }

  /// Appends text to the last line without tokenizing it.
  ///
  /// Cost: O(added text). Beyond the length limit the tokens of a line no longer change.
  ///
  /// - Returns: The edit that shows the text.
  mutating func extendLast(with added: String, limit: Int, in target: Edit.EditTarget) -> Edit {
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
    // Release the property's reference, so that the array is changed in place.
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

  /// Tokenizes the first pending line. No job may contain it.
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

  /// Takes the lines of a finished job that have not changed since it was submitted; nil if there are none.
  mutating func collect(scopes: inout ScopeTable) -> (first: Int, runs: [[CodeRun]])? {
    guard let job, job.isDone else { return nil }
    self.job = nil
    tokenizer = job.tokenizer
    guard let tokenizer else {
      // The language has no grammar: the lines stay plain.
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
      // A job gets a long line only up to the limit; the rest is one run.
      let rest = pendingTexts[index].utf8.count - job.lines[index].length
      if rest > 0, let end = line.indices.last { line[end].length += UInt32(rest) }
      runs.append(line)
      accept(job.lines[index].result, CodeLine(text: pendingTexts[index], runs: line))
    }
    tokenizedLines += count
    if count == pendingTexts.count { (lastRuns, lastText) = (runs[count - 1], pendingTexts[count - 1]) }
    pendingTexts.removeSubrange(..<count)
    return (first, runs)
  }

  private mutating func accept(_ result: LineResult, _ line: CodeLine) {
    if result.isLimited { limited.append(highlightedCount) }
    states.append(result.state)
    if words != nil { unsettled.append(result.isLimited ? nil : line) }
  }

  // MARK: Changed words

  /// Returns the lines whose marks for changed words have become known or are taken back since the last call.
  ///
  /// The last line of an open block may be incomplete, and belongs to no group yet.
  mutating func takeMarks(scopes: inout ScopeTable) -> [ChangedWords.MarkedLines] {
    guard var words = self.words.take() else { return [] }
    defer { self.words = words }
    var marks: [ChangedWords.MarkedLines] = []
    if let end = endMarked, !header.isClosed || !unsettled.isEmpty || words.count < end {
      marks.append(words.unmarked)
      endMarked = nil
    }
    let held = hasPending || header.isClosed ? 0 : 1
    let settled = max(0, unsettled.count - held)
    for line in unsettled[..<settled] {
      let side = line.flatMap { line in
        sides.map { $0[words.count] } ?? ChangedWords.side(of: line, in: scopes)
      }
      if let marked = words.add(line ?? CodeLine(text: ""), side, scopes: &scopes) { marks.append(marked) }
    }
    unsettled.removeSubrange(..<settled)
    if header.isClosed, !hasPending, endMarked == nil, let marked = words.end(scopes: &scopes) {
      marks.append(marked)
      endMarked = words.count
    }
    return marks
  }

  private mutating func truncateWords(to keep: Int) {
    guard let count = words?.count else { return }
    unsettled.removeSubrange(min(max(keep - count, 0), unsettled.count)...)
    words?.truncate(to: keep)
  }
}
