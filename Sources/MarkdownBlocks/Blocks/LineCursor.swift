/// A place in one line, in bytes and in columns, with tab stops of four columns.
///
/// The line's text ends with a line-end byte at `end` (LF or CR) that is always readable: scanning stops there
/// without asking for bounds.
struct LineCursor {
  var bytes: UnsafePointer<UInt8>
  /// Index of the line end.
  var end: Int
  /// The offset of the line in the source.
  var source: Int

  var offset = 0
  /// Virtual column of `offset`: bytes count one, tabs reach to the next multiple of four.
  var column = 0
  var firstNonspace = 0
  var firstNonspaceColumn = 0
  /// Columns between `offset` and the first character that is neither space nor tab.
  var indent = 0
  var isBlank = false
  /// `offset` is at a tab of which some columns are used up.
  var hasPartialTab = false
  /// No thematic break starts before this index.
  var thematicBreakLimit = 0

  /// A long stretch of blanks, as offsets in the source, as far as it was looked at when the line came last, shorter.
  struct Blanks: BitwiseCopyable {
    var start = -1
    var startColumn = 0
    var end = 0
    var endColumn = 0
  }

  var knownBlanks: Blanks

  /// - Parameter knownBlanks: Those of the line that came last.
  init(bytes: UnsafePointer<UInt8>, end: Int, source: Int, knownBlanks: Blanks) {
    self.bytes = bytes
    self.end = end
    self.source = source
    self.knownBlanks = knownBlanks
  }

  subscript(index: Int) -> UInt8 {
    @inline(__always) get { bytes[index] }
  }

  /// The first byte of what is left.
  var head: UInt8 {
    @inline(__always) get { bytes[firstNonspace] }
  }

  /// Source offset of the end of the line's text.
  var sourceEnd: Int { source + end }
  /// The source offset of what is left.
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

  /// Advances over bytes that are no tabs, blanks before ``firstNonspace`` apart.
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

  /// Uses up the spaces by which a fence is indented, as far as they are there.
  mutating func skip(indent: UInt8) {
    var columns = indent
    while columns > 0, bytes[offset].isBlank {
      advance(columns: 1)
      columns -= 1
    }
  }

  /// Uses up what stands before an index. Nothing asks for columns after it, and so they are not counted.
  mutating func advance(to index: Int) {
    offset = index
    hasPartialTab = false
  }

  /// A space or tab after a marker belongs to the marker.
  @inline(__always)
  mutating func skipOptionalSpace() {
    if bytes[offset].isBlank { advance(columns: 1) }
  }
}
