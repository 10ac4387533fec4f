/// Cuts input into lines, whatever the pieces that it comes in.
struct LineFraming {
  private var buffer: [UInt8] = []
  private var scanned = 0
  /// Whether the line at hand is longer than any that is read.
  private var isOverlong = false

  private static let maximumLine = 64 << 20

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

/// Joins the lines of server-sent events to what they carry (HTML standard, 9.2).
struct EventStreamFraming {
  /// What a line says.
  enum Field {
    case data(ArraySlice<UInt8>)
    case event(String)
    case comment
    /// `id`, `retry`: nothing for us.
    case other
    /// An empty line ends an event.
    case end

    init(_ line: some Collection<UInt8>) {
      var line = Array(line)[...]
      if line.last == 0x0D { line.removeLast() }
      guard !line.isEmpty else {
        self = .end
        return
      }
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      var value = line.dropFirst(name.count + 1)
      if value.first == 0x20 { value.removeFirst() }
      switch String(decoding: name, as: UTF8.self) {
      case "data" where line.count > name.count: self = .data(value)
      case "event" where line.count > name.count: self = .event(String(decoding: value, as: UTF8.self))
      case "id" where line.count > name.count, "retry" where line.count > name.count: self = .other
      default: self = .comment
      }
    }
  }

  private var data: [ArraySlice<UInt8>] = []

  /// Takes a line; gives the data that is complete by it.
  mutating func take(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
    switch Field(line) {
    case .data(let value): data.append(value)
    case .event, .end: return flush()
    case .comment, .other: break
    }
    return []
  }

  /// The data so far: the lines of an event joined; each by itself where they make sense only so, since not every
  /// sender puts an empty line between events.
  mutating func flush() -> [ArraySlice<UInt8>] {
    defer { data = [] }
    guard data.count > 1 else { return data }
    let joined = data.joined(separator: [0x0A])
    let tree = JSONTree()
    tree.append(Array(joined))
    return tree.isComplete ? [Array(joined)[...]] : data
  }
}
