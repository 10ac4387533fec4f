/// Where each byte occurs last in the line; made when first asked for a line.
struct LastOccurrences: ~Copyable {
  /// Line number and position; a place whose number is not the current line's stands for a byte that does not occur.
  private let places: UnsafeMutablePointer<(line: UInt32, position: Int32)>
  private var line: UInt32 = 0

  init() {
    places = .allocate(capacity: 256)
    places.initialize(repeating: (line: 0, position: 0), count: 256)
  }

  deinit { places.deallocate() }

  /// Makes the table for line number `line`, never 0, if that was not done.
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

  /// -1 where the byte does not occur in the prepared line.
  @inline(__always)
  func position(of byte: UInt8) -> Int32 {
    let place = places[Int(byte)]
    return place.line == line ? place.position : -1
  }
}
