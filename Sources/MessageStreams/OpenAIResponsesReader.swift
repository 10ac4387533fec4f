import StyledRuns

/// Parses OpenAI's Responses API: the Server-Sent Events of a streamed response, and complete responses.
///
/// The format follows the API reference (streaming events, the response object) and the types of openai-node,
/// as of November 2026. Events that repeat content in full are ignored if its deltas were shown.
struct OpenAIResponsesReader: MessageReader {
  /// An open item of the output.
  private struct OutputItem {
    /// The open parts, keyed by the kind of their text and its index in the item.
    var parts: [String: Int] = [:]
    var hasText = false
    /// The text of each part so far, by the same keys, for placing citation marks.
    var places: [String: (place: MarkPlace, count: Int)] = [:]
    /// The part of a call, and the input member that is streamed as text, if there is one.
    var call: Int?
    var hasInput = false
    var member: String?
  }

  private var session = Conversation.Session()
  private var head = Message.MessageHead(role: .assistant)
  private var message: Int?
  private var items: [String: OutputItem] = [:]
  private var sources = SourceList()
  /// The identifiers of items that were parsed completely.
  private var done: Set<String> = []

  static func framing(startingWith first: UInt8) -> MessageFraming {
    first == UInt8(ascii: "{") ? .values : .events
  }

  static func recognises(_ object: JSONValue) -> Bool {
    if let type = object.closedString("type") { return recognises(eventNamed: type) }
    return object.closedString("object") == "response"
  }

  static func recognises(eventNamed name: String) -> Bool { name.hasPrefix("response.") }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    if data.elementsEqual("[DONE]".utf8) { return end(&log) }
    guard let event = JSONTree.value(data), event.kind == .object else { return log.skipped.brokenLines += 1 }
    let source = Array(data)
    if event["object"]?.string == "response" { return finish(event, source, &log) }
    guard let type = event["type"]?.string else { return log.skipped.addUnknown("event without type") }
    switch type {
    case "response.created", "response.queued", "response.in_progress":
      if let response = event["response"] { start(response, &log) }
    case "response.completed", "response.incomplete", "response.failed":
      if let response = event["response"] { finish(response, source, &log) }
    case "error": fail(event, &log)
    case "response.output_item.added": if let item = event["item"] { add(item, &log) }
    case "response.output_item.done": if let item = event["item"] { finish(item: item, source, &log) }
    default: readPart(event, type, &log)
    }
  }

  mutating func finish(log: inout MessageEventLog) { end(&log) }

  private mutating func readPart(_ event: JSONValue, _ type: String, _ log: inout MessageEventLog) {
    let id = event["item_id"]?.string ?? ""
    let delta = event["delta"]?.string ?? ""
    switch type {
    case "response.output_text.delta", "response.refusal.delta":
      write(delta, .text, of: id, key: "content \(event["content_index"]?.integer ?? 0)", &log)
    case "response.reasoning_summary_text.delta":
      write(delta, .thinking, of: id, key: "summary \(event["summary_index"]?.integer ?? 0)", &log)
    case "response.reasoning_text.delta":
      write(delta, .thinking, of: id, key: "reasoning \(event["content_index"]?.integer ?? 0)", &log)
    case "response.output_text.done", "response.refusal.done":
      endPart("content \(event["content_index"]?.integer ?? 0)", of: id, &log)
    case "response.reasoning_summary_text.done":
      endPart("summary \(event["summary_index"]?.integer ?? 0)", of: id, &log)
    case "response.reasoning_text.done":
      endPart("reasoning \(event["content_index"]?.integer ?? 0)", of: id, &log)
    case "response.function_call_arguments.delta", "response.mcp_call_arguments.delta":
      guard let part = items[id]?.call, !delta.isEmpty else { return }
      items[id]?.hasInput = true
      log.events.append(.input(part, delta))
    case "response.custom_tool_call_input.delta": write(delta, ofMember: "input", of: id, &log)
    case "response.code_interpreter_call_code.delta": write(delta, ofMember: "code", of: id, &log)
    case "response.output_text.annotation.added":
      if let annotation = event["annotation"] {
        cite(annotation, of: id, key: "content \(event["content_index"]?.integer ?? 0)", &log)
      }
    default: if !Self.isSilent(type) { log.skipped.addUnknown(type) }
    }
  }

  /// Adds a source, and a mark unless text follows the cited passage already.
  private mutating func cite(
    _ annotation: JSONValue, of id: String, key: String, _ log: inout MessageEventLog
  ) {
    guard ResponseItems.isCitation(annotation),
      let number = sources.number(of: SourceReference(citation: annotation)),
      let part = items[id]?.parts[key], let written = items[id]?.places[key], written.place.takesMark,
      ResponseItems.offset(of: annotation).map({ $0 >= written.count }) ?? true
    else { return }
    log.events.append(.text(part, sources.mark(for: [number])))
  }

  /// Whether an event repeats information of other events: call states, the start and end of parts, audio.
  private static func isSilent(_ type: String) -> Bool {
    let words = type.split(separator: ".")
    guard words.count > 2 else { return type == "response.keepalive" }
    let group = words[1]
    return group.hasSuffix("_call") || group.hasSuffix("_part") || group.hasSuffix("_arguments")
      || group.hasSuffix("_code") || group.hasSuffix("_input") || group == "mcp_list_tools"
      || group == "audio"
  }

  // MARK: Items

  private mutating func open(_ log: inout MessageEventLog) -> Int {
    if let message { return message }
    let number = log.open(head)
    message = number
    return number
  }

  private mutating func add(_ item: JSONValue, _ log: inout MessageEventLog) {
    guard let id = item["id"]?.string, let call = ResponseItems.call(of: item) else { return }
    let message = open(&log)
    items[id, default: OutputItem()].call = log.open(.toolCall(call), in: message)
  }

  private mutating func write(
    _ text: String, _ kind: MessagePart.PartHead.PartKind, of id: String, key: String,
    _ log: inout MessageEventLog
  ) {
    if text.isEmpty { return }
    let message = open(&log)
    let part = items[id]?.parts[key] ?? log.open(kind, in: message)
    items[id, default: OutputItem()].parts[key] = part
    items[id]?.hasText = true
    if kind == .text {
      items[id]?.places[key, default: (MarkPlace(), 0)].place.append(text)
      items[id]?.places[key]?.count += text.unicodeScalars.count
    }
    log.events.append(.text(part, text))
  }

  /// Streams plain text as the only member of a call's input.
  private mutating func write(
    _ text: String, ofMember name: String, of id: String, _ log: inout MessageEventLog
  ) {
    guard let item = items[id], let part = item.call, !text.isEmpty else { return }
    let start = item.hasInput ? "" : "{\"\(name)\":\""
    items[id]?.hasInput = true
    items[id]?.member = name
    log.events.append(.input(part, start + JSONText.escaped(text)))
  }

  private mutating func endPart(_ key: String, of id: String, _ log: inout MessageEventLog) {
    if let part = items[id]?.parts.removeValue(forKey: key) { log.events.append(.endPart(part)) }
  }

  private mutating func endItem(_ id: String, _ log: inout MessageEventLog) {
    guard let item = items.removeValue(forKey: id) else { return }
    for part in item.parts.values.sorted() { log.events.append(.endPart(part)) }
    guard let part = item.call else { return }
    if item.member != nil { log.events.append(.input(part, "\"}")) }
    log.events.append(.endPart(part))
  }

  private mutating func finish(item: JSONValue, _ source: [UInt8], _ log: inout MessageEventLog) {
    let id = item["id"]?.string ?? ""
    guard id.isEmpty || done.insert(id).inserted else { return }
    let known = items[id]
    guard known?.hasText == true || known?.call != nil else {
      return ResponseItems.add(item, source: source, in: open(&log), sources: &sources, to: &log)
    }
    if let part = known?.call, known?.hasInput == false {
      let input = ResponseItems.input(of: item, in: source)
      if !input.isEmpty { log.events.append(.input(part, input)) }
    }
    endItem(id, &log)
    if let result = ResponseItems.result(of: item) { log.events.append(.result(result)) }
  }

  // MARK: Responses

  private mutating func start(_ response: JSONValue, _ log: inout MessageEventLog) {
    let id = response["id"]?.string
    if head.id == id, id != nil { return }
    end(&log)
    head = Message.MessageHead(
      role: .assistant, id: id, model: response["model"]?.string,
      time: response["created_at"]?.integer.flatMap(OpenAIStreamReader.time))
    if session.model == nil {
      session.model = head.model
      session.time = head.time
      log.events.append(.session(session))
    }
  }

  private mutating func finish(_ response: JSONValue, _ source: [UInt8], _ log: inout MessageEventLog) {
    start(response, &log)
    for item in JSONValue.elements(of: response["output"]) { finish(item: item, source, &log) }
    let reason = response["incomplete_details"]?["reason"]?.string ?? response["status"]?.string
    head.stats = ContentBlocks.stats(usage: response["usage"], stopReason: reason)
    if let error = response["error"], error.kind == .object { fail(error, &log) } else { end(&log) }
  }

  private mutating func fail(_ error: JSONValue, _ log: inout MessageEventLog) {
    let inner = error["error"] ?? error
    let text = inner["message"]?.string ?? inner["code"]?.string ?? "unknown error"
    log.add(.notice(Notice(level: .error, text: text)), "", in: open(&log))
    end(&log)
  }

  private mutating func end(_ log: inout MessageEventLog) {
    for id in items.keys.sorted() { endItem(id, &log) }
    done = []
    guard let message else { return }
    sources.end(in: message, &log)
    head.isFinished = true
    log.events.append(.message(message, head))
    self.message = nil
    head = Message.MessageHead(role: .assistant)
  }
}
