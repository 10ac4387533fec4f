internal import ServerSentEvents

/// Bytes of one of the formats in, events out, whatever the pieces that the bytes come in. One owner.
package final class MessageInput {
  private enum Framing {
    case undecided, lines, events, values
  }

  private let format: MessageFormat
  private var framing = Framing.undecided
  private var head: [UInt8] = []
  private var lines = LineFraming()
  private var eventStream = EventReader(longestLine: LineFraming.maximumLine, endsEventsAtNames: true)
  private var log = EventLog()
  private var streamJSON = StreamJSONReader()
  private var messages = MessagesReader()
  private var openAI = OpenAIStreamReader()
  private var valueTree = JSONTree()
  /// The bytes that the tree has taken.
  private var value: [UInt8] = []

  package init(format: MessageFormat) { self.format = format }

  /// What could not be understood so far.
  package var skipped: SkippedInput { log.skipped }

  /// What the next bytes say.
  package func append(_ bytes: [UInt8]) -> [MessageEvent] {
    var bytes = bytes
    if framing == .undecided {
      head += bytes
      guard decideFraming(isAll: false) else { return [] }
      bytes = head
      head = []
    }
    take(bytes)
    return takeEvents()
  }

  /// Ends the input.
  package func finish() -> [MessageEvent] {
    if framing == .undecided, decideFraming(isAll: true) { take(head) }
    switch framing {
    case .undecided: break
    case .lines: lines.finish { read(line: $0) }
    case .events: for item in eventStream.finish() { read(item) }
    case .values:
      if format == .openAISSE, valueTree.root != nil, !valueTree.isBroken { log.skipped.brokenLines += 1 }
    }
    switch format {
    case .streamJSON: streamJSON.finish(log: &log)
    case .messages: messages.finish(log: &log)
    case .openAISSE: openAI.finish(log: &log)
    }
    return takeEvents()
  }

  private func takeEvents() -> [MessageEvent] {
    defer { log.events = [] }
    return log.events
  }

  /// By the first byte that is no white space: values, or the events of a stream.
  private func decideFraming(isAll: Bool) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if !isAll, head.count < 3, mark.starts(with: head) { return false }
    if head.starts(with: mark) { head.removeFirst(3) }
    guard let first = head.first(where: { $0 > 0x20 }) else { return false }
    switch format {
    case .streamJSON: framing = .lines
    case .messages: framing = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .values : .events
    case .openAISSE: framing = first == UInt8(ascii: "{") ? .values : .events
    }
    return true
  }

  private func take(_ bytes: [UInt8]) {
    switch framing {
    case .undecided: break
    case .lines: lines.append(bytes) { read(line: $0) }
    case .events: for item in eventStream.append(bytes) { read(item) }
    case .values where format == .messages: messages.read(json: bytes[...], log: &log)
    case .values: readValues(bytes[...])
    }
  }

  /// Whole completions, over as many lines as they take; behind what is broken the next line is tried.
  private func readValues(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      if valueTree.isBroken {
        guard let end = rest.firstIndex(of: 0x0A) else { return }
        rest = rest[(end + 1)...]
        valueTree = JSONTree()
        continue
      }
      let taken = valueTree.append(rest)
      value += rest.prefix(taken)
      rest = rest.dropFirst(taken)
      if valueTree.isBroken {
        log.skipped.brokenLines += 1
      } else if valueTree.isComplete {
        openAI.read(value[...], log: &log)
        valueTree = JSONTree()
      } else {
        return
      }
      value = []
      while let byte = rest.first, !valueTree.isBroken, byte <= 0x20 { rest.removeFirst() }
    }
  }

  private func read(line: [UInt8]?) {
    guard let line = line.map(Self.repaired) else {
      log.skipped.brokenLines += 1
      return
    }
    if line.allSatisfy({ $0 <= 0x20 }) { return }
    guard let root = Self.value(line) else {
      log.skipped.brokenLines += 1
      return
    }
    streamJSON.read(root, line: line, log: &log)
  }

  /// The one JSON value that the bytes are; nil where they are anything else.
  private static func value(_ bytes: [UInt8]) -> JSONValue? {
    let tree = JSONTree()
    let taken = tree.append(bytes)
    return tree.isComplete && bytes[taken...].allSatisfy { $0 <= 0x20 } ? tree.root : nil
  }

  /// Reads an event's data: its lines joined, or each by itself where they make sense only so, since not every sender
  /// puts an empty line between events.
  private func read(_ item: EventReader.Item) {
    switch item {
    case .event(let event):
      let data = Self.repaired(event.data)
      if !data.contains(0x0A) || Self.value(data) != nil { return read(event: data[...]) }
      for line in data.split(separator: 0x0A) { read(event: line) }
    case .overlongLine: log.skipped.brokenLines += 1
    case .retry, .comment: break
    }
  }

  private func read(event data: ArraySlice<UInt8>) {
    if data.allSatisfy({ $0 <= 0x20 }) { return }
    switch format {
    case .messages: messages.read(event: data, log: &log)
    case .openAISSE: openAI.read(data, log: &log)
    case .streamJSON: break
    }
  }

  /// A line with what is no UTF-8 replaced, so that every text in it is sound.
  private static func repaired(_ line: [UInt8]) -> [UInt8] {
    if String(validating: line, as: UTF8.self) != nil { return line }
    return Array(String(decoding: line, as: UTF8.self).utf8)
  }
}
