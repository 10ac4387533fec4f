extension Inlines {
  /// Appends the edit that makes this of `old`, if they differ. Answers with how far the source's end moves with it.
  func appendEdits(from old: InlinesChange, in target: Edit.Target, to edits: inout [Edit]) -> Int? {
    if old.isSame(as: self) { return nil }
    if let added = continuation(of: old) {
      edits.append(.text(target, added))
      return added.utf8.count
    }
    edits.append(edit(from: old, in: target))
    return nil
  }

  /// The text by which ``append(continuation:)`` makes this of `old`; nil where it does not.
  fileprivate func continuation(of old: InlinesChange) -> String? {
    guard text.utf8.count > old.textCount, spans.count == old.spanCount, runs.count >= old.runCount,
      old.spans[...] == spans[old.kept.spans...],
      text.utf8CommonPrefix(from: old.kept.text, with: old.text) == old.text.utf8.count
    else { return nil }
    let settled = max(old.runs.count - 1, 0)
    guard runs[old.kept.runs..<(old.kept.runs + settled)] == old.runs[..<settled] else { return nil }
    let added = String(text[text.utf8.index(text.startIndex, offsetBy: old.textCount)...])
    var expected = Array(old.runs[settled...])
    expected.appendContinuation(added)
    return runs[(old.kept.runs + settled)...].elementsEqual(expected) ? added : nil
  }

  /// The edit that makes this of `old`. O(length of the shorter behind what is kept).
  fileprivate func edit(from old: InlinesChange, in target: Edit.Target) -> Edit {
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
    // The next run may go on with the same text.
    var bytes = 0
    var tailRuns = Array(runs[runCount...])
    if runCount < min(runs.count, old.runCount) {
      let (now, then) = (runs[runCount], old.runs[runCount - old.kept.runs])
      // A formula is taken whole, for two of them can follow each other.
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
    return .inlines(target, runs: runCount, bytes: bytes, spans: spanCount, tail: tail)
  }
}

extension CodeBlock {
  /// Appends the edit that makes these lines of `count` lines, of which the first `kept` stay and the last, of `length`
  /// bytes, goes on if it is one of them. Answers with how far the source's end moves with it. O(what is new).
  func appendEdits(
    from count: Int, _ length: Int, keeping kept: Int, in target: Edit.Target, to edits: inout [Edit]
  ) -> Int? {
    if kept < count || count == 0 {
      guard kept < count || count < lines.count else { return nil }
      let new = Array(lines[min(kept, lines.count)...])
      edits.append(.lines(target, keep: kept < count ? kept : nil, lines: new))
      return kept < count ? nil : new.reduce(0) { $0 + $1.text.utf8.count + 1 }
    }
    var added = String(Substring(lines[count - 1].text.utf8.dropFirst(length)))
    for line in lines[count...] {
      added += "\n"
      added += line.text
    }
    if added.isEmpty { return nil }
    edits.append(.text(target, added))
    return added.utf8.count
  }
}

extension CodeLine {
  /// The edit that makes this line, the block's last, of `old`; nil where they are equal.
  package func edit(from old: CodeLine, in target: Edit.Target) -> Edit? {
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

  /// The text by which the last run of `old`, or the plain line, goes on to become this.
  private func continuation(of old: CodeLine, _ common: Int) -> String? {
    guard common == old.text.utf8.count, common < text.utf8.count, runs.count == old.runs.count,
      runs.dropLast() == old.runs.dropLast(), runs.last?.scopes == old.runs.last?.scopes
    else { return nil }
    return String(text[text.utf8.index(text.startIndex, offsetBy: common)...])
  }
}

extension Table {
  /// Appends the edits that make these rows of `count` rows of which only the last may have changed, if they
  /// differ; `change` is what that one's cells were. Answers with where the source ends with them.
  func appendEdits(
    from count: Int, lastSource: Range<Int>, _ change: RowChange?, in target: Edit.Target,
    to edits: inout [Edit]
  ) -> Int? {
    var keep = min(count, rows.count)
    var end: Int?
    if keep > 0, keep == count {
      let row = rows[keep - 1]
      if row.source.lowerBound != lastSource.lowerBound {
        keep -= 1
      } else if let change, row.source != lastSource || !change.isSame(as: row) {
        let growth = row.source.upperBound - lastSource.upperBound
        row.appendEdits(from: change, growth: growth, in: target, to: &edits)
        end = row.source.upperBound
      }
    }
    if keep < count || keep < rows.count {
      let new = rows[keep...].map { Row(source: $0.source, cells: $0.cells[...].withoutEmptyEnd()) }
      edits.append(.rows(target, keep: keep == count ? nil : keep, rows: new))
      if let last = new.last { end = last.source.upperBound }
    }
    return end
  }
}

extension RowChange {
  /// Whether what was is what is now.
  fileprivate func isSame(as row: Table.Row) -> Bool {
    let end = kept + cells.count
    return end <= row.cells.count && zip(cells, row.cells[kept...]).allSatisfy { $0.isSame(as: $1) }
      && row.cells[end...].allSatisfy { $0 == Inlines() }
  }
}

extension Table.Row {
  /// Appends the edits that make this row, a table's last one, of what its cells were.
  fileprivate func appendEdits(
    from old: RowChange, growth: Int, in target: Edit.Target, to edits: inout [Edit]
  ) {
    var growth = growth
    let oldCount = old.kept + old.cells.count
    var kept = old.kept
    while kept < min(oldCount, cells.count), old.cells[kept - old.kept].isSame(as: cells[kept]) { kept += 1 }
    // The last cell that was not empty may go on.
    if kept == oldCount - 1, kept < cells.count {
      let before = old.cells[kept - old.kept]
      if let added = cells[kept].continuation(of: before) {
        edits.append(.text(target, added))
        growth -= added.utf8.count
        kept += 1
      } else {
        let edit = cells[kept].edit(from: before, in: target)
        if case .inlines(_, let runs, let bytes, _, _) = edit, runs > 0 || bytes > 0 {
          edits.append(edit)
          kept += 1
        }
      }
    }
    let rest = cells[min(kept, cells.count)...].withoutEmptyEnd()
    if !rest.isEmpty || kept < oldCount {
      edits.append(.cells(target, keep: kept, cells: rest, growth: growth))
    } else if growth != 0 {
      edits.append(.end(target, by: growth))
    }
  }
}

extension ArraySlice<Inlines> {
  func withoutEmptyEnd() -> [Inlines] {
    var cells = self
    while let last = cells.last, last == Inlines() { cells.removeLast() }
    return Array(cells)
  }
}

extension String {
  /// How many bytes both begin with, cut back to the beginning of a scalar.
  func utf8CommonPrefix(with other: String) -> Int { utf8CommonPrefix(from: 0, with: other) }

  /// How many bytes behind the first `start` are those that `other` begins with, cut back to the beginning of a
  /// scalar.
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
