import StyledRuns

/// Parses the forms of the Messages API: an array of messages, a request with such an array, a response, one
/// of these values per line, and the Server-Sent Events of a streamed response.
struct MessagesReader: MessageReader {
  private var tree = JSONTree()
  /// The bytes that the tree has consumed. Values that are passed on as JSON text are taken from it.
  private var source: [UInt8] = []
  private var last: JSONValue?
  private var hasHead = false
  private var session = Conversation.Session()
  private var response = StreamedResponseReader()
  /// Whether bytes up to the next line end are skipped, after invalid input.
  private var isSkipping = false

  static func framing(startingWith first: UInt8) -> MessageFraming {
    first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .bytes : .events
  }

  static func recognises(_ object: JSONValue) -> Bool {
    if let type = object.closedString("type") {
      if recognises(eventNamed: type) { return true }
      // Logs contain these words, too.
      if type == "error", object["error"]?["type"]?.kind == .string { return true }
      if type == "message", object["role"] != nil || object["content"]?.kind == .array { return true }
    }
    if let role = object.closedString("role"),
      ["user", "assistant", "system", "tool", "developer"].contains(role)
    {
      return object["content"] != nil || object["tool_calls"] != nil
    }
    return object["messages"]?.kind == .array
  }

  static func recognises(eventNamed name: String) -> Bool { StreamedResponseReader.eventTypes.contains(name) }

  // MARK: Events

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    if data.elementsEqual("[DONE]".utf8) { return }
    let input = Array(data)
    let event = JSONTree()
    event.append(input)
    guard event.isComplete, let root = event.root else { return log.skipped.brokenLines += 1 }
    read(event: root, input: input, log: &log)
  }

  private mutating func read(event: JSONValue, input: [UInt8], log: inout MessageEventLog) {
    if event["type"]?.string == "message_start", session.model == nil {
      session.model = event["message"]?["model"]?.string
      if session.model != nil { log.events.append(.session(session)) }
    }
    if !response.read(event, input: input, log: &log) {
      log.skipped.addUnknown(event["type"]?.string ?? "event without type")
    }
  }

  // MARK: Values

  /// Parses bytes of JSON values and emits each message as soon as it is complete.
  mutating func read(bytes: ArraySlice<UInt8>, log: inout MessageEventLog) {
    var rest = bytes
    while !rest.isEmpty {
      if isSkipping {
        guard let end = rest.firstIndex(of: 0x0A) else { return }
        rest = rest[(end + 1)...]
        isSkipping = false
        continue
      }
      let taken = tree.append(rest)
      source += rest.prefix(taken)
      rest = rest.dropFirst(taken)
      readComplete(&log)
      if tree.isBroken {
        log.skipped.brokenLines += 1
        isSkipping = true
      }
      if tree.isBroken || tree.isComplete { restart() }
      while let byte = rest.first, !isSkipping, tree.position == 0, byte <= 0x20 { rest.removeFirst() }
    }
  }

  mutating func finish(log: inout MessageEventLog) {
    tree.finish()
    if tree.root != nil, !tree.isComplete {
      log.skipped.brokenLines += 1
      // The messages before a cut in a request or an array have already been emitted.
      restart()
    }
    response.end(&log)
  }

  private mutating func restart() {
    tree = JSONTree()
    source = []
    last = nil
    hasHead = false
  }

  private mutating func readComplete(_ log: inout MessageEventLog) {
    guard let root = tree.root else { return }
    if root.kind == .array { return readElements(of: root, &log) }
    guard root.kind == .object else {
      if tree.isComplete { log.skipped.brokenLines += 1 }
      return
    }
    if let messages = root["messages"] {
      readHead(of: root, &log)
      if messages.kind == .array { readElements(of: messages, &log) }
      return
    }
    guard tree.isComplete else { return }
    if root["role"] != nil {
      readMessage(root, &log)
    } else if root["type"]?.string != nil {
      read(event: root, input: source, log: &log)
    } else {
      log.skipped.brokenLines += 1
    }
  }

  private mutating func readElements(of array: JSONValue, _ log: inout MessageEventLog) {
    for element in array.elements(after: last) {
      guard element.isClosed else { return }
      last = element
      if element["role"] == nil, let type = element["type"]?.string, type != "message" {
        // The element is an event of a stream that was collected into an array.
        read(event: element, input: source, log: &log)
      } else {
        readMessage(element, &log)
      }
    }
  }

  /// Reads the model and the system prompt of a request, which precede or follow its messages.
  private mutating func readHead(of root: JSONValue, _ log: inout MessageEventLog) {
    if session.model == nil, let model = root["model"], model.isClosed, let name = model.string {
      session.model = name
      log.events.append(.session(session))
    }
    guard !hasHead, let system = root["system"], system.isClosed else { return }
    hasHead = true
    let message = log.open(Message.MessageHead(role: .system, isFinished: true))
    if let text = system.string {
      log.add(.text, text, in: message)
    } else {
      var blocks = CitedBlocks()
      for block in system.children {
        blocks.add(block, input: source, in: message, parentCall: nil, to: &log)
      }
      blocks.end(in: message, &log)
    }
  }

  private mutating func readMessage(_ value: JSONValue, _ log: inout MessageEventLog) {
    var head = Message.MessageHead(role: .user, isFinished: true)
    switch value["role"]?.string {
    case "user": break
    case "assistant": head.role = .assistant
    case "system", "developer": head.role = .system
    case "tool": return readToolMessage(value, &log)
    case let role: return log.skipped.addUnknown("role \(role ?? "none")")
    }
    head.id = value["id"]?.string
    head.model = value["model"]?.string
    head.stats = ContentBlocks.stats(usage: value["usage"], stopReason: value["stop_reason"]?.string)
    if session.model == nil, let model = head.model {
      session.model = model
      log.events.append(.session(session))
    }
    // A message that contains only results has no author, so that no message is opened for it.
    var number: Int?
    func message(_ log: inout MessageEventLog) -> Int {
      let opened = number ?? log.open(head)
      number = opened
      return opened
    }
    if let text = value["content"]?.string {
      if !text.isEmpty { log.add(.text, text, in: message(&log)) }
    } else if let content = value["content"], content.kind == .array {
      var blocks = CitedBlocks()
      for block in content.children {
        if let result = ContentBlocks.result(of: block, parentCall: nil) {
          blocks.endText(&log)
          log.events.append(.result(result))
        } else {
          blocks.add(block, input: source, in: message(&log), parentCall: nil, to: &log)
        }
      }
      blocks.end(in: number, &log)
    }
    if let calls = value["tool_calls"], calls.kind == .array {
      for call in calls.children {
        log.add(
          call: call["id"]?.string ?? "", name: call["function"]?["name"]?.string ?? "",
          input: call["function"]?["arguments"]?.string ?? "", in: message(&log))
      }
    }
  }

  /// Reads a result in the chat-completion form.
  private func readToolMessage(_ value: JSONValue, _ log: inout MessageEventLog) {
    guard let call = value["tool_call_id"]?.string else { return log.skipped.brokenLines += 1 }
    var text = value["content"]?.string
    if text == nil, let parts = value["content"]?.children {
      text = parts.compactMap { $0["text"]?.string }.joined(separator: "\n")
    }
    log.events.append(
      .result(ToolResult(call: call, isError: false, pieces: [.text(text ?? "")], parentCall: nil)))
  }
}
