/// What the end of inline content was before it became another: what stays, and what stood behind that.
///
/// A leaf that grows is changed in place, and this is what is left of what it was: as much as the change needs, so
/// that saying it costs what changed and not the leaf.
package struct InlinesChange: Sendable, Hashable {
  /// What both begin with.
  package struct Kept: Sendable, Hashable, BitwiseCopyable {
    /// UTF-8 bytes of the text.
    package var text = 0
    /// Runs that are the same in both.
    package var runs = 0
    /// How many of these bytes belong to the run behind these runs, which has this kind and span in both.
    package var runBytes = 0
    /// Spans that are the same in both.
    package var spans = 0

    package init(text: Int = 0, runs: Int = 0, runBytes: Int = 0, spans: Int = 0) {
      self.text = text
      self.runs = runs
      self.runBytes = runBytes
      self.spans = spans
    }
  }

  var kept: Kept
  /// The text behind ``Kept/text``.
  var text: String
  /// The runs behind ``Kept/runs``, with their whole lengths.
  var runs: [InlineRun]
  /// The spans behind ``Kept/spans``, their parents counted from the leaf's first.
  var spans: [InlineSpan]

  /// Of content that may have nothing in common with what it became.
  package init(of old: Inlines) {
    kept = Kept()
    text = old.text
    runs = old.runs
    spans = old.spans
  }

  /// Of content that has not changed.
  package init(none same: Inlines) {
    let last = same.runs.suffix(1)
    self.init(
      kept: Kept(
        text: same.text.utf8.count, runs: same.runs.count - last.count,
        runBytes: last.first.map { Int($0.length) } ?? 0, spans: same.spans.count),
      text: "", runs: last, spans: [])
  }

  /// Of content of which nothing is known. An empty formula is in none, so that nothing is the same.
  static let unknown = InlinesChange(of: Inlines(runs: [InlineRun(length: 0, kind: .math)]))

  fileprivate init(
    kept: Kept, text: String, runs: ArraySlice<InlineRun>, spans: ArraySlice<InlineSpan>
  ) {
    self.kept = kept
    self.text = text
    self.runs = Array(runs)
    self.spans = Array(spans)
  }

  /// Bytes of text that stay.
  package var keptCount: Int { kept.text }
  /// Bytes of all the text that there was.
  package var textCount: Int { kept.text + text.utf8.count }
  var runCount: Int { kept.runs + runs.count }
  var spanCount: Int { kept.spans + spans.count }

  /// Whether what was is what is now.
  func isSame(as now: Inlines) -> Bool {
    textCount == now.text.utf8.count && runCount == now.runs.count && spanCount == now.spans.count
      && runs[...] == now.runs[kept.runs...] && spans[...] == now.spans[kept.spans...]
      && now.text.utf8CommonPrefix(from: kept.text, with: text) == text.utf8.count
  }
}

extension Inlines {
  /// Keeps the beginning, lets this follow, and answers with what was. Nil, and nothing done, where `text` is not
  /// UTF-8. O(what goes and what comes), if nobody else holds the content.
  package mutating func change(
    behind kept: InlinesChange.Kept, to text: UnsafeBufferPointer<UInt8>,
    runs: UnsafeBufferPointer<InlineRun>, spans: ArraySlice<InlineSpan>
  ) -> InlinesChange? {
    guard let added = String(validating: text, as: UTF8.self) else { return nil }
    let cut = self.text.utf8.index(self.text.startIndex, offsetBy: kept.text)
    let old = InlinesChange(
      kept: kept, text: String(self.text[cut...]), runs: self.runs[kept.runs...],
      spans: self.spans[kept.spans...])
    self.text.removeSubrange(cut...)
    self.text += added
    self.runs.removeSubrange(kept.runs...)
    self.runs += runs
    self.spans.removeSubrange(kept.spans...)
    self.spans += spans
    return old
  }
}

/// How a leaf that is shown became another, as told by who changed it.
package enum LeafChange: Sendable {
  /// A paragraph or heading.
  case inlines(InlinesChange)
  /// The last row of a table.
  case row(RowChange)
  /// Code or raw HTML of which so much stays: lines of code, of which the last may have more text; bytes of raw HTML.
  case text(kept: Int)
  /// It is what it was.
  case same
  /// An edit that follows brings it as a whole.
  case replaced

  var keptText: Int? {
    if case .text(let kept) = self { return kept }
    return nil
  }
}

/// What the cells of a table's row were.
package struct RowChange: Sendable {
  /// How many cells are the same, without a look at them.
  var kept: Int
  /// What the others were, up to the last one that was not empty.
  var cells: [InlinesChange]

  package init(kept: Int, cells: [InlinesChange]) {
    self.kept = kept
    self.cells = cells
  }

  /// Of a row that may have nothing in common with what it became.
  init(of old: Table.Row) {
    self.init(kept: 0, cells: old.cells[...].withoutEmptyEnd().map(InlinesChange.init(of:)))
  }
}
