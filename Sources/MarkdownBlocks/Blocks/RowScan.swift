internal import MarkdownSource

/// Splits a table row into cells. A longer version of the same partial line continues the scan.
///
/// A pipe after a backslash never separates cells, even if another backslash precedes. It is part of the
/// cell's text, from which the backslash is removed (GFM 4.10).
struct RowScan: ~Copyable {
  /// The scanned row, without the backslashes that escape pipes.
  private(set) var bytes = RawBuffer<UInt8>(capacity: 256)
  /// Whether the row ends with a backslash that may escape a following pipe.
  private var endsWithBackslash = false
  /// The number of bytes that were scanned in all rows.
  private(set) var scannedBytes = 0

  /// The source offset of the row; -1 for a text that is not in the source.
  private var origin = -1
  private var seen = 0
  /// The cells that are closed by a pipe, as ranges in ``bytes``.
  private var closed = RawBuffer<TextSpan>(capacity: 16)
  private var cellStart = 0
  /// The offset in ``bytes`` after the last nonblank byte.
  private var contentEnd = 0
  /// Whether the scan is between a pipe and the text of the next cell.
  private var isBetween = false

  /// The maximum number of cells in a row. A line with more is not a row.
  private static let maximumCells = 65_535

  /// Returns the number of cells in a complete line from its first nonblank character on; 0 if the line is
  /// not a row.
  static func count(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = line.baseAddress else { return 0 }
    var scan = RowScan()
    return scan.count(base, length: line.count, origin: -1)
  }

  /// Returns the number of cells in a line from its first nonblank character on; 0 if the line is not a row.
  mutating func count(_ line: UnsafePointer<UInt8>, length: Int, origin: Int) -> Int {
    if origin < 0 || origin != self.origin || length < seen { begin(origin) }
    scan(line, length)
    return cellCount > Self.maximumCells ? 0 : cellCount
  }

  /// Appends the scanned row to the leaf text, and its first `limit` cells to `cells`.
  func append(
    to text: inout LeafText, _ cells: inout RawBuffer<TextSpan>, limit: Int, origin: Int
  ) {
    let start = text.count
    text.append(UnsafePointer(bytes.base), count: bytes.count, origin: origin)
    if endsWithBackslash { text.append(UInt8(ascii: "\\")) }
    text.append(.newline)
    for index in 0..<min(cellCount, limit) {
      let span = cell(index)
      cells.append(TextSpan(start: start + span.start, end: start + span.end))
    }
  }

  /// Returns the range of a cell of the scanned row in ``bytes``, including a trailing backslash.
  func cell(_ index: Int) -> TextSpan {
    index < closed.count ? closed[index] : trimmed(isBetween ? bytes.count : cellStart, length)
  }

  /// The number of cells of the scanned row.
  var cellCount: Int { closed.count + (hasOpenCell ? 1 : 0) }
  private var hasOpenCell: Bool { !isBetween || endsWithBackslash }
  private var length: Int { bytes.count + (endsWithBackslash ? 1 : 0) }

  private mutating func begin(_ origin: Int) {
    self.origin = origin
    seen = 0
    bytes.truncate(to: 0)
    closed.truncate(to: 0)
    cellStart = 0
    contentEnd = 0
    isBetween = false
  }

  private mutating func scan(_ line: UnsafePointer<UInt8>, _ length: Int) {
    let (pipe, backslash) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
    scannedBytes += length - seen
    endsWithBackslash = false
    while seen < length {
      let byte = line[seen]
      if byte == pipe {
        if seen > 0 { closed.append(trimmed(isBetween ? bytes.count : cellStart, bytes.count)) }
        isBetween = true
        bytes.append(byte)
      } else if isBetween, byte.isWideBlank {
        bytes.append(byte)
      } else {
        if byte == backslash, seen + 1 == length {
          endsWithBackslash = true
          return
        }
        if isBetween { cellStart = bytes.count }
        isBetween = false
        if byte == backslash, line[seen + 1] == pipe {
          seen += 1
          bytes.append(pipe)
        } else {
          bytes.append(byte)
        }
        if !byte.isBlank { contentEnd = bytes.count }
      }
      seen += 1
    }
  }

  private func trimmed(_ start: Int, _ end: Int) -> TextSpan {
    var span = TextSpan(start: start, end: end)
    while span.start < span.end, span.start < bytes.count, bytes[span.start].isBlank { span.start += 1 }
    if span.end <= bytes.count { span.end = max(span.start, min(span.end, contentEnd)) }
    return span
  }
}
