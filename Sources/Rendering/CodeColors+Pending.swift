internal import StyledRuns
internal import TextMate

/// Decides which lines an append colours at once, and gives the others to the pool.
extension CodeColors {
  /// The tokenizer for a line that comes next, if it may be used at once: within what an append may cost, and with
  /// a grammar that is there.
  func inlineTokenizer(for text: String, _ index: Int, _ highlighter: Highlighter) -> CodeTokenizer? {
    guard let language = tracks[index].header.language else { return nil }
    if pool != nil {
      guard !tracks[index].hasPending, spend(text, on: index, language, highlighter) else { return nil }
    }
    if tracks[index].tokenizer == nil {
      tracks[index].tokenizer = highlighter.tokenizer(forLanguage: language)
      if tracks[index].tokenizer == nil { tracks[index].header.highlighting = .none }
    }
    return tracks[index].tokenizer
  }

  private func spend(_ text: String, on index: Int, _ language: String, _ highlighter: Highlighter) -> Bool {
    guard tracks[index].job == nil, linesLeft > 0, bytesLeft >= text.utf8.count,
      highlighter.isLoaded(language: language)
    else { return false }
    linesLeft -= 1
    bytesLeft -= text.utf8.count
    return true
  }

  /// Colours what waits and is little, so that a block goes on being coloured at once when a worker has caught up.
  func colorPending(_ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]) {
    guard pool != nil else { return }
    for index in tracks.indices where tracks[index].hasPending && tracks[index].job == nil {
      guard let language = tracks[index].header.language else { continue }
      let first = tracks[index].coloredCount
      var runs: [[CodeRun]] = []
      while let text = tracks[index].pendingTexts.first, spend(text, on: index, language, highlighter) {
        guard let tokenizer = tracks[index].tokenizer ?? highlighter.tokenizer(forLanguage: language) else {
          break
        }
        tracks[index].tokenizer = tokenizer
        runs.append(tracks[index].colorPending(with: tokenizer, scopes: &scopes.table))
      }
      guard !runs.isEmpty else { continue }
      edits.append(.recolor(document.target(of: tracks[index].id), first: first, runs: runs))
      touched.insert(tracks[index].id)
    }
  }

  func submitJobs(_ highlighter: Highlighter) {
    isBackpressured = false
    guard let pool else { return }
    for index in tracks.indices where tracks[index].hasPending && tracks[index].job == nil {
      guard let language = tracks[index].header.language else { continue }
      let job = HighlightJob(
        texts: tracks[index].pendingTexts, limit: highlighter.limits.lineLength,
        from: tracks[index].states[tracks[index].states.count - 1],
        tokenizer: tracks[index].tokenizer,
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
      tracks[index].didSubmit(job)
    }
  }
}
