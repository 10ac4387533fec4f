extension Inlines {
  /// Keeps `runs` whole runs, `bytes` of the next one and the first `spans` spans; `tail` follows.
  mutating func replaceTail(
    keepingRuns runs: Int, bytes: Int, spans: Int, with tail: Inlines, in id: BlockID
  ) throws(UpdateError) {
    guard runs >= 0, runs <= self.runs.count, spans >= 0, spans <= self.spans.count, bytes >= 0,
      bytes == 0 || runs < self.runs.count && bytes <= self.runs[runs].length,
      tail.runs.allSatisfy({ Int($0.span) < spans + tail.spans.count }),
      tail.runs.reduce(0, { $0 + Int($1.length) }) == tail.text.utf8.count,
      tail.spans.enumerated().allSatisfy({ Int($1.parent) < spans + $0 }),
      spans == self.spans.count || keepsOnly(spans: spans, inRuns: bytes > 0 ? runs + 1 : runs)
    else { throw UpdateError(code: .outOfRange, block: id) }
    // From the end, since what is dropped is usually short.
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
  /// Whether the first `count` runs name none but the first `spans` spans.
  private func keepsOnly(spans: Int, inRuns count: Int) -> Bool {
    runs[..<count].allSatisfy { Int($0.span) < spans }
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

  /// Whether runs are none, or cover the text and end between its scalars.
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
  /// Whether the byte continues a scalar in UTF-8.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension String {
  /// Whether a scalar, or the end, begins `count` bytes before the end.
  func isScalarBoundary(utf8CountFromEnd count: Int) -> Bool {
    guard count >= 0, count <= utf8.count else { return false }
    return count == 0 || !utf8[utf8.index(endIndex, offsetBy: -count)].isContinuation
  }

  /// Removes the last `count` bytes, which begin at a scalar's first byte.
  mutating func removeSuffix(utf8Count count: Int) {
    guard count > 0 else { return }
    let start = utf8.index(endIndex, offsetBy: -count)
    removeSubrange(start...)
  }
}
