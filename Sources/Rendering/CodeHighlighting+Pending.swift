internal import StyledRuns
internal import TextMate

/// Decides which lines an append tokenizes itself, and submits the other lines to the pool.
extension CodeHighlighting {
  /// Returns the tokenizer for the next line, if the append may tokenize it: the budget is not used up and
  /// the grammar is loaded.
  func inlineTokenizer(for text: String, _ index: Int, _ highlighter: Highlighter) -> CodeTokenizer? {
    guard let language = openBlocks[index].header.language else { return nil }
    if pool != nil {
      guard !openBlocks[index].hasPending, spend(text, on: index, language, highlighter) else { return nil }
    }
    if openBlocks[index].tokenizer == nil {
      openBlocks[index].tokenizer = tokenizers.create(for: language, by: highlighter)
      if openBlocks[index].tokenizer == nil { openBlocks[index].header.highlighting = .none }
    }
    return openBlocks[index].tokenizer
  }

  private func spend(_ text: String, on index: Int, _ language: String, _ highlighter: Highlighter) -> Bool {
    guard openBlocks[index].job == nil, linesLeft > 0, bytesLeft >= text.utf8.count,
      highlighter.isLoaded(language: language)
    else { return false }
    linesLeft -= 1
    bytesLeft -= text.utf8.count
    return true
  }

  /// Tokenizes pending lines that fit into the budget. After a worker has caught up, the block is thus
  /// highlighted without the pool again.
  func highlightPending(_ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]) {
    guard pool != nil else { return }
    for index in openBlocks.indices where openBlocks[index].hasPending && openBlocks[index].job == nil {
      guard let language = openBlocks[index].header.language else { continue }
      let first = openBlocks[index].highlightedCount
      var runs: [[CodeRun]] = []
      while let text = openBlocks[index].pendingTexts.first, spend(text, on: index, language, highlighter) {
        guard let tokenizer = openBlocks[index].tokenizer ?? tokenizers.create(for: language, by: highlighter)
        else {
          break
        }
        openBlocks[index].tokenizer = tokenizer
        runs.append(openBlocks[index].highlightPending(with: tokenizer, scopes: &scopes.table))
      }
      guard !runs.isEmpty else { continue }
      edits.append(.rehighlight(document.target(of: openBlocks[index].id), first: first, runs: runs))
      touched.insert(openBlocks[index].id)
    }
  }

  func submitJobs(_ highlighter: Highlighter) {
    isBackpressured = false
    guard let pool else { return }
    for index in openBlocks.indices where openBlocks[index].hasPending && openBlocks[index].job == nil {
      guard let language = openBlocks[index].header.language else { continue }
      let job = HighlightJob(
        texts: openBlocks[index].pendingTexts, limit: highlighter.limits.lineLength,
        from: openBlocks[index].states[openBlocks[index].states.count - 1],
        tokenizer: openBlocks[index].tokenizer,
        makeTokenizer: { highlighter.tokenizer(forLanguage: language) })
      let onReady = onReady
      // A full queue loses nothing: the lines stay plain, and the next update tries again.
      guard
        pool.submit({
          job.run()
          onReady?()
        })
      else {
        isBackpressured = true
        return
      }
      handedOutLines += job.lineCount
      openBlocks[index].didSubmit(job)
    }
  }
}
