internal import MarkdownSource
internal import StyledRuns

/// Collects the runs and spans of leaves in buffers that are reused.
struct RunBuilder: ~Copyable {
  private var text = RawBuffer<UInt8>(capacity: 256)
  private var runs = RawBuffer<InlineRun>(capacity: 15)
  private var spans = DiscardableArray<InlineSpan>()
  /// The number of runs at the start of each span.
  private var runsBefore = RawBuffer<Int>(capacity: 7)

  /// The state up to which the runs are unchanged since they were last shown.
  private var unchanged = RunBuilderCheckpoint()

  mutating func reset() {
    unchanged = RunBuilderCheckpoint()
    text.removeAll()
    runs.removeAll()
    spans.removeAll()
    runsBefore.removeAll()
  }

  func span(_ index: Int32) -> InlineSpan { spans[Int(index)] }

  /// The number of allocated bytes, without addresses and titles.
  var byteCount: Int {
    text.byteCount + runs.byteCount + runsBefore.byteCount + spans.byteCount
  }

  /// Releases the shown runs before a checkpoint, to which no later rollback leads. Afterwards the builder
  /// can only update the shown content.
  mutating func discard(before checkpoint: RunBuilderCheckpoint) {
    guard !(unchanged < checkpoint) else { return }
    // An address that begins before the checkpoint may still split the last run.
    text.discard(before: max(Int(checkpoint.text) - RunBuilder.addressReach, text.discarded))
    // The last run may still grow.
    runs.discard(before: max(Int(checkpoint.runs) - 1, 0))
    runsBefore.discard(before: Int(checkpoint.spans))
    spans.discard(before: Int(checkpoint.spans))
  }

  /// Whether runs were released.
  var isPartial: Bool { text.discarded > 0 || runs.discarded > 0 || spans.discarded > 0 }

  /// The length of the text in bytes.
  var count: Int { text.count }

  /// The lengths of the buffers, to which the builder can roll back.
  struct RunBuilderCheckpoint: BitwiseCopyable {
    var text: Int32 = 0
    var runs: Int32 = 0
    var spans: Int32 = 0
    var lastRun = InlineRun(length: 0)

    static func < (left: RunBuilderCheckpoint, right: RunBuilderCheckpoint) -> Bool {
      (left.text, left.runs, left.spans) < (right.text, right.runs, right.spans)
    }
  }

  var checkpoint: RunBuilderCheckpoint {
    RunBuilderCheckpoint(
      text: Int32(truncatingIfNeeded: text.count), runs: Int32(truncatingIfNeeded: runs.count),
      spans: Int32(truncatingIfNeeded: spans.count),
      lastRun: runs.count > 0 ? runs[runs.count - 1] : InlineRun(length: 0))
  }

  /// Rolls back to a checkpoint, even inside the last run.
  mutating func truncate(to checkpoint: RunBuilderCheckpoint) {
    if checkpoint < unchanged { unchanged = checkpoint }
    text.truncate(to: Int(checkpoint.text))
    runs.truncate(to: Int(checkpoint.runs))
    if checkpoint.runs > 0 {
      // An address that was found after the checkpoint split or replaced the run.
      let cut = runs[runs.count - 1]
      let whole = checkpoint.lastRun
      runs.base[runs.count - 1] = whole
      noteChange(
        at: text.count - Int(whole.length) + (cut.span == whole.span ? Int(min(cut.length, whole.length)) : 0)
      )
    }
    spans.truncate(to: Int(checkpoint.spans))
    runsBefore.truncate(to: Int(checkpoint.spans))
  }

  /// Records that the last run changed from an offset of the text on.
  private mutating func noteChange(at offset: Int) {
    guard unchanged.runs == runs.count, unchanged.text > offset else { return }
    unchanged.lastRun.length -= UInt32(Int(unchanged.text) - offset)
    unchanged.text = Int32(offset)
  }

  /// Appends text, extending the last run if it is text of the same span.
  mutating func appendText(_ bytes: UnsafePointer<UInt8>, count: Int, span: Int32) {
    guard count > 0 else { return }
    text.append(bytes, count: count)
    if runs.count > 0, runs[runs.count - 1].kind == .text, runs[runs.count - 1].span == span,
      runs[runs.count - 1].length > 0
    {
      runs.base[runs.count - 1].length += UInt32(truncatingIfNeeded: count)
    } else {
      runs.append(InlineRun(length: count, kind: .text, span: span))
    }
  }

  /// Appends a run of code or raw HTML.
  mutating func append(_ kind: InlineRun.RunKind, _ bytes: UnsafePointer<UInt8>, count: Int, span: Int32) {
    text.append(bytes, count: count)
    runs.append(InlineRun(length: count, kind: kind, span: span))
  }

  /// Appends a line break.
  mutating func append(_ kind: InlineRun.RunKind, span: Int32) {
    text.append(.newline)
    runs.append(InlineRun(length: 1, kind: kind, span: span))
  }

  /// Appends an empty run for an empty span.
  mutating func appendEmpty(span: Int32) {
    runs.append(InlineRun(length: 0, kind: .text, span: span))
  }

  mutating func open(_ kind: InlineSpan.SpanKind, parent: Int32) -> Int32 {
    spans.append(InlineSpan(kind: kind, parent: parent))
    runsBefore.append(runs.count)
    return Int32(spans.count - 1)
  }

  /// Closes a span. A span without runs gets an empty one.
  mutating func close(_ span: Int32) {
    if runsBefore[Int(span)] == runs.count { appendEmpty(span: span) }
  }

  /// The text so far.
  var bytes: UnsafePointer<UInt8> { UnsafePointer(text.base) }

  /// Returns the last run if it is text of this span.
  func lastTextRun(of span: Int32) -> InlineRun? {
    guard runs.count > 0 else { return nil }
    let run = runs[runs.count - 1]
    return run.kind == .text && run.span == span && run.length > 0 ? run : nil
  }

  /// Splits a link off the last run; the link's text is `start ..< end`.
  mutating func splitLastRun(at start: Int, _ end: Int, link destination: String, parent: Int32) {
    noteChange(at: start)
    let runStart = text.count - Int(runs[runs.count - 1].length)
    if start > runStart {
      runs.base[runs.count - 1].length = UInt32(start - runStart)
    } else {
      runs.truncate(to: runs.count - 1)
    }
    let inner = open(.link(destination: destination, title: ""), parent: parent)
    runs.append(InlineRun(length: end - start, kind: .text, span: inner))
    if end < text.count { runs.append(InlineRun(length: text.count - end, kind: .text, span: parent)) }
  }

  /// Updates `shown`, the result of the last call, to the current content. O(changes) if `shown` is uniquely
  /// referenced.
  ///
  /// - Returns: The edit from the old to the new content, and the number of bytes of text that it keeps; nil
  ///   if only ``finish()`` can create the content.
  mutating func bringUpToDate(_ shown: inout Inlines) -> (edit: InlinesEdit, keptBytes: Int)? {
    let kept = unchangedPrefix
    guard
      let edit = shown.replace(
        behind: kept,
        by: UnsafeBufferPointer(start: text.base + kept.text, count: text.count - kept.text),
        runs: UnsafeBufferPointer(start: runs.base + kept.runs, count: runs.count - kept.runs),
        spans: spans.suffix(from: kept.spans))
    else { return nil }
    unchanged = checkpoint
    return (edit, kept.text)
  }

  private var unchangedPrefix: InlinesPrefix {
    InlinesPrefix(
      text: Int(unchanged.text), runs: max(Int(unchanged.runs) - 1, 0),
      runBytes: unchanged.runs > 0 ? Int(unchanged.lastRun.length) : 0, spans: Int(unchanged.spans))
  }

  /// Updates content with footnote references like ``bringUpToDate(_:)``.
  ///
  /// - Parameters:
  ///   - references: The numbers that are shown.
  ///   - number: Numbers the references in the changed part, after a number of unchanged ones; returns
  ///     `false` if this is not
  ///     possible.
  mutating func bringUpToDate(
    _ shown: inout Inlines, _ references: inout ShownReferences,
    number: (inout FootnoteNumbering.Tail, UnsafeBufferPointer<UInt8>, _ kept: Int) -> Bool
  ) -> (edit: InlinesEdit, keptBytes: Int)? {
    guard !isPartial else { return nil }
    var kept = unchangedPrefix
    references.truncate(to: kept.spans)
    let changed = UnsafeBufferPointer(start: runs.base + kept.runs, count: runs.count - kept.runs)
    var tail = FootnoteNumbering.Tail(
      runs: Array(changed), spans: spans.suffix(from: kept.spans), keptBytes: kept.runBytes)
    if let last = references.last, unchanged.lastRun.length == 0, Int(unchanged.lastRun.span) == last.span {
      tail.keptDigits = last.digits
    }
    let bytes = UnsafeBufferPointer(start: text.base + kept.text, count: text.count - kept.text)
    guard number(&tail, bytes, references.count) else { return nil }
    kept.text += references.digits
    kept.runBytes += tail.keptDigits
    references.add(tail.spans)
    let edit = tail.text.withUnsafeBufferPointer { text in
      tail.runs.withUnsafeBufferPointer { shown.replace(behind: kept, by: text, runs: $0, spans: tail.spans) }
    }
    guard let edit else { return nil }
    unchanged = checkpoint
    return (edit, kept.text)
  }

  /// Creates the inline content since ``reset()``, of which no part may have been released. `isExact` is
  /// false if the collected bytes were not valid UTF-8, so that the content differs.
  mutating func finishGrowing() -> (Inlines, isExact: Bool) {
    unchanged = checkpoint
    let inlines = finish()
    return (inlines, inlines.text.utf8.count == text.count)
  }

  /// Creates the inline content since ``reset()``.
  func finish() -> Inlines {
    let string = String(decoding: UnsafeBufferPointer(start: text.base, count: text.count), as: UTF8.self)
    // cmark can split a scalar (in the text of an undefined footnote reference), and decodes a reference to
    // U+FFFF into an invalid byte.
    guard string.utf8.count == text.count else { return finishRepairing() }
    // The content gets copies of minimum capacity, because the builder keeps changing its spans.
    return Inlines(
      text: string, runs: Array(UnsafeBufferPointer(start: runs.base, count: runs.count)),
      spans: spans.copy())
  }

  private func finishRepairing() -> Inlines {
    var result = Inlines(spans: spans.copy())
    var position = 0
    for index in 0..<runs.count {
      var run = runs[index]
      let bytes = UnsafeBufferPointer(start: text.base + position, count: Int(run.length))
      position += bytes.count
      let string = String(decoding: bytes, as: UTF8.self)
      run.length = UInt32(truncatingIfNeeded: string.utf8.count)
      result.text += string
      result.runs.append(run)
    }
    return result
  }
}
