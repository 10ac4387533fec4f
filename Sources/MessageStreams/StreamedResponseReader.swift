import StyledRuns

/// Parses the events of one streamed response of the Messages API: `message_start`, `content_block_delta` and
/// so on.
struct StreamedResponseReader {
  static let eventTypes = EventVocabulary.shared[.messages, .known]

  /// The number of the open message; nil if no message is open.
  private(set) var message: Int?
  private(set) var head = Message.MessageHead(role: .assistant)
  private(set) var parts: [Int] = []
  private var open: [Int: (part: Int, isText: Bool, hasInput: Bool)] = [:]
  private var cited = CitedBlocks()
  var parentCall: String?

  /// Parses an event.
  ///
  /// - Returns: `false` if its type is unknown.
  mutating func read(_ event: JSONValue, input: [UInt8], log: inout MessageEventLog) -> Bool {
    switch event["type"]?.string {
    case "message_start": start(event["message"], &log)
    case "content_block_start":
      if let index = event["index"]?.integer, let block = event["content_block"] {
        startBlock(block, index, input: input, &log)
      }
    case "content_block_delta":
      if let index = event["index"]?.integer, let delta = event["delta"] { take(delta, index, &log) }
    case "content_block_stop":
      if let index = event["index"]?.integer { endBlock(index, &log) }
    case "message_delta":
      guard let message else { return true }
      cited.endText(&log)
      let reason = event["delta"]?["stop_reason"]?.string ?? head.stats?.stopReason
      if let stats = ContentBlocks.stats(usage: event["usage"], stopReason: reason) {
        var merged = head.stats ?? MessageStats()
        merged.merge(stats)
        head.stats = merged
        log.events.append(.message(message, head))
      }
    case "message_stop": end(&log)
    case "error":
      let text = event["error"]?["message"]?.string ?? event["error"]?["type"]?.string ?? "unknown error"
      if message == nil { head = Message.MessageHead(role: .assistant, parentCall: parentCall) }
      let message = message ?? log.open(head)
      log.add(.notice(Notice(level: .error, text: text)), "", in: message)
      self.message = message
      end(&log)
    case "ping": break
    default: return false
    }
    return true
  }

  private mutating func start(_ value: JSONValue?, _ log: inout MessageEventLog) {
    end(&log)
    head = Message.MessageHead(role: .assistant, parentCall: parentCall)
    head.id = value?["id"]?.string
    head.model = value?["model"]?.string
    head.stats = ContentBlocks.stats(usage: value?["usage"], stopReason: nil)
    message = log.open(head)
  }

  private mutating func startBlock(
    _ block: JSONValue, _ index: Int, input: [UInt8], _ log: inout MessageEventLog
  ) {
    if message == nil { start(nil, &log) }
    guard let message else { return }
    endBlock(index, &log)
    if block["type"]?.string == "text" {
      let part = cited.beginText(block, in: message, &log)
      parts.append(part)
      open[index] = (part, true, false)
      return cited.append(ContentBlocks.text(of: block), to: part, &log)
    }
    cited.endText(&log)
    if let result = ContentBlocks.result(of: block, parentCall: parentCall) {
      return log.events.append(.result(result))
    }
    guard let kind = ContentBlocks.kind(of: block) else {
      return log.skipped.addUnknown(block["type"]?.string ?? "block without type")
    }
    let part = log.open(kind, in: message)
    parts.append(part)
    var hasInput = false
    if case .toolCall = kind, let value = block["input"], value.count > 0 {
      // Some server tools send their whole input at once.
      log.events.append(.input(part, value.text(in: input)))
      hasInput = true
    }
    let text = ContentBlocks.text(of: block)
    let isText = kind == .text || kind == .thinking
    if isText, !text.isEmpty { log.events.append(.text(part, text)) }
    open[index] = (part, isText, hasInput)
  }

  private mutating func take(_ delta: JSONValue, _ index: Int, _ log: inout MessageEventLog) {
    guard let block = open[index] else { return }
    switch delta["type"]?.string {
    case "text_delta", "thinking_delta":
      let text = ContentBlocks.text(of: delta)
      guard block.isText, !text.isEmpty else { return }
      if delta["type"]?.string == "text_delta" { return cited.append(text, to: block.part, &log) }
      log.events.append(.text(block.part, text))
    case "input_json_delta":
      let json = delta["partial_json"]?.string ?? ""
      if !block.isText, !block.hasInput, !json.isEmpty { log.events.append(.input(block.part, json)) }
    case "citations_delta": if let citation = delta["citation"] { cited.cite(citation) }
    case "signature_delta", "compaction_delta": break
    case let type: log.skipped.addUnknown(type ?? "delta without type")
    }
  }

  private mutating func endBlock(_ index: Int, _ log: inout MessageEventLog) {
    guard let block = open.removeValue(forKey: index) else { return }
    // The next block may continue a text.
    if cited.isOpen(block.part) { return cited.endBlock(&log) }
    log.events.append(.endPart(block.part))
  }

  /// Ends the message and its open parts.
  mutating func end(_ log: inout MessageEventLog) {
    for index in open.keys.sorted() { endBlock(index, &log) }
    cited.end(in: message, &log)
    parts = []
    guard let message else { return }
    head.isFinished = true
    log.events.append(.message(message, head))
    self.message = nil
  }
}
