/// The last position of each byte in a line. The table is built on the first use in a line.
struct LastOccurrences: ~Copyable {
  /// The line number and the position of each byte. An entry with another line's number means that the byte
  /// does not occur.
  private let places: UnsafeMutablePointer<(line: UInt32, position: Int32)>
  private var line: UInt32 = 0

  init() {
    places = .allocate(capacity: 256)
    places.initialize(repeating: (line: 0, position: 0), count: 256)
  }

  deinit { places.deallocate() }

  /// Builds the table for a line, unless it is built already. `line` is never 0.
  @inline(__always)
  mutating func prepare(line: UInt32, text: UnsafePointer<UInt8>, end: Int) {
    if self.line != line { fill(line: line, text: text, end: end) }
  }

  @inline(never)
  private mutating func fill(line: UInt32, text: UnsafePointer<UInt8>, end: Int) {
    self.line = line
    for position in 0..<end {
      places[Int(text[position])] = (line: line, position: Int32(truncatingIfNeeded: position))
    }
  }

  /// Returns the last position of a byte in the prepared line; -1 if it does not occur.
  @inline(__always)
  func position(of byte: UInt8) -> Int32 {
    let place = places[Int(byte)]
    return place.line == line ? place.position : -1
  }
}
