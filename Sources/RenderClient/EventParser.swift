/// Reads Server-Sent Events from bytes in pieces of any size (WHATWG HTML, 9.2.6).
struct EventParser {
  struct Event: Equatable {
    var id: String?
    var name: String
    var data: [UInt8]
  }

  enum Item: Equatable {
    case event(Event)
    /// How long to wait before coming back, in milliseconds.
    case retry(Int)
    /// A comment: the service is alive.
    case comment
  }

  /// Longer lines than any update has: a service that sends one without end is not believed.
  static let longestLine = 256 << 20

  private var line: [UInt8] = []
  private var endedWithReturn = false
  private var isFirstLine = true
  private var id: String?
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// What the bytes complete. Throws where a line is longer than can be meant.
  mutating func push(_ bytes: [UInt8]) throws(ClientError) -> [Item] {
    var items: [Item] = []
    var rest = bytes[...]
    if endedWithReturn, let first = rest.first {
      endedWithReturn = false
      if first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      line += rest[..<end]
      if let item = take() { items.append(item) }
      rest = rest[(end + 1)...]
      if bytes[end] == UInt8(ascii: "\r") {
        if rest.isEmpty { endedWithReturn = true }
        if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
      }
    }
    line += rest
    guard line.count <= Self.longestLine else {
      throw ClientError(.protocolViolation, "a line of the event stream has no end")
    }
    return items
  }

  /// Acts on a whole line.
  private mutating func take() -> Item? {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    if line[0] == UInt8(ascii: ":") { return .comment }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      if let time = Int(String(decoding: value, as: UTF8.self)), time >= 0 { return .retry(time) }
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> Item? {
    defer {
      id = nil
      name = ""
      data = []
      hasData = false
    }
    guard hasData else { return nil }
    return .event(Event(id: id, name: name.isEmpty ? "message" : name, data: data))
  }
}
