import StyledRuns

/// Parses the lines of `codex exec --json`, and the session files (`rollout-….jsonl`) that Codex stores.
///
/// The format follows `ThreadEvent` in openai/codex `codex-rs/exec/src/exec_events.rs` and `RolloutItem` in
/// `codex-rs/protocol/src/protocol.rs`, as of November 2026. Content that a session file contains only for
/// the model, such as instructions and the description of the environment, is left out.
struct CodexReader: MessageReader {
  private static let storedTypes = EventVocabulary.shared[.codex, .stored]
  private static let knownTypes = EventVocabulary.shared[.codex, .known]

  private var session = Conversation.Session()
  private var answer: OpenMessage?
  /// The identifiers of items whose call has started.
  private var calls: Set<String> = []
  private var tasks = ""
  private var updates = 0

  static func framing(startingWith first: UInt8) -> MessageFraming { .lines }

  static func recognises(_ object: JSONValue) -> Bool {
    guard let type = object.closedString("type") else { return false }
    if storedTypes.contains(type) { return object["payload"]?.kind == .object }
    if type.hasPrefix("item.") { return object["item"]?.kind == .object }
    return knownTypes.contains(type)
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    guard let event = JSONTree.value(data), let type = event["type"]?.string else {
      return log.skipped.brokenLines += 1
    }
    let source = Array(data)
    if Self.storedTypes.contains(type), let payload = event["payload"] {
      return readStored(payload, type, event["timestamp"]?.string, source, &log)
    }
    switch type {
    case "thread.started":
      session.id = event["thread_id"]?.string
      log.events.append(.session(session))
    case "turn.started":
      end(&log)
      session.turns = (session.turns ?? 0) + 1
    case "turn.completed":
      answer?.head.stats = ContentBlocks.stats(usage: event["usage"], stopReason: "")
      answer?.head.stats?.stopReason = nil
      end(&log)
      log.events.append(.session(session))
    case "turn.failed":
      session.failure = event["error"]?["message"]?.string ?? "the turn failed"
      end(&log)
      log.events.append(.session(session))
    case "error":
      change(&log) { $0.add(notice: .error, event["message"]?.string ?? "unknown error", to: &$1) }
    case "item.started", "item.updated", "item.completed":
      if let item = event["item"] { read(item, isDone: type == "item.completed", source, &log) }
    default: log.skipped.addUnknown(type)
    }
  }

  mutating func finish(log: inout MessageEventLog) { end(&log) }

  private mutating func change(
    time: String? = nil, _ log: inout MessageEventLog,
    _ body: (inout OpenMessage, inout MessageEventLog) -> Void
  ) {
    var message =
      answer ?? OpenMessage(Message.MessageHead(role: .assistant, model: session.model, time: time))
    body(&message, &log)
    answer = message
  }

  private mutating func end(_ log: inout MessageEventLog) {
    answer?.end(&log)
    answer = nil
  }

  // MARK: Items of `codex exec --json`

  private mutating func read(
    _ item: JSONValue, isDone: Bool, _ source: [UInt8], _ log: inout MessageEventLog
  ) {
    let type = item["type"]?.string ?? "item without type"
    switch type {
    case "agent_message", "plan", "reasoning":
      guard isDone, let text = item["text"]?.string else { return }
      change(&log) {
        $0.endPart(&$1)
        $0.add(type == "reasoning" ? .thinking : .text, text, to: &$1)
      }
    case "error":
      if isDone { change(&log) { $0.add(notice: .warning, item["message"]?.string ?? "error", to: &$1) } }
    case "todo_list": readTasks(item, &log)
    case "command_execution":
      open(item, "shell", JSONText.object("command", item["command"]?.string ?? ""), &log)
    case "file_change":
      let changes = item["changes"]
      let only = changes?.count == 1 ? changes?.children.first { _ in true } : nil
      let input = only?.text(in: source) ?? "{\"changes\":\(changes?.text(in: source) ?? "[]")}"
      open(item, "file_change", input, &log)
    case "web_search":
      // The query is known only when the search is complete.
      if isDone { open(item, "web_search", JSONText.object("query", item["query"]?.string ?? ""), &log) }
    case "mcp_tool_call":
      let name = "mcp__\(item["server"]?.string ?? "")__\(item["tool"]?.string ?? "")"
      open(item, name, item["arguments"]?.text(in: source) ?? "", &log)
    case "collab_tool_call":
      open(item, item["tool"]?.string ?? "", JSONText.object("prompt", item["prompt"]?.string ?? ""), &log)
    default: return log.skipped.addUnknown("item \(type)")
    }
    if isDone, let id = item["id"]?.string, calls.remove(id) != nil { finish(item, id, source, &log) }
  }

  private mutating func open(_ item: JSONValue, _ name: String, _ input: String, _ log: inout MessageEventLog)
  {
    guard let id = item["id"]?.string, calls.insert(id).inserted else { return }
    change(&log) { $0.add(call: id, name: name, input: input, to: &$1) }
  }

  private func finish(_ item: JSONValue, _ id: String, _ source: [UInt8], _ log: inout MessageEventLog) {
    let status = item["status"]?.string
    var result = ToolResult(
      call: id, isError: status == "failed" || status == "declined", pieces: [], parentCall: nil)
    if let code = item["exit_code"]?.integer, code != 0 { result.isError = true }
    if let text = item["aggregated_output"]?.string, !text.isEmpty { result.pieces.append(.text(text)) }
    if status == "declined" { result.pieces.append(.text("declined")) }
    if let output = item["result"] { ResponseItems.add(output, to: &result) }
    if let error = item["error"]?["message"]?.string {
      result.isError = true
      result.pieces.append(.text(error))
    }
    log.events.append(.result(result))
  }

  /// Shows each state of the task list as a call of the tool that changes it.
  private mutating func readTasks(_ item: JSONValue, _ log: inout MessageEventLog) {
    let list = JSONValue.elements(of: item["items"]).map { task in
      let status = task["completed"]?.bool == true ? "completed" : "pending"
      return "{\"step\":\"\(JSONText.escaped(task["text"]?.string ?? ""))\",\"status\":\"\(status)\"}"
    }
    let plan = "{\"plan\":[\(list.joined(separator: ","))]}"
    guard plan != tasks else { return }
    tasks = plan
    updates += 1
    let id = "plan \(updates)"
    change(&log) { $0.add(call: id, name: "update_plan", input: plan, to: &$1) }
    log.events.append(.result(ToolResult(call: id, isError: false, pieces: [], parentCall: nil)))
  }

  // MARK: Session files

  private mutating func readStored(
    _ payload: JSONValue, _ type: String, _ time: String?, _ source: [UInt8], _ log: inout MessageEventLog
  ) {
    switch type {
    case "session_meta":
      session.id = payload["id"]?.string ?? payload["session_id"]?.string
      session.directory = payload["cwd"]?.string
      session.time = payload["timestamp"]?.string ?? time
      log.events.append(.session(session))
    case "turn_context":
      end(&log)
      guard let model = payload["model"]?.string, model != session.model else { return }
      session.model = model
      log.events.append(.session(session))
    case "compacted":
      change(time: time, &log) {
        $0.add(notice: .info, "Earlier messages were summarized to free context", to: &$1)
      }
    case "event_msg":
      // Events repeat the content of items, except for errors.
      guard payload["type"]?.string == "error", let text = payload["message"]?.string else { return }
      change(time: time, &log) { $0.add(notice: .error, text, to: &$1) }
    default: readItem(payload, time, source, &log)
    }
  }

  private mutating func readItem(
    _ item: JSONValue, _ time: String?, _ source: [UInt8], _ log: inout MessageEventLog
  ) {
    guard item["type"]?.string == "message", let role = item["role"]?.string, role != "assistant" else {
      return change(time: time, &log) {
        $0.endPart(&$1)
        let message = $0.open(&$1)
        ResponseItems.add(item, source: source, in: message, sources: &$0.sources, to: &$1)
      }
    }
    let text =
      item["content"]?.string ?? JSONValue.elements(of: item["content"]).lazy.compactMap {
        $0["text"]?.string
      }.first
      ?? ""
    guard role == "user", !Self.isForTheModel(text) else { return }
    end(&log)
    let message = log.open(Message.MessageHead(role: .user, time: time, isFinished: true))
    var sources = SourceList()
    ResponseItems.add(item, source: source, in: message, sources: &sources, to: &log)
    sources.end(in: message, &log)
  }

  /// Whether Codex composed a user message for the model, so that no person wrote it.
  private static func isForTheModel(_ text: String) -> Bool {
    [
      "<environment_context>", "<user_instructions>", "<permissions instructions>", "<INSTRUCTIONS>",
      "# AGENTS.md instructions", "<turn_aborted>",
    ].contains { text.hasPrefix($0) }
  }
}
