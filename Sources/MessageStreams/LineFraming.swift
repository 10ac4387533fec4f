/// Cuts input into lines, whatever the pieces that it comes in.
struct LineFraming {
  private var buffer: [UInt8] = []
  private var scanned = 0
  /// Whether the line at hand is longer than any that is read.
  private var isOverlong = false

  static let maximumLine = 64 << 20

  /// Gives each line that is complete now, without its end; nil for one that is too long.
  mutating func append(_ bytes: [UInt8], _ body: ([UInt8]?) -> Void) {
    buffer += bytes
    var start = 0
    while let end = buffer[scanned...].firstIndex(of: 0x0A) {
      body(isOverlong ? nil : Array(buffer[start..<(end > start && buffer[end - 1] == 0x0D ? end - 1 : end)]))
      isOverlong = false
      start = end + 1
      scanned = start
    }
    buffer.removeSubrange(..<start)
    scanned = buffer.count
    if buffer.count > Self.maximumLine {
      isOverlong = true
      buffer.removeAll()
      scanned = 0
    }
  }

  /// Gives the last line, where it has no end.
  mutating func finish(_ body: ([UInt8]?) -> Void) {
    if !buffer.isEmpty || isOverlong { body(isOverlong ? nil : buffer) }
    buffer.removeAll()
    scanned = 0
    isOverlong = false
  }
}
