extension Inlines {
  /// Keeps `runs` whole runs, `bytes` of the next one and the first `spans` spans; `tail` follows.
  mutating func replaceTail(
    keepingRuns runs: Int, bytes: Int, spans: Int, with tail: Inlines, in id: BlockID
  ) throws(UpdateError) {
    guard runs >= 0, runs <= self.runs.count, spans >= 0, spans <= self.spans.count, bytes >= 0,
      bytes == 0 || runs < self.runs.count && bytes <= self.runs[runs].length,
      tail.runs.allSatisfy({ Int($0.span) < spans + tail.spans.count }),
      tail.runs.reduce(0, { $0 + Int($1.length) }) == tail.text.utf8.count,
      tail.spans.enumerated().allSatisfy({ Int($1.parent) < spans + $0 })
    else { throw UpdateError(code: .outOfRange, block: id) }
    // From the end, since what is dropped is usually short.
    let dropped = self.runs[runs...].reduce(0) { $0 + Int($1.length) } - bytes
    text.removeSuffix(utf8Count: dropped)
    text += tail.text
    let cut = bytes > 0 ? self.runs[runs] : nil
    self.runs.removeSubrange(runs...)
    var added = tail.runs[...]
    if var cut {
      cut.length = UInt32(bytes)
      if let first = added.first, first.kind == cut.kind, first.span == cut.span {
        cut.length += first.length
        added.removeFirst()
      }
      self.runs.append(cut)
    }
    self.runs += added
    self.spans.removeSubrange(spans...)
    self.spans += tail.spans
  }
}

extension CodeLine {
  /// Keeps the first `bytes` bytes of the text and the first `runs` runs; `tail` follows.
  mutating func replaceTail(keepingBytes bytes: Int, runs: Int, with tail: CodeLine) {
    text.removeSuffix(utf8Count: text.utf8.count - bytes)
    text += tail.text
    self.runs.removeSubrange(runs...)
    self.runs += tail.runs
  }

  /// Whether runs are none, or cover the text.
  func isCovered(by runs: some Sequence<CodeRun>) -> Bool {
    var covered = 0
    var isEmpty = true
    for run in runs {
      covered += Int(run.length)
      isEmpty = false
    }
    return isEmpty || covered == text.utf8.count
  }
}

extension String {
  /// Removes the last `count` bytes, which begin at a scalar's first byte.
  mutating func removeSuffix(utf8Count count: Int) {
    guard count > 0 else { return }
    let start = utf8.index(endIndex, offsetBy: -count)
    removeSubrange(start...)
  }
}
