/// The prefix of each line inside the open containers: the margin, the bars of quotes, indentation, and the
/// markers of list items without a line so far.
struct LinePrefix: Sendable {
  private struct PrefixLevel {
    /// The start of the level's part of `bytes`, and the columns before it.
    var start: Int
    var columns: Int
    /// Replaces the level's part on the next line.
    var marker: [UInt8]?
    /// The number of columns of the preceding part that the marker overlaps. Only for a level without columns
    /// of its own.
    var overlap = 0
    /// The style of text inside the level.
    var base: ANSIStyle
  }

  private var levels: [PrefixLevel] = []
  /// The prefix without markers.
  private(set) var bytes: [UInt8] = []
  /// The width of `bytes` in columns.
  private(set) var width = 0
  private var pendingMarkers = 0

  init(margin: Int) {
    bytes = Array(repeating: 0x20, count: margin)
    width = margin
  }

  /// The style of plain text.
  var base: ANSIStyle { levels.last?.base ?? .plain }
  /// The number of open containers.
  var depth: Int { levels.count }
  var hasMarkers: Bool { pendingMarkers > 0 }
  /// Whether the marker of the innermost container has not been written yet.
  var endsInMarker: Bool { levels.last?.marker != nil }

  /// Opens a container with the prefix `part`, which is `columns` columns wide.
  mutating func push(_ part: [UInt8], columns: Int, base: ANSIStyle) {
    levels.append(PrefixLevel(start: bytes.count, columns: width, marker: nil, base: base))
    bytes.append(contentsOf: part)
    width += columns
  }

  /// Opens a container with a marker on its first line and `indentation` on the others.
  mutating func push(hanging marker: [UInt8], _ indentation: [UInt8], base: ANSIStyle) {
    levels.append(PrefixLevel(start: bytes.count, columns: width, marker: marker, base: base))
    bytes.append(contentsOf: indentation)
    width += indentation.count
    pendingMarkers += 1
  }

  /// Opens a container without columns of its own. Its marker overlaps the indentation around it, if there is
  /// any.
  mutating func push(overlapping marker: [UInt8], columns: Int, base: ANSIStyle) {
    levels.append(
      PrefixLevel(start: bytes.count, columns: width, marker: marker, overlap: columns, base: base))
    pendingMarkers += 1
  }

  /// Opens a container without columns.
  mutating func push(base: ANSIStyle) {
    levels.append(PrefixLevel(start: bytes.count, columns: width, marker: nil, base: base))
  }

  mutating func pop() {
    guard let level = levels.popLast() else { return }
    if level.marker != nil { pendingMarkers -= 1 }
    while bytes.count > level.start { bytes.removeLast() }
    width = level.columns
  }

  /// Writes the prefix of a line. Each marker is written once.
  @inline(__always)
  mutating func write(into out: inout ByteSink) {
    if pendingMarkers == 0 { out.append(bytes) } else { writeMarkers(into: &out) }
  }

  private mutating func writeMarkers(into out: inout ByteSink) {
    let margin = levels.first?.start ?? bytes.count
    write(0..<margin, into: &out)
    for index in levels.indices {
      if let marker = levels[index].marker {
        let overlap = levels[index].overlap
        if overlap == 0 || out.removeSpaces(overlap) { out.append(marker) }
        levels[index].marker = nil
      } else {
        let end = index + 1 < levels.count ? levels[index + 1].start : bytes.count
        write(levels[index].start..<end, into: &out)
      }
    }
    pendingMarkers = 0
  }

  /// Writes the prefix of an empty line in the first `levels` containers, without trailing spaces.
  func writeBlank(levels limit: Int = .max, into out: inout ByteSink) {
    var end = limit < levels.count ? levels[limit].start : bytes.count
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    write(0..<end, into: &out)
  }

  private func write(_ part: Range<Int>, into out: inout ByteSink) {
    bytes.withUnsafeBufferPointer { out.append(UnsafeBufferPointer(rebasing: $0[part])) }
  }
}
