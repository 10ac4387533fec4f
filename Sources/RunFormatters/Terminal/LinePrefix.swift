/// What stands before each line within the open containers: the margin, the bars of quotes, indentation, and the
/// markers of list items that have no line yet.
struct LinePrefix: Sendable {
  private struct Level {
    /// Where its part of `bytes` starts, and the columns before it.
    var start: Int
    var columns: Int
    /// Put before the next line in place of its part.
    var marker: [UInt8]?
    /// How many columns of the part before it the marker takes, having none of its own.
    var overlap = 0
    /// How text looks within it.
    var base: ANSIStyle
  }

  private var levels: [Level] = []
  /// What stands before a line, markers apart.
  private(set) var bytes: [UInt8] = []
  /// The columns of `bytes`.
  private(set) var width = 0
  private var pendingMarkers = 0

  init(margin: Int) {
    bytes = Array(repeating: 0x20, count: margin)
    width = margin
  }

  /// How plain text looks here.
  var base: ANSIStyle { levels.last?.base ?? .plain }
  /// How many containers are open.
  var depth: Int { levels.count }
  var hasMarkers: Bool { pendingMarkers > 0 }
  /// Whether the innermost container still has its marker to show.
  var endsInMarker: Bool { levels.last?.marker != nil }

  /// Enters a container that takes `columns` columns, shown as `part`.
  mutating func push(_ part: [UInt8], columns: Int, base: ANSIStyle) {
    levels.append(Level(start: bytes.count, columns: width, marker: nil, base: base))
    bytes.append(contentsOf: part)
    width += columns
  }

  /// Enters a container whose lines hang below a marker, behind `indentation`.
  mutating func push(hanging marker: [UInt8], _ indentation: [UInt8], base: ANSIStyle) {
    levels.append(Level(start: bytes.count, columns: width, marker: marker, base: base))
    bytes.append(contentsOf: indentation)
    width += indentation.count
    pendingMarkers += 1
  }

  /// Enters a container that takes no room: its marker stands in the indentation around it, if there is any.
  mutating func push(overlapping marker: [UInt8], columns: Int, base: ANSIStyle) {
    levels.append(Level(start: bytes.count, columns: width, marker: marker, overlap: columns, base: base))
    pendingMarkers += 1
  }

  /// Enters a container that takes no room.
  mutating func push(base: ANSIStyle) {
    levels.append(Level(start: bytes.count, columns: width, marker: nil, base: base))
  }

  mutating func pop() {
    guard let level = levels.popLast() else { return }
    if level.marker != nil { pendingMarkers -= 1 }
    while bytes.count > level.start { bytes.removeLast() }
    width = level.columns
  }

  /// Writes what stands before a line, markers included, each of them once.
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

  /// Writes what stands on an empty line in the first `levels` containers, without spaces at the end.
  func writeBlank(levels limit: Int = .max, into out: inout ByteSink) {
    var end = limit < levels.count ? levels[limit].start : bytes.count
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    write(0..<end, into: &out)
  }

  private func write(_ part: Range<Int>, into out: inout ByteSink) {
    bytes.withUnsafeBufferPointer { out.append(UnsafeBufferPointer(rebasing: $0[part])) }
  }
}
