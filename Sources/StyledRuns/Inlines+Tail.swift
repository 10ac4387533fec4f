extension Inlines {
  /// Keeps `runs` whole runs, `bytes` bytes of the next run and the first `spans` spans. `tail` follows.
  mutating func replaceTail(
    keepingRuns runs: Int, bytes: Int, spans: Int, with tail: Inlines, in id: BlockID
  ) throws(UpdateError) {
    guard runs >= 0, runs <= self.runs.count, spans >= 0, spans <= self.spans.count, bytes >= 0,
      bytes == 0 || runs < self.runs.count && bytes <= self.runs[runs].length,
      tail.runs.allSatisfy({ Int($0.span) < spans + tail.spans.count }),
      tail.runs.reduce(0, { $0 + Int($1.length) }) == tail.text.utf8.count,
      tail.spans.enumerated().allSatisfy({ Int($1.parent) < spans + $0 }),
      spans + tail.spans.count >= self.spans.count
        || keepsOnly(spans: spans + tail.spans.count, inRuns: bytes > 0 ? runs + 1 : runs)
    else { throw UpdateError(code: .outOfRange, block: id) }
    // Count from the end, because the dropped part is usually short.
    let dropped = self.runs[runs...].reduce(0) { $0 + Int($1.length) } - bytes
    guard text.isScalarBoundary(utf8CountFromEnd: dropped) else {
      throw UpdateError(code: .outOfRange, block: id)
    }
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

extension Inlines {
  /// Whether the first `count` runs refer only to the first `spans` spans.
  private func keepsOnly(spans: Int, inRuns count: Int) -> Bool {
    runs[..<count].allSatisfy { Int($0.span) < spans }
  }
}

extension CodeLine {
  /// Keeps the first `bytes` bytes of the text and the first `runs` runs. `tail` follows.
  mutating func replaceTail(keepingBytes bytes: Int, runs: Int, with tail: CodeLine) {
    text.removeSuffix(utf8Count: text.utf8.count - bytes)
    text += tail.text
    self.runs.removeSubrange(runs...)
    self.runs += tail.runs
  }

  /// Whether there are no runs, or the runs cover the text and end at scalar boundaries.
  func isCovered(by runs: some Sequence<CodeRun>) -> Bool {
    let bytes = text.utf8
    let length = bytes.count
    var index = bytes.startIndex
    var covered = 0
    var isEmpty = true
    for run in runs {
      covered += Int(run.length)
      isEmpty = false
      guard covered <= length else { return false }
      bytes.formIndex(&index, offsetBy: Int(run.length))
      if covered < length, bytes[index].isContinuation { return false }
    }
    return isEmpty || covered == length
  }
}

extension UInt8 {
  /// Whether the byte is a UTF-8 continuation byte.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension String {
  /// Whether the position `count` bytes before the end is a scalar boundary.
  func isScalarBoundary(utf8CountFromEnd count: Int) -> Bool {
    guard count >= 0, count <= utf8.count else { return false }
    return count == 0 || !utf8[utf8.index(endIndex, offsetBy: -count)].isContinuation
  }

  /// Removes the last `count` bytes, which must start at a scalar boundary.
  mutating func removeSuffix(utf8Count count: Int) {
    guard count > 0 else { return }
    let start = utf8.index(endIndex, offsetBy: -count)
    removeSubrange(start...)
  }
}
