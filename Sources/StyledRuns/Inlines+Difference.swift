extension Inlines {
  /// The edit that makes this of `old`; nil where they are equal. O(length of the shorter).
  func edit(from old: Inlines, in block: BlockID) -> Edit? {
    if self == old { return nil }
    var spanCount = 0
    while spanCount < min(spans.count, old.spans.count), spans[spanCount] == old.spans[spanCount] {
      spanCount += 1
    }
    let common = text.utf8CommonPrefix(with: old.text)
    var runCount = 0
    var offset = 0
    while runCount < min(runs.count, old.runs.count), runs[runCount] == old.runs[runCount],
      runs[runCount].span < spanCount, offset + Int(runs[runCount].length) <= common
    {
      offset += Int(runs[runCount].length)
      runCount += 1
    }
    // The next run may go on with the same text.
    var bytes = 0
    var tailRuns = Array(runs[runCount...])
    if runCount < min(runs.count, old.runs.count) {
      let (now, then) = (runs[runCount], old.runs[runCount])
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
    return .inlines(block, runs: runCount, bytes: bytes, spans: spanCount, tail: tail)
  }
}

extension CodeBlock {
  /// The edit that makes these lines of `count` lines of which only the last may have changed; nil where they
  /// are the same. O(length of that line and of the new ones).
  func edit(from count: Int, last: CodeLine?, in block: BlockID) -> Edit? {
    guard let last, count > 0, count <= lines.count else {
      let keep = min(count, lines.count)
      return keep < count || keep < lines.count
        ? .lines(block, keep: keep, lines: Array(lines[keep...])) : nil
    }
    let line = lines[count - 1]
    if line == last {
      return count < lines.count ? .lines(block, keep: count, lines: Array(lines[count...])) : nil
    }
    if count == lines.count, let edit = line.edit(from: last, in: block) { return edit }
    return .lines(block, keep: count - 1, lines: Array(lines[(count - 1)...]))
  }
}

extension CodeLine {
  /// The edit that makes this line, the block's last, of `old`; nil where they have nothing in common. What is
  /// kept of a coloured line is whole runs.
  package func edit(from old: CodeLine, in block: BlockID) -> Edit? {
    var keptRuns = 0
    var bytes = 0
    if runs.isEmpty && old.runs.isEmpty {
      bytes = text.utf8CommonPrefix(with: old.text)
    } else {
      let common = text.utf8CommonPrefix(with: old.text)
      while keptRuns < min(runs.count, old.runs.count), runs[keptRuns] == old.runs[keptRuns],
        bytes + Int(runs[keptRuns].length) <= common
      {
        bytes += Int(runs[keptRuns].length)
        keptRuns += 1
      }
    }
    guard bytes > 0 else { return nil }
    let tail = String(text[text.utf8.index(text.startIndex, offsetBy: bytes)...])
    return .lastLine(
      block, bytes: bytes, runs: keptRuns, tail: CodeLine(text: tail, runs: Array(runs[keptRuns...])))
  }
}

extension String {
  /// How many bytes both begin with, cut back to the beginning of a scalar.
  func utf8CommonPrefix(with other: String) -> Int {
    var (left, right) = (self, other)
    return left.withUTF8 { a in
      right.withUTF8 { b in
        let limit = min(a.count, b.count)
        var count = 0
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
