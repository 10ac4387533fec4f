internal import StyledRuns
internal import TextMate

/// Decides which lines an append colours at once, and gives the others to the pool.
extension CodeHighlighting {
  /// The tokenizer for a line that comes next, if it may be used at once: within what an append may cost, and with
  /// a grammar that is there.
  func inlineTokenizer(for text: String, _ index: Int, _ highlighter: Highlighter) -> CodeTokenizer? {
    guard let language = openBlocks[index].header.language else { return nil }
    if pool != nil {
      guard !openBlocks[index].hasPending, spend(text, on: index, language, highlighter) else { return nil }
    }
    if openBlocks[index].tokenizer == nil {
      openBlocks[index].tokenizer = highlighter.tokenizer(forLanguage: language)
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

  /// Colours what waits and is little, so that a block goes on being coloured at once when a worker has caught up.
  func highlightPending(_ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]) {
    guard pool != nil else { return }
    for index in openBlocks.indices where openBlocks[index].hasPending && openBlocks[index].job == nil {
      guard let language = openBlocks[index].header.language else { continue }
      let first = openBlocks[index].highlightedCount
      var runs: [[CodeRun]] = []
      while let text = openBlocks[index].pendingTexts.first, spend(text, on: index, language, highlighter) {
        guard let tokenizer = openBlocks[index].tokenizer ?? highlighter.tokenizer(forLanguage: language)
        else {
          break
        }
        openBlocks[index].tokenizer = tokenizer
        runs.append(openBlocks[index].highlightPending(with: tokenizer, scopes: &scopes.table))
      }
      guard !runs.isEmpty else { continue }
      edits.append(.recolor(document.target(of: openBlocks[index].id), first: first, runs: runs))
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
      // A full queue is no loss: the lines are plain, and the next update tries again.
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
