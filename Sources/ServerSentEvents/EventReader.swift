/// Parses Server-Sent Events from bytes in pieces of any size (WHATWG HTML, 9.2.6).
///
/// ```swift
/// var reader = EventReader(longestLine: 1 << 20)
/// for item in reader.append(Array("event: update\ndata: {}\n\n".utf8)) { take(item) }
/// ```
package struct EventReader {
  package enum EventStreamItem: Hashable, Sendable {
    case event(ServerSentEvent)
    /// The reconnection time in milliseconds.
    case retry(Int)
    /// A comment, which shows that the sender is alive.
    case comment
    /// A line beyond the length limit, which was dropped.
    case overlongLine
  }

  private let longestLine: Int
  private let endsEventsAtNames: Bool
  private var line: [UInt8] = []
  /// Whether the current line exceeds the length limit. The rest of it is dropped.
  private var isOverlong = false
  private var endedWithReturn = false
  private var isFirstLine = true
  private var id: String?
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - longestLine: The length limit of a line in bytes.
  ///   - endsEventsAtNames: Whether the name of a new event ends the previous event, for senders that put no
  ///     empty line between events.
  package init(longestLine: Int, endsEventsAtNames: Bool = false) {
    self.longestLine = longestLine
    self.endsEventsAtNames = endsEventsAtNames
  }

  /// Appends bytes.
  ///
  /// - Returns: The items that are complete now.
  package mutating func append(_ bytes: [UInt8]) -> [EventStreamItem] {
    var items: [EventStreamItem] = []
    var rest = bytes[...]
    if endedWithReturn, let first = rest.first {
      endedWithReturn = false
      if first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      extendLine(rest[..<end], &items)
      endLine(&items)
      rest = rest[(end + 1)...]
      if bytes[end] == UInt8(ascii: "\r") {
        if rest.isEmpty { endedWithReturn = true }
        if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
      }
    }
    extendLine(rest, &items)
    return items
  }

  /// Ends the input.
  ///
  /// - Returns: The last item, even if no empty line follows it. The standard drops such an event.
  package mutating func finish() -> [EventStreamItem] {
    var items: [EventStreamItem] = []
    if !line.isEmpty { endLine(&items) }
    dispatch(&items)
    return items
  }

  private mutating func extendLine(_ bytes: ArraySlice<UInt8>, _ items: inout [EventStreamItem]) {
    guard !isOverlong else { return }
    line += bytes
    guard line.count > longestLine else { return }
    isOverlong = true
    line = []
    items.append(.overlongLine)
  }

  private mutating func endLine(_ items: inout [EventStreamItem]) {
    defer {
      line.removeAll(keepingCapacity: true)
      isOverlong = false
      isFirstLine = false
    }
    guard !isOverlong else { return }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let field = EventField(isFirstLine && line.starts(with: mark) ? line[mark.count...] : line[...])
    switch field {
    case .id(let text): id = text
    case .name(let text):
      if endsEventsAtNames, hasData { dispatch(&items) }
      name = text
    case .data(let bytes):
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += bytes
      hasData = true
    case .retry(let time): items.append(.retry(time))
    case .comment: items.append(.comment)
    case .unknown: break
    case .end: dispatch(&items)
    }
  }

  private mutating func dispatch(_ items: inout [EventStreamItem]) {
    if hasData {
      items.append(.event(ServerSentEvent(id: id, name: name.isEmpty ? "message" : name, data: data)))
    }
    id = nil
    name = ""
    data = []
    hasData = false
  }
}
