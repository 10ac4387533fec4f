/// The difference between two states of inline content: an edit without its target.
package enum InlinesEdit: Sendable, Hashable {
  case none
  /// The new state appends text: ``Edit/text(_:_:)``.
  case text(String)
  /// The new state replaces the tail: ``Edit/inlines(_:runs:bytes:spans:tail:)``.
  case tail(runs: Int, bytes: Int, spans: Int, Inlines)

  /// Returns the edit for a target; nil if the states are equal.
  package func edit(_ target: Edit.EditTarget) -> Edit? {
    switch self {
    case .none: nil
    case .text(let added): .text(target, added)
    case .tail(let runs, let bytes, let spans, let tail):
      .inlines(target, runs: runs, bytes: bytes, spans: spans, tail: tail)
    }
  }

  /// Whether the edit keeps some of the content.
  package var keepsBeginning: Bool {
    switch self {
    case .none, .text: true
    case .tail(let runs, let bytes, _, _): runs > 0 || bytes > 0
    }
  }
}

/// The number of bytes, runs and spans at the start of inline content that stay unchanged.
package struct InlinesPrefix: BitwiseCopyable {
  /// The length of the kept text in UTF-8 bytes.
  package var text = 0
  /// The number of runs that stay unchanged.
  package var runs = 0
  /// The number of kept bytes in the next run. That run keeps its kind and its span.
  package var runBytes = 0
  /// The number of spans that stay unchanged.
  package var spans = 0

  package init(text: Int = 0, runs: Int = 0, runBytes: Int = 0, spans: Int = 0) {
    self.text = text
    self.runs = runs
    self.runBytes = runBytes
    self.spans = spans
  }
}

extension Inlines {
  /// Keeps a prefix, replaces the rest, and returns the edit for this change.
  ///
  /// Cost: O(removed and added content) if the content is uniquely referenced.
  ///
  /// - Returns: The edit, or nil if `text` is not valid UTF-8. The content is unchanged then.
  package mutating func replace(
    behind kept: InlinesPrefix, by text: UnsafeBufferPointer<UInt8>, runs: UnsafeBufferPointer<InlineRun>,
    spans: ArraySlice<InlineSpan>
  ) -> InlinesEdit? {
    guard let added = String(validating: text, as: UTF8.self) else { return nil }
    let cut = self.text.utf8.index(self.text.startIndex, offsetBy: kept.text)
    let old = InlinesTail(
      kept: kept, text: String(self.text[cut...]), runs: Array(self.runs[kept.runs...]),
      spans: Array(self.spans[kept.spans...]))
    self.text.removeSubrange(cut...)
    self.text += added
    self.runs.removeSubrange(kept.runs...)
    self.runs += runs
    self.spans.removeSubrange(kept.spans...)
    self.spans += spans
    return edit(from: old)
  }

  /// Returns the edit that turns `old` into this content. O(length of both).
  package func edit(from old: Inlines) -> InlinesEdit {
    edit(from: InlinesTail(kept: InlinesPrefix(), text: old.text, runs: old.runs, spans: old.spans))
  }

  private func edit(from old: InlinesTail) -> InlinesEdit {
    if old.isSame(as: self) { return .none }
    if let added = continuation(of: old) { return .text(added) }
    return tail(from: old)
  }

  /// Returns the text with which ``append(continuation:)`` turns `old` into this content; nil if no text
  /// does.
  private func continuation(of old: InlinesTail) -> String? {
    guard text.utf8.count > old.textCount, spans.count == old.spanCount, runs.count >= old.runCount,
      old.spans[...] == spans[old.kept.spans...],
      text.utf8CommonPrefix(from: old.kept.text, with: old.text) == old.text.utf8.count
    else { return nil }
    let complete = max(old.runs.count - 1, 0)
    guard runs[old.kept.runs..<(old.kept.runs + complete)] == old.runs[..<complete] else { return nil }
    let added = String(text[text.utf8.index(text.startIndex, offsetBy: old.textCount)...])
    var expected = Array(old.runs[complete...])
    expected.appendContinuation(added)
    return runs[(old.kept.runs + complete)...].elementsEqual(expected) ? added : nil
  }

  /// Returns the edit that turns `old` into this content. O(length of the shorter one after the kept prefix).
  private func tail(from old: InlinesTail) -> InlinesEdit {
    var spanCount = old.kept.spans
    while spanCount < min(spans.count, old.spanCount),
      spans[spanCount] == old.spans[spanCount - old.kept.spans]
    {
      spanCount += 1
    }
    let common = old.kept.text + text.utf8CommonPrefix(from: old.kept.text, with: old.text)
    var runCount = old.kept.runs
    var offset = old.kept.text - old.kept.runBytes
    while runCount < min(runs.count, old.runCount), runs[runCount] == old.runs[runCount - old.kept.runs],
      runs[runCount].span < spanCount, offset + Int(runs[runCount].length) <= common
    {
      offset += Int(runs[runCount].length)
      runCount += 1
    }
    // The next run may start with the same text.
    var bytes = 0
    var tailRuns = Array(runs[runCount...])
    if runCount < min(runs.count, old.runCount) {
      let (now, then) = (runs[runCount], old.runs[runCount - old.kept.runs])
      // Formulas are replaced as a whole, because two of them can be adjacent.
      let grows = now.kind != .math && now.kind != .displayMath
      if grows, now.kind == then.kind, now.span == then.span, now.span < spanCount {
        bytes = min(common - offset, Int(now.length), Int(then.length))
        if bytes > 0 {
          tailRuns[0].length -= UInt32(bytes)
          if tailRuns[0].length == 0 { tailRuns.removeFirst() }
        }
      }
    }
    let tail = Inlines(
      text: String(text[text.utf8.index(text.startIndex, offsetBy: offset + bytes)...]), runs: tailRuns,
      spans: Array(spans[spanCount...]))
    return .tail(runs: runCount, bytes: bytes, spans: spanCount, tail)
  }
}

/// The rest of inline content after a kept prefix.
private struct InlinesTail {
  var kept: InlinesPrefix
  /// The text after the prefix.
  var text: String
  /// The runs from index ``InlinesPrefix/runs`` on, with their full lengths.
  var runs: [InlineRun]
  /// The spans after the prefix. Parents are counted from the first span of the content.
  var spans: [InlineSpan]

  var textCount: Int { kept.text + text.utf8.count }
  var runCount: Int { kept.runs + runs.count }
  var spanCount: Int { kept.spans + spans.count }

  func isSame(as now: Inlines) -> Bool {
    textCount == now.text.utf8.count && runCount == now.runs.count && spanCount == now.spans.count
      && runs[...] == now.runs[kept.runs...] && spans[...] == now.spans[kept.spans...]
      && now.text.utf8CommonPrefix(from: kept.text, with: text) == text.utf8.count
  }
}

extension CodeBlock {
  /// Returns the edit that turns an earlier state of the block into the current lines. O(new content).
  ///
  /// - Parameters:
  ///   - count: The number of lines in the earlier state.
  ///   - length: The length of the earlier last line, in bytes. If that line is kept, the edit extends it.
  ///   - kept: The number of lines that stay.
  /// - Returns: The edit, and the bytes by which it moves the end of the source, or nil if it does not move
  ///   it.
  package func edit(
    from count: Int, _ length: Int, keeping kept: Int, in target: Edit.EditTarget
  ) -> (edit: Edit, growth: Int?)? {
    if kept < count || count == 0 {
      guard kept < count || count < lines.count else { return nil }
      let new = Array(lines[min(kept, lines.count)...])
      return (
        .lines(target, keep: kept < count ? kept : nil, lines: new),
        kept < count ? nil : new.reduce(0) { $0 + $1.text.utf8.count + 1 }
      )
    }
    var added = String(Substring(lines[count - 1].text.utf8.dropFirst(length)))
    for line in lines[count...] {
      added += "\n"
      added += line.text
    }
    return added.isEmpty ? nil : (.text(target, added), added.utf8.count)
  }
}

extension CodeLine {
  /// Returns the edit that turns `old` into this line, the last line of its block; nil if the lines are
  /// equal.
  package func edit(from old: CodeLine, in target: Edit.EditTarget) -> Edit? {
    if self == old { return nil }
    let common = text.utf8CommonPrefix(with: old.text)
    if let added = continuation(of: old, common) { return .text(target, added) }
    var keptRuns = 0
    var bytes = 0
    if runs.isEmpty && old.runs.isEmpty {
      bytes = common
    } else {
      while keptRuns < min(runs.count, old.runs.count), runs[keptRuns] == old.runs[keptRuns],
        bytes + Int(runs[keptRuns].length) <= common
      {
        bytes += Int(runs[keptRuns].length)
        keptRuns += 1
      }
    }
    let tail = String(text[text.utf8.index(text.startIndex, offsetBy: bytes)...])
    return .lastLine(
      target, bytes: bytes, runs: keptRuns, tail: CodeLine(text: tail, runs: Array(runs[keptRuns...])))
  }

  /// Returns the text that extends the last run of `old`, or its plain text, to this line; nil if no text
  /// does.
  private func continuation(of old: CodeLine, _ common: Int) -> String? {
    guard common == old.text.utf8.count, common < text.utf8.count, runs.count == old.runs.count,
      runs.dropLast() == old.runs.dropLast(), runs.last?.scopes == old.runs.last?.scopes
    else { return nil }
    return String(text[text.utf8.index(text.startIndex, offsetBy: common)...])
  }
}

extension ArraySlice<Inlines> {
  /// Returns the cells without the empty cells at the end.
  package func withoutEmptyEnd() -> [Inlines] {
    var cells = self
    while let last = cells.last, last == Inlines() { cells.removeLast() }
    return Array(cells)
  }
}

extension String {
  /// Returns the length in bytes of the common prefix, rounded down to a scalar boundary.
  func utf8CommonPrefix(with other: String) -> Int { utf8CommonPrefix(from: 0, with: other) }

  /// Returns the length in bytes of the common prefix of `other` and of this string from byte `start` on,
  /// rounded down to a scalar boundary.
  func utf8CommonPrefix(from start: Int, with other: String) -> Int {
    var (left, right) = (self, other)
    return left.withUTF8 { whole in
      right.withUTF8 { b in
        let a = UnsafeBufferPointer(rebasing: whole[start...])
        let limit = min(a.count, b.count)
        var count = 0
        if let a = UnsafeRawPointer(a.baseAddress), let b = UnsafeRawPointer(b.baseAddress) {
          while count + 8 <= limit,
            (a + count).loadUnaligned(as: UInt64.self) == (b + count).loadUnaligned(as: UInt64.self)
          {
            count += 8
          }
        }
        while count < limit, a[count] == b[count] { count += 1 }
        while count > 0, count < max(a.count, b.count), (count < a.count ? a[count] : b[count]) & 0xC0 == 0x80
        {
          count -= 1
        }
        return count
      }
    }
  }
}
