internal import ServerSentEvents

/// Parses one format into events, regardless of the pieces in which the bytes arrive. Not thread-safe.
package final class MessageInput {
  private let format: MessageFormat
  /// The framing of the input; nil until its first byte has arrived.
  private var framing: MessageFraming?
  private var head: [UInt8] = []
  private var lines = LineFraming()
  private var eventStream = EventReader(longestLine: LineFraming.maximumLine, endsEventsAtNames: true)
  private var log = MessageEventLog()
  private var reader: any MessageReader
  private var valueTree = JSONTree()
  /// The bytes that the tree has consumed.
  private var value: [UInt8] = []
  /// The last element of the array that was read.
  private var lastElement: JSONValue?

  package init(format: MessageFormat) {
    self.format = format
    reader = format.reader.init()
  }

  /// Counts of the input that could not be parsed so far.
  package var skipped: SkippedInput { log.skipped }

  /// Appends bytes.
  ///
  /// - Returns: The events in them.
  package func append(_ bytes: [UInt8]) -> [MessageEvent] {
    var bytes = bytes
    if framing == nil {
      head += bytes
      guard decideFraming(isAll: false) else { return [] }
      bytes = head
      head = []
    }
    take(bytes)
    return takeEvents()
  }

  /// Ends the input.
  ///
  /// - Returns: The remaining events.
  package func finish() -> [MessageEvent] {
    if framing == nil, decideFraming(isAll: true) { take(head) }
    switch framing {
    case .lines: lines.finish { read(line: $0) }
    case .events: for item in eventStream.finish() { read(item) }
    case .values: if valueTree.root != nil, !valueTree.isBroken { log.skipped.brokenLines += 1 }
    case .bytes, nil: break
    }
    reader.finish(log: &log)
    return takeEvents()
  }

  private func takeEvents() -> [MessageEvent] {
    defer { log.events = [] }
    return log.events
  }

  /// Chooses the framing by the first byte that is not white space.
  private func decideFraming(isAll: Bool) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if !isAll, head.count < 3, mark.starts(with: head) { return false }
    if head.starts(with: mark) { head.removeFirst(3) }
    guard let first = head.first(where: { $0 > 0x20 }) else { return false }
    framing = format.reader.framing(startingWith: first)
    return true
  }

  private func take(_ bytes: [UInt8]) {
    switch framing {
    case .lines: lines.append(bytes) { read(line: $0) }
    case .events: for item in eventStream.append(bytes) { read(item) }
    case .values: readValues(bytes[...])
    case .bytes: reader.read(bytes: bytes[...], log: &log)
    case nil: break
    }
  }

  /// Parses complete values, which may span lines. After an invalid value, parsing continues on the next
  /// line.
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
      let isArray = valueTree.root?.kind == .array
      if isArray { readElements() }
      if valueTree.isBroken {
        log.skipped.brokenLines += 1
        lastElement = nil
      } else if valueTree.isComplete {
        if !isArray { reader.read(value[...], log: &log) }
        valueTree = JSONTree()
        lastElement = nil
      } else {
        return
      }
      value = []
      while let byte = rest.first, !valueTree.isBroken, byte <= 0x20 { rest.removeFirst() }
    }
  }

  /// Parses the complete elements of an array, each as a value.
  private func readElements() {
    guard let array = valueTree.root else { return }
    for element in array.elements(after: lastElement) {
      guard element.isClosed else { return }
      lastElement = element
      reader.read(value[element.source], log: &log)
    }
  }

  private func read(line: [UInt8]?) {
    guard let line = line.map(Self.repaired) else {
      log.skipped.brokenLines += 1
      return
    }
    if line.allSatisfy({ $0 <= 0x20 }) { return }
    reader.read(line[...], log: &log)
  }

  /// Parses the data of an event. If the joined lines are invalid, each line is parsed separately, because
  /// some senders put no empty line between events.
  private func read(_ item: EventReader.EventStreamItem) {
    switch item {
    case .event(let event):
      let data = Self.repaired(event.data)
      if !data.contains(0x0A) || JSONTree.value(data[...]) != nil { return read(event: data[...]) }
      for line in data.split(separator: 0x0A) { read(event: line) }
    case .overlongLine: log.skipped.brokenLines += 1
    case .retry, .comment: break
    }
  }

  private func read(event data: ArraySlice<UInt8>) {
    if data.allSatisfy({ $0 <= 0x20 }) { return }
    reader.read(data, log: &log)
  }

  /// Replaces invalid UTF-8 in a line, so that all texts in it are valid.
  private static func repaired(_ line: [UInt8]) -> [UInt8] {
    if String(validating: line, as: UTF8.self) != nil { return line }
    return Array(String(decoding: line, as: UTF8.self).utf8)
  }
}
