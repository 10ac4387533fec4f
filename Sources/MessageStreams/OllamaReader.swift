import StyledRuns

/// Parses Ollama's responses: the lines of `/api/chat` and `/api/generate`, streamed or complete.
///
/// The format follows `ChatResponse` and `GenerateResponse` in ollama/ollama `api/types.go`, as of November
/// 2026.
struct OllamaReader: MessageReader {
  private var session = Conversation.Session()
  private var answer: OpenMessage?
  private var calls = 0

  static func framing(startingWith first: UInt8) -> MessageFraming { .values }

  static func recognises(_ object: JSONValue) -> Bool {
    guard object["done"]?.kind == .bool, object["model"]?.kind == .string,
      object["created_at"]?.kind == .string
    else { return false }
    return object["message"]?.kind == .object || object["response"]?.kind == .string
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    guard let value = JSONTree.value(data), value.kind == .object else { return log.skipped.brokenLines += 1 }
    var open =
      answer
      ?? OpenMessage(
        Message.MessageHead(
          role: .assistant, model: value["model"]?.string, time: value["created_at"]?.string))
    if let error = value["error"]?.string {
      open.add(notice: .error, error, to: &log)
      open.end(&log)
      answer = nil
      return
    }
    let message = value["message"] ?? value
    guard message["content"] != nil || message["response"] != nil || message["tool_calls"] != nil else {
      return log.skipped.addUnknown("line without message")
    }
    if session.model == nil {
      session.model = value["model"]?.string
      session.time = value["created_at"]?.string
      log.events.append(.session(session))
    }
    open.add(.thinking, message["thinking"]?.string ?? "", to: &log)
    open.add(.text, message["content"]?.string ?? message["response"]?.string ?? "", to: &log)
    for call in JSONValue.elements(of: message["tool_calls"]) {
      calls += 1
      open.add(
        call: call["id"]?.string ?? "call \(calls)", name: call["function"]?["name"]?.string ?? "",
        input: call["function"]?["arguments"]?.text(in: Array(data)) ?? "", to: &log)
    }
    answer = open
    if value["done"]?.bool == true { end(value, &log) }
  }

  mutating func finish(log: inout MessageEventLog) { answer?.end(&log) }

  private mutating func end(_ value: JSONValue, _ log: inout MessageEventLog) {
    var stats = MessageStats()
    stats.inputTokens = value["prompt_eval_count"]?.integer
    stats.outputTokens = value["eval_count"]?.integer
    // Durations are nanoseconds.
    stats.elapsedMilliseconds = value["total_duration"]?.integer.map { $0 / 1_000_000 }
    stats.stopReason = value["done_reason"]?.string
    if !stats.isEmpty { answer?.head.stats = stats }
    answer?.end(&log)
    answer = nil
  }
}
