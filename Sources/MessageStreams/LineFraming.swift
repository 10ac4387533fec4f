/// Splits input into lines, independent of how the input is cut into pieces.
struct LineFraming {
  private var buffer: [UInt8] = []
  private var scanned = 0
  /// Whether the current line exceeds the length limit.
  private var isOverlong = false

  static let maximumLine = 64 << 20

  /// Appends input and passes each complete line, without its line end, to `body`. A line that is too long is
  /// passed as nil.
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

  /// Passes the last line to `body` if it has no line end.
  mutating func finish(_ body: ([UInt8]?) -> Void) {
    if !buffer.isEmpty || isOverlong { body(isOverlong ? nil : buffer) }
    buffer.removeAll()
    scanned = 0
    isOverlong = false
  }
}
