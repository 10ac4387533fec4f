internal import MarkdownSource

/// A position in a line, in bytes and in columns with tab stops of four columns.
///
/// The line ends with LF or CR at `end`, which is always readable, so that scans stop there without bounds
/// checks.
struct LineCursor {
  var bytes: UnsafePointer<UInt8>
  /// The index of the line end.
  var end: Int
  /// The source offset of the line.
  var source: Int

  var offset = 0
  /// The column of `offset`. A tab extends to the next multiple of four; any other byte is one column.
  var column = 0
  var firstNonspace = 0
  var firstNonspaceColumn = 0
  /// The number of columns between `offset` and the first character that is neither a space nor a tab.
  var indent = 0
  var isBlank = false
  /// Whether `offset` is at a tab of which some columns are consumed.
  var hasPartialTab = false
  /// The index before which no thematic break can start.
  var thematicBreakLimit = 0

  /// A long run of blanks that was found in an earlier, shorter version of the line, as source offsets.
  struct Blanks: BitwiseCopyable {
    var start = -1
    var startColumn = 0
    var end = 0
    var endColumn = 0
  }

  /// The blanks of the earlier version of the line.
  var knownBlanks = Blanks()

  subscript(index: Int) -> UInt8 {
    @inline(__always) get { bytes[index] }
  }

  /// The first byte of the rest of the line.
  var head: UInt8 {
    @inline(__always) get { bytes[firstNonspace] }
  }

  /// The source offset of the line end.
  var sourceEnd: Int { source + end }
  /// The source offset of the cursor.
  var origin: Int { source + offset }

  @inline(__always)
  mutating func findFirstNonspace() {
    if firstNonspace <= offset {
      firstNonspace = offset
      firstNonspaceColumn = column
      if bytes[offset].isBlank { passBlanks() }
    }
    indent = firstNonspaceColumn - column
    isBlank = firstNonspace >= end
  }

  private mutating func passBlanks() {
    if knownBlanks.start == source + offset, knownBlanks.startColumn == column,
      knownBlanks.end <= source + end
    {
      firstNonspace = knownBlanks.end - source
      firstNonspaceColumn = knownBlanks.endColumn
    }
    while bytes[firstNonspace].isBlank {
      firstNonspaceColumn += bytes[firstNonspace] == .space ? 1 : 4 - firstNonspaceColumn % 4
      firstNonspace += 1
    }
    if firstNonspace - offset > 64 {
      knownBlanks = Blanks(
        start: source + offset, startColumn: column, end: source + firstNonspace,
        endColumn: firstNonspaceColumn)
    }
  }

  mutating func advance(bytes count: Int) {
    guard count > 0, offset < end else { return }
    hasPartialTab = false
    if offset + count == firstNonspace {
      (offset, column) = (firstNonspace, firstNonspaceColumn)
      return
    }
    let last = min(offset + count, end)
    while offset < last {
      column += bytes[offset] == .tab ? 4 - column % 4 : 1
      offset += 1
    }
  }

  /// Advances over bytes that are not tabs, except for blanks before ``firstNonspace``.
  mutating func advance(run count: Int) {
    let rest = offset + count - firstNonspace
    advance(bytes: firstNonspace - offset)
    offset += rest
    column += rest
  }

  mutating func advance(columns count: Int) {
    var left = count
    while left > 0 && offset < end {
      if bytes[offset] == .tab {
        let width = 4 - column % 4
        hasPartialTab = width > left
        let step = min(left, width)
        column += step
        if !hasPartialTab { offset += 1 }
        left -= step
      } else {
        hasPartialTab = false
        offset += 1
        column += 1
        left -= 1
      }
    }
  }

  /// Consumes at most `indent` columns of spaces, the indentation of a fence.
  mutating func skip(indent: UInt8) {
    var columns = indent
    while columns > 0, bytes[offset].isBlank {
      advance(columns: 1)
      columns -= 1
    }
  }

  /// Advances to an index without counting columns, which are not needed after the index.
  mutating func advance(to index: Int) {
    offset = index
    hasPartialTab = false
  }

  /// Consumes an optional space or tab, which belongs to the preceding marker.
  @inline(__always)
  mutating func skipOptionalSpace() {
    if bytes[offset].isBlank { advance(columns: 1) }
  }
}
