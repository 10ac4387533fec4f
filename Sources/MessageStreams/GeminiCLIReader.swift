import StyledRuns

/// Parses the lines of `gemini --output-format stream-json`.
///
/// The format follows `JsonStreamEvent` in google-gemini/gemini-cli `packages/core/src/output/types.ts`, as
/// of November
/// 2026. The first line has the type `init`, which distinguishes the format from others of the same name.
struct GeminiCLIReader: MessageReader {
  private var session = Conversation.Session()
  private var answer: OpenMessage?

  static func framing(startingWith first: UInt8) -> MessageFraming { .lines }

  static func recognises(_ object: JSONValue) -> Bool {
    switch object.closedString("type") {
    case "init": object["session_id"] != nil && object["model"] != nil && object["timestamp"] != nil
    case "tool_use", "tool_result": object["tool_id"] != nil && object["timestamp"] != nil
    default: false
    }
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    guard let event = JSONTree.value(data), let type = event["type"]?.string else {
      return log.skipped.brokenLines += 1
    }
    switch type {
    case "init":
      session.id = event["session_id"]?.string
      session.model = event["model"]?.string
      session.time = event["timestamp"]?.string
      log.events.append(.session(session))
    case "message":
      let text = event["content"]?.string ?? ""
      if event["role"]?.string == "user" {
        end(&log)
        let head = Message.MessageHead(role: .user, time: event["timestamp"]?.string, isFinished: true)
        log.add(.text, text, in: log.open(head))
      } else {
        change(event, &log) {
          if event["delta"]?.bool != true { $0.endPart(&$1) }
          $0.add(.text, text, to: &$1)
        }
      }
    case "tool_use":
      change(event, &log) {
        $0.add(
          call: event["tool_id"]?.string ?? "", name: event["tool_name"]?.string ?? "",
          input: event["parameters"]?.text(in: Array(data)) ?? "", to: &$1)
      }
    case "tool_result":
      guard let call = event["tool_id"]?.string else { return log.skipped.brokenLines += 1 }
      let text = event["output"]?.string ?? event["error"]?["message"]?.string
      log.events.append(
        .result(
          ToolResult(
            call: call, isError: event["status"]?.string == "error", pieces: text.map { [.text($0)] } ?? [],
            parentCall: nil)))
    case "error":
      let level: Notice.NoticeLevel = event["severity"]?.string == "warning" ? .warning : .error
      change(event, &log) { $0.add(notice: level, event["message"]?.string ?? "unknown error", to: &$1) }
    case "result": readResult(event, &log)
    default: log.skipped.addUnknown(type)
    }
  }

  mutating func finish(log: inout MessageEventLog) { end(&log) }

  private mutating func change(
    _ event: JSONValue, _ log: inout MessageEventLog,
    _ body: (inout OpenMessage, inout MessageEventLog) -> Void
  ) {
    var message =
      answer
      ?? OpenMessage(
        Message.MessageHead(role: .assistant, model: session.model, time: event["timestamp"]?.string))
    body(&message, &log)
    answer = message
  }

  private mutating func readResult(_ event: JSONValue, _ log: inout MessageEventLog) {
    end(&log)
    let usage = event["stats"]
    var stats = MessageStats()
    stats.inputTokens = usage?["input_tokens"]?.integer
    stats.outputTokens = usage?["output_tokens"]?.integer
    stats.cacheReadTokens = usage?["cached"]?.integer
    stats.elapsedMilliseconds = usage?["duration_ms"]?.integer
    session.stats = stats.isEmpty ? nil : stats
    if event["status"]?.string == "error" { session.failure = event["error"]?["message"]?.string ?? "error" }
    log.events.append(.session(session))
  }

  private mutating func end(_ log: inout MessageEventLog) {
    answer?.end(&log)
    answer = nil
  }
}
