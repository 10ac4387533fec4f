internal import MarkdownBlocks
internal import StyledRuns
internal import TextMate

/// Adds languages and tokens to the code in a session's edits, either at once or through the worker pool.
///
/// Not thread-safe. Keeps the state of each code block that is open or waits for tokens, and drops the state
/// of all others.
final class CodeHighlighting {
  private let highlighter: Highlighter?
  let pool: WorkerPool?
  private let budget: RenderSession.InlineBudget
  /// Whether the language of fences without an info string is detected, if the highlighter can do so. `true`
  /// for markdown, `false` for the output of programs.
  private let detectsLanguages: Bool

  /// The scope table that runs refer to. Several documents may share one table.
  let scopes: SharedScopes
  /// The states of code blocks, in the order in which the blocks were found.
  var openBlocks: [CodeBlockState] = []
  var touched: Set<BlockID> = []
  /// The changed blocks without an info string.
  private var probed: Set<BlockID> = []
  /// The blocks that may grow; nil if they are unknown.
  private var growing: [BlockID]?
  var linesLeft = 0
  var bytesLeft = 0

  private(set) var emittedBlocks = 0
  var handedOutLines = 0
  var tokenizers = BlockTokenizers()
  private(set) var rereadBytes = 0
  private var forgottenLines = 0
  /// Whether the pool's queue was full when a job was submitted.
  var isBackpressured = false

  var onReady: (@Sendable () -> Void)?

  /// The number of the newest blocks to keep if the growing blocks are unknown.
  private static let keptBlocks = 4

  init(
    highlighter: Highlighter?, pool: WorkerPool? = nil, budget: RenderSession.InlineBudget = .init(),
    scopes: SharedScopes = SharedScopes(), detectsLanguages: Bool = false
  ) {
    self.scopes = scopes
    self.detectsLanguages = detectsLanguages
    self.highlighter = highlighter
    self.pool = pool
    self.budget = budget
  }

  deinit {
    for state in openBlocks { state.job?.cancel() }
  }

  var isWaiting: Bool { openBlocks.contains { $0.hasPending } }
  var tokenizedLines: Int { forgottenLines + openBlocks.reduce(0) { $0 + $1.tokenizedLines } }

  /// Returns edits with the tokens that workers have produced since the last call.
  ///
  /// - Parameter document: The document in its current state.
  func takeFinished(in document: Document) -> [Edit] {
    var edits: [Edit] = []
    for index in openBlocks.indices {
      let before = openBlocks[index].header.highlighting
      if let (first, runs) = openBlocks[index].collect(scopes: &scopes.table) {
        edits.append(.rehighlight(document.target(of: openBlocks[index].id), first: first, runs: runs))
        touched.insert(openBlocks[index].id)
      } else if openBlocks[index].header.highlighting != before {
        touched.insert(openBlocks[index].id)
      }
    }
    return edits
  }

  /// Adds tokens to edits, and appends edits that recolour existing lines.
  ///
  /// - Parameters:
  ///   - plain: The edits without tokens.
  ///   - document: The document after these edits, without tokens.
  ///   - growing: The blocks that may grow. The states of all other blocks are dropped once they are
  ///     highlighted.
  func highlight(
    _ plain: [DocumentUpdate.BlockEdit], in document: Document, growing: [BlockID]? = nil
  ) -> [Edit] {
    guard let highlighter else {
      let edits = plain.map(\.edit)
      emittedBlocks += edits.reduce(0) { $0 + $1.blockCount }
      return edits
    }
    linesLeft = budget.lines
    bytesLeft = budget.bytes
    var edits: [Edit] = []
    self.growing = growing
    for edit in plain { highlight(edit.edit, of: edit.block, highlighter, document, &edits) }
    decideLanguages(highlighter, document, &edits)
    highlightPending(highlighter, document, &edits)
    markWords(document, &edits)
    for index in openBlocks.indices where touched.contains(openBlocks[index].id) {
      let highlighting = openBlocks[index].highlighting
      if highlighting != openBlocks[index].shown {
        openBlocks[index].shown = highlighting
        var header = openBlocks[index].header
        header.highlighting = highlighting
        edits.append(.code(document.target(of: openBlocks[index].id), header))
      }
    }
    touched.removeAll(keepingCapacity: true)
    submitJobs(highlighter)
    forgetBlocks()
    tokenizers.endUpdate()
    return edits
  }

  /// Adds tokens to edits that name blocks by identity.
  func highlight(_ plain: [Edit]) -> [Edit] {
    takeFinished(in: Document())
      + highlight(plain.map { DocumentUpdate.BlockEdit($0, for: $0.codeBlock) }, in: Document())
  }

  private func highlight(
    _ edit: Edit, of block: BlockID?, _ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]
  ) {
    switch edit {
    case .splice(let parent, let keep, var blocks):
      highlight(&blocks, highlighter)
      edits.append(.splice(parent, keep: keep, blocks: blocks))
    case .footnotes(let keep, var blocks):
      highlight(&blocks, highlighter)
      edits.append(.footnotes(keep: keep, blocks: blocks))
    case .replace(var block):
      highlight(&block, highlighter)
      edits.append(.replace(block))
    case .code(let target, var header):
      highlighter.name(&header)
      guard let index = index(of: block) else { return edits.append(.code(target, header)) }
      if detects(header, highlighter) {
        // The info string is empty: detect the language once all edits are known.
        openBlocks[index].header.isClosed = header.isClosed
        noteProbe(of: block)
        if openBlocks[index].probe != nil || detects(openBlocks[index].header, highlighter) { return }
        openBlocks[index].probe = LanguageProbe()
        noteProbe(of: block)
        header.highlighting = .pending
      } else {
        openBlocks[index].probe = nil
      }
      var before = openBlocks[index].header
      before.highlighting = openBlocks[index].shown
      openBlocks[index].header = header
      openBlocks[index].shown = openBlocks[index].highlighting
      header.highlighting = openBlocks[index].highlighting
      if header != before { edits.append(.code(target, header)) }
    case .text(let target, let text):
      noteProbe(of: block)
      guard let index = highlightedIndex(of: block) else { return edits.append(edit) }
      extendLastLine(index, target, text, document, highlighter, &edits)
    case .lines(let target, let keep, var lines):
      noteProbe(of: block)
      if let index = highlightedIndex(of: block) {
        if let keep { openBlocks[index].truncate(to: keep) }
        append(&lines, to: index, highlighter)
      }
      edits.append(.lines(target, keep: keep, lines: lines))
    default:
      edits.append(edit)
    }
  }

  /// Highlights all code of a complete document synchronously.
  static func highlight(_ document: inout Document, with highlighter: Highlighter) {
    let highlighting = CodeHighlighting(
      highlighter: highlighter, scopes: SharedScopes(document.scopes), detectsLanguages: true)
    highlighting.growing = []
    highlighting.highlight(&document.blocks, highlighter)
    highlighting.highlight(&document.footnotes, highlighter)
    document.scopes = highlighting.scopes.table
  }

  /// Highlights a complete code block in a known language synchronously.
  static func highlight(_ code: inout CodeBlock, with highlighter: Highlighter, scopes: inout ScopeTable) {
    let highlighting = CodeHighlighting(highlighter: highlighter, scopes: SharedScopes(scopes))
    // Assume a highlighted block until it turns out that the language has no grammar.
    code.highlighting = .complete
    highlighting.open(&code, BlockID(offset: 0, depth: 0), probe: nil, highlighter)
    scopes = highlighting.scopes.table
  }

  /// Highlights all code in the blocks. Blocks without code are not copied.
  private func highlight(_ blocks: inout [Block], _ highlighter: Highlighter) {
    for index in blocks.indices {
      if blocks[index].containsCode {
        highlight(&blocks[index], highlighter)
      } else {
        emittedBlocks += blocks[index].blockCount
      }
    }
  }

  private func highlight(_ block: inout Block, _ highlighter: Highlighter) {
    emittedBlocks += 1
    if block.isContainer {
      block.modifyChildren { for index in $0.indices { highlight(&$0[index], highlighter) } }
    } else if var code = block.take(\.code) {
      highlighter.name(&code.header)
      var probe = detects(code.header, highlighter) ? LanguageProbe() : nil
      if probe != nil { highlighter.name(&code, by: &probe) }
      if let old = openBlocks.lastIndex(where: { $0.id == block.id }) { forget(old) }
      let isShort = probe == nil && isFinal(block.id) && code.isShort
      open(
        &code, block.id, probe: probe, highlighter,
        tokenizer: isShort ? tokenizers.takeSpare(for: code.language) : nil)
      block.content = .code(code)
      // Drop the state at once: with many blocks in one edit, each would keep a tokenizer.
      guard isDone(openBlocks.count - 1) else { return }
      if isShort { tokenizers.keepSpare(of: openBlocks[openBlocks.count - 1]) }
      forget(openBlocks.count - 1)
    }
  }

  /// Adds the state of a block whose language has been decided as far as possible, and highlights its lines.
  ///
  /// - Parameter tokenizer: The tokenizer to use; nil for a new one.
  private func open(
    _ code: inout CodeBlock, _ id: BlockID, probe: LanguageProbe?, _ highlighter: Highlighter,
    tokenizer: CodeTokenizer? = nil
  ) {
    let index = openBlocks.count
    openBlocks.append(CodeBlockState(id: id, header: code.header))
    openBlocks[index].probe = probe
    openBlocks[index].tokenizer = tokenizer
    append(&code.lines, to: index, highlighter)
    for marked in openBlocks[index].takeMarks(scopes: &scopes.table) {
      marked.show(in: &code.lines)
    }
    code.highlighting = openBlocks[index].highlighting
    openBlocks[index].shown = code.highlighting
  }

  /// Adds edits that mark the changed words of diffs.
  private func markWords(_ document: Document, _ edits: inout [Edit]) {
    for index in openBlocks.indices {
      for marked in openBlocks[index].takeMarks(scopes: &scopes.table) {
        let target = document.target(of: openBlocks[index].id)
        edits.append(.rehighlight(target, first: marked.first, runs: marked.runs))
      }
    }
  }

  // MARK: Language detection

  private func detects(_ header: CodeBlock.Header, _ highlighter: Highlighter) -> Bool {
    detectsLanguages && highlighter.detects(header)
  }

  private func noteProbe(of block: BlockID?) {
    if let index = index(of: block), openBlocks[index].probe != nil { probed.insert(openBlocks[index].id) }
  }

  /// Detects the languages of changed blocks without an info string, after all edits are known.
  private func decideLanguages(_ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]) {
    for index in openBlocks.indices where probed.contains(openBlocks[index].id) {
      let state = openBlocks[index]
      guard var block = document.block(state.id), case .code(var code) = block.content else { continue }
      highlighter.name(&code, by: &openBlocks[index].probe)
      touched.insert(state.id)
      guard code.language != state.header.language else {
        if code.language == nil { openBlocks[index].header.highlighting = code.highlighting }
        continue
      }
      state.job?.cancel()
      forgottenLines += state.tokenizedLines
      let probe = openBlocks[index].probe
      openBlocks[index] = CodeBlockState(id: state.id, header: code.header)
      openBlocks[index].probe = probe
      openBlocks[index].shown = state.shown
      append(&code.lines, to: index, highlighter)
      if state.header.language != nil {
        // A closing fence has turned out to be a line of code: undo its decision.
        code.highlighting = openBlocks[index].highlighting
        openBlocks[index].shown = code.highlighting
        block.content = .code(code)
        emittedBlocks += 1
        edits.append(.replace(block))
      } else if openBlocks[index].highlightedCount > 0 {
        let runs = code.lines.prefix(openBlocks[index].highlightedCount).map(\.runs)
        edits.append(.rehighlight(document.target(of: state.id), first: 0, runs: runs))
      }
    }
    probed.removeAll(keepingCapacity: true)
  }

  // MARK: Appended lines

  /// Appends lines to a block, and tokenizes them if the budget allows.
  private func append(_ lines: inout [CodeLine], to index: Int, _ highlighter: Highlighter) {
    guard openBlocks[index].isHighlighted else { return }
    touched.insert(openBlocks[index].id)
    for line in lines.indices {
      if let tokenizer = inlineTokenizer(for: lines[line].text, index, highlighter) {
        openBlocks[index].highlight(&lines[line], with: tokenizer, scopes: &scopes.table)
      } else if !openBlocks[index].isHighlighted {
        return
      } else {
        openBlocks[index].postpone(lines[line])
      }
    }
  }

  /// Extends the last line of a block with text, and appends the lines after it.
  private func extendLastLine(
    _ index: Int, _ target: Edit.EditTarget, _ text: String, _ document: Document, _ highlighter: Highlighter,
    _ edits: inout [Edit]
  ) {
    touched.insert(openBlocks[index].id)
    var parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = parts.removeFirst()
    if !first.isEmpty {
      if let edit = extendLastLine(index, target, first, document, highlighter) { edits.append(edit) }
    }
    guard !parts.isEmpty else { return }
    var lines = parts.map { CodeLine(text: $0) }
    append(&lines, to: index, highlighter)
    edits.append(.lines(target, keep: nil, lines: lines))
  }

  /// Extends the last line of a block, and tokenizes it if the budget allows.
  private func extendLastLine(
    _ index: Int, _ target: Edit.EditTarget, _ added: String, _ document: Document, _ highlighter: Highlighter
  ) -> Edit? {
    let limit = highlighter.limits.lineLength
    if !openBlocks[index].isLastKnown {
      openBlocks[index].setLast(plain: textOfLast(openBlocks[index], without: added.utf8.count, document))
    }
    guard let old = openBlocks[index].takeLastToTokenize(limit: limit) else {
      return openBlocks[index].extendLast(with: added, limit: limit, in: target)
    }
    rereadBytes += old.text.utf8.count
    var line = CodeLine(text: old.text + added)
    openBlocks[index].truncate(to: openBlocks[index].highlightedCount - 1)
    if let tokenizer = inlineTokenizer(for: line.text, index, highlighter) {
      openBlocks[index].highlight(&line, with: tokenizer, scopes: &scopes.table)
    } else {
      // The line waits for the pool now: existing tokens stay, the new text is plain.
      line.runs = old.runs.followedByPlain(added.utf8.count)
      openBlocks[index].postpone(line)
    }
    return line.edit(from: old, in: target)
  }

  private func textOfLast(_ state: CodeBlockState, without added: Int, _ document: Document) -> String {
    guard case .code(let code)? = document.block(state.id)?.content,
      code.lines.indices.contains(state.lineCount - 1)
    else { return "" }
    return String(Substring(code.lines[state.lineCount - 1].text.utf8.dropLast(added)))
  }

  // MARK: States of blocks

  private func index(of block: BlockID?) -> Int? { openBlocks.lastIndex { $0.id == block } }

  private func highlightedIndex(of block: BlockID?) -> Int? {
    index(of: block).flatMap { openBlocks[$0].isHighlighted ? $0 : nil }
  }

  private func forgetBlocks() {
    var index = 0
    while index < openBlocks.count - (growing == nil ? Self.keptBlocks : 0) {
      if isWaiting(index) || growing?.contains(openBlocks[index].id) == true {
        index += 1
      } else {
        forget(index)
      }
    }
  }

  /// Whether the block can no longer grow and is fully highlighted.
  private func isDone(_ index: Int) -> Bool {
    !isWaiting(index) && openBlocks[index].probe == nil && isFinal(openBlocks[index].id)
  }

  /// Whether the block is known to no longer grow.
  private func isFinal(_ block: BlockID) -> Bool { growing?.contains(block) == false }

  private func isWaiting(_ index: Int) -> Bool {
    openBlocks[index].hasPending || openBlocks[index].job != nil
  }

  private func forget(_ index: Int) {
    openBlocks[index].job?.cancel()
    forgottenLines += openBlocks[index].tokenizedLines
    openBlocks.remove(at: index)
  }
}

extension [CodeRun] {
  /// Returns the runs with plain text of this length after them; empty if there are no runs.
  fileprivate func followedByPlain(_ length: Int) -> [CodeRun] {
    guard let last else { return [] }
    var runs = self
    if last.scopes == .empty {
      runs[runs.count - 1].length += UInt32(length)
    } else {
      runs.append(CodeRun(length: length, scopes: .empty))
    }
    return runs
  }
}

extension Edit {
  /// The code block that the edit names by identity; nil for other edits.
  fileprivate var codeBlock: BlockID? {
    switch self {
    case .text(.block(let id), _), .lines(.block(let id), _, _), .code(.block(let id), _): id
    default: nil
    }
  }

  /// The number of blocks in the edit.
  fileprivate var blockCount: Int {
    switch self {
    case .splice(_, _, let blocks), .footnotes(_, let blocks): blocks.reduce(0) { $0 + $1.blockCount }
    case .replace(let block): block.blockCount
    default: 0
    }
  }
}

extension Block {
  fileprivate var blockCount: Int { children.reduce(1) { $0 + $1.blockCount } }

  fileprivate var containsCode: Bool {
    if case .code = content { true } else { children.contains(where: \.containsCode) }
  }
}
