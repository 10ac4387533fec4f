import StyledRuns

/// Parses the line-delimited JSON of `claude -p --output-format stream-json` and of stored transcripts.
///
/// With partial messages, each block arrives twice: as deltas, and as a whole once it is complete. The deltas
/// are shown. A whole block is shown only if it had no deltas.
struct StreamJSONReader: MessageReader {
  static let knownTypes = EventVocabulary.shared[.streamJSON, .known]
  private static let silentTypes = EventVocabulary.shared[.streamJSON, .silent]
  private static let silentSubtypes = EventVocabulary.shared[.streamJSON, .subtypes]

  /// A message shown from its deltas, and the number of its blocks that have since arrived as a whole.
  private struct Streamed {
    var message: Int
    var blocks: Int
    var whole = 0
    var late = CitedBlocks()
  }

  private var session = Conversation.Session()
  /// The open streamed responses by the call that started their agent; the main agent has the empty key.
  private var responses: [String: StreamedResponseReader] = [:]
  private var streamed: [String: Streamed] = [:]
  /// The last message of each agent that arrived as a whole.
  private var whole: [String: (message: Int, head: Message.MessageHead, blocks: CitedBlocks)] = [:]
  private var hasText = false

  static func framing(startingWith first: UInt8) -> MessageFraming { .lines }

  static func recognises(_ object: JSONValue) -> Bool {
    guard let type = object.closedString("type") else { return false }
    if knownTypes.contains(type) { return true }
    switch type {
    case "user", "assistant": if object["message"]?.kind == .object { return true }
    case "system": if object["subtype"]?.kind == .string { return true }
    case "result": if object["subtype"] != nil, object["is_error"] != nil { return true }
    case "summary": if object["summary"]?.kind == .string, object["leafUuid"] != nil { return true }
    default: break
    }
    guard !MessagesReader.recognises(object) else { return false }
    return object.isClosed && (object["session_id"] != nil || object["sessionId"] != nil)
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    guard let root = JSONTree.value(data) else { return log.skipped.brokenLines += 1 }
    read(root, line: Array(data), log: &log)
  }

  private mutating func read(_ value: JSONValue, line: [UInt8], log: inout MessageEventLog) {
    guard value.kind == .object, let type = value["type"]?.string else {
      log.skipped.brokenLines += 1
      return
    }
    let parent = value["parent_tool_use_id"]?.string
    switch type {
    case "system": readSystem(value, &log)
    case "stream_event": readEvent(value, parent: parent, line: line, &log)
    case "assistant": readAssistant(value, parent: parent, line: line, &log)
    case "user": readUser(value, parent: parent, line: line, &log)
    case "result": readResult(value, &log)
    case "summary", "custom-title", "ai-title":
      if let name = value["summary"]?.string ?? value["customTitle"]?.string ?? value["aiTitle"]?.string {
        session.name = name
        log.events.append(.session(session))
      }
    case "error":
      let text = value["error"]?["message"]?.string ?? value["error"]?.string ?? value["message"]?.string
      addNotice(.error, text ?? "unknown error", parent: parent, &log)
    default: if !Self.silentTypes.contains(type) { log.skipped.addUnknown(type) }
    }
  }

  mutating func finish(log: inout MessageEventLog) {
    for key in responses.keys.sorted() { responses[key]?.end(&log) }
    for key in whole.keys.sorted() { endWhole(key, &log) }
  }

  private mutating func noteSession(_ value: JSONValue, _ log: inout MessageEventLog) {
    let before = session
    if session.id == nil { session.id = value["session_id"]?.string ?? value["sessionId"]?.string }
    if session.directory == nil { session.directory = value["cwd"]?.string }
    if session.time == nil { session.time = value["timestamp"]?.string }
    if session != before { log.events.append(.session(session)) }
  }

  private mutating func readSystem(_ value: JSONValue, _ log: inout MessageEventLog) {
    switch value["subtype"]?.string {
    case "init":
      session.id = value["session_id"]?.string ?? session.id
      session.model = value["model"]?.string ?? session.model
      session.directory = value["cwd"]?.string ?? session.directory
      session.name = value["session_name"]?.string ?? session.name
      log.events.append(.session(session))
    case "compact_boundary":
      addNotice(.info, "Earlier messages were summarized to free context", parent: nil, &log)
    case "api_retry", "api_error":
      let attempt = value["attempt"]?.integer ?? value["retryAttempt"]?.integer
      let error = value["error"]?.string ?? value["error"]?["message"]?.string
      var text = "The request failed and is tried again"
      if let attempt { text += " (attempt \(attempt))" }
      addNotice(.warning, error.map { "\(text): \($0)" } ?? text, parent: nil, &log)
    case let subtype:
      let name = subtype ?? "none"
      if !Self.silentSubtypes.contains(name) { log.skipped.addUnknown("system/\(name)") }
    }
  }

  private mutating func readEvent(
    _ value: JSONValue, parent: String?, line: [UInt8], _ log: inout MessageEventLog
  ) {
    guard let event = value["event"] else { return log.skipped.brokenLines += 1 }
    noteSession(value, &log)
    let key = parent ?? ""
    // Readers and messages move out of their dictionaries, so that they are changed in place.
    var reader = responses.removeValue(forKey: key) ?? StreamedResponseReader()
    reader.parentCall = parent
    if event["type"]?.string == "message_start" { endWhole(key, &log) }
    if !reader.read(event, input: line, log: &log) {
      log.skipped.addUnknown(event["type"]?.string ?? "stream_event without type")
    }
    if let id = reader.head.id, let message = reader.message {
      streamed[id, default: Streamed(message: message, blocks: 0)].blocks = reader.parts.count
      hasText = hasText || !reader.parts.isEmpty
    }
    responses[key] = reader
  }

  private mutating func readAssistant(
    _ value: JSONValue, parent: String?, line: [UInt8], _ log: inout MessageEventLog
  ) {
    guard let message = value["message"], let content = message["content"] else {
      return log.skipped.brokenLines += 1
    }
    noteSession(value, &log)
    let key = parent ?? ""
    let id = message["id"]?.string
    if let id, var known = streamed.removeValue(forKey: id) {
      for block in content.children {
        if known.whole >= known.blocks {
          known.late.add(block, input: line, in: known.message, parentCall: parent, to: &log)
          known.blocks += 1
        }
        known.whole += 1
      }
      known.late.end(in: known.message, &log)
      streamed[id] = known
      return
    }
    var head = Message.MessageHead(role: .assistant, id: id, parentCall: parent)
    head.model = message["model"]?.string.flatMap { $0.hasPrefix("<") ? nil : $0 }
    head.time = value["timestamp"]?.string
    head.stats = ContentBlocks.stats(usage: message["usage"], stopReason: message["stop_reason"]?.string)
    let number: Int
    var blocks = CitedBlocks()
    if id != nil, whole[key]?.head.id == id, let last = whole.removeValue(forKey: key) {
      number = last.message
      head.time = last.head.time
      blocks = last.blocks
      if head != last.head { log.events.append(.message(number, head)) }
    } else {
      endWhole(key, &log)
      number = log.open(head)
    }
    hasText = true
    if let text = content.string {
      log.add(.text, text, in: number)
    } else {
      for block in content.children {
        blocks.add(block, input: line, in: number, parentCall: parent, to: &log)
      }
      blocks.endUncitedText(&log)
    }
    whole[key] = (number, head, blocks)
  }

  private mutating func endWhole(_ key: String, _ log: inout MessageEventLog) {
    guard var last = whole.removeValue(forKey: key) else { return }
    last.blocks.end(in: last.message, &log)
    last.head.isFinished = true
    log.events.append(.message(last.message, last.head))
  }

  private mutating func readUser(
    _ value: JSONValue, parent: String?, line: [UInt8], _ log: inout MessageEventLog
  ) {
    guard let content = value["message"]?["content"] else { return log.skipped.brokenLines += 1 }
    noteSession(value, &log)
    let isOwn =
      parent == nil && value["isMeta"]?.bool != true && value["isSynthetic"]?.bool != true
      && value["isSidechain"]?.bool != true
    var number: Int?
    func message(_ log: inout MessageEventLog) -> Int {
      if let number { return number }
      let opened = log.open(
        Message.MessageHead(role: .user, time: value["timestamp"]?.string, isFinished: true))
      number = opened
      return opened
    }
    if let text = content.string {
      // The prompt of a subagent is already shown in the call that started it.
      if isOwn { log.add(.text, text, in: message(&log)) }
      return
    }
    var blocks = CitedBlocks()
    for block in content.children {
      if let result = ContentBlocks.result(of: block, parentCall: parent) {
        log.events.append(.result(result))
      } else if isOwn {
        blocks.add(block, input: line, in: message(&log), parentCall: nil, to: &log)
      }
    }
    blocks.end(in: number, &log)
    if number != nil { endWhole("", &log) }
  }

  private mutating func readResult(_ value: JSONValue, _ log: inout MessageEventLog) {
    for key in responses.keys.sorted() { responses[key]?.end(&log) }
    for key in whole.keys.sorted() { endWhole(key, &log) }
    session.id = value["session_id"]?.string ?? session.id
    session.turns = value["num_turns"]?.integer ?? session.turns
    var stats = ContentBlocks.stats(usage: value["usage"], stopReason: "") ?? MessageStats()
    stats.stopReason = value["stop_reason"]?.string
    stats.elapsedMilliseconds = value["duration_ms"]?.integer
    stats.cost = value["total_cost_usd"]?.double
    session.stats = stats.isEmpty ? nil : stats
    session.failure = nil
    let subtype = value["subtype"]?.string ?? ""
    if value["is_error"]?.bool == true || subtype.hasPrefix("error") {
      let errors = value["errors"]?.children.compactMap { $0.string ?? $0["message"]?.string } ?? []
      let reason = errors.isEmpty ? value["result"]?.string : errors.joined(separator: "; ")
      session.failure = reason ?? Self.words(of: subtype)
    } else if !hasText, let text = value["result"]?.string, !text.isEmpty {
      // Some commands have no output other than their result.
      let message = log.open(Message.MessageHead(role: .assistant, isFinished: true))
      log.add(.text, text, in: message)
    }
    log.events.append(.session(session))
  }

  /// Returns a readable form of a subtype such as `error_max_turns`.
  private static func words(of subtype: String) -> String {
    switch subtype {
    case "error_max_turns": "the limit of turns was reached"
    case "error_max_budget_usd": "the budget was used up"
    case "error_during_execution": "an error occurred during execution"
    case "error_max_structured_output_retries": "no answer of the asked form was given"
    default: subtype.isEmpty ? "error" : String(subtype.map { $0 == "_" ? " " : $0 })
    }
  }

  private func addNotice(
    _ level: Notice.NoticeLevel, _ text: String, parent: String?, _ log: inout MessageEventLog
  ) {
    let message = log.open(Message.MessageHead(role: .system, parentCall: parent, isFinished: true))
    log.add(.notice(Notice(level: level, text: text)), "", in: message)
  }
}
