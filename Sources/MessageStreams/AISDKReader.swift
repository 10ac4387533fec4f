import StyledRuns

/// Parses the AI SDK's UI message stream (version 5): Server-Sent Events with a `type` member.
///
/// The format follows `UIMessageChunk` in vercel/ai `packages/ai/src/ui-message-stream/ui-message-chunks.ts`,
/// as of November 2026. Parts that an application defines (`data-…`) are ignored.
struct AISDKReader: MessageReader {
  /// The types that identify the format. Other types, such as `error` and `finish`, also occur in other
  /// formats.
  private static let ownTypes = EventVocabulary.shared[.aiSDK, .known]
  private static let silentTypes = EventVocabulary.shared[.aiSDK, .silent]

  private struct Call {
    var part: Int
    var hasInput = false
    var isOpen = true
  }

  private var answer = OpenMessage(Message.MessageHead(role: .assistant))
  /// The open text and thinking parts, keyed by their kind and identifier.
  private var parts: [String: Int] = [:]
  private var calls: [String: Call] = [:]

  static func framing(startingWith first: UInt8) -> MessageFraming {
    first == UInt8(ascii: "{") ? .values : .events
  }

  static func recognises(_ object: JSONValue) -> Bool {
    guard let type = object.closedString("type") else { return false }
    if ownTypes.contains(type) { return true }
    return type == "start" && object.isClosed
      && object.children.allSatisfy { ["type", "messageId", "messageMetadata"].contains($0.name) }
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    if data.elementsEqual("[DONE]".utf8) { return end(&log) }
    guard let event = JSONTree.value(data), let type = event["type"]?.string else {
      return log.skipped.brokenLines += 1
    }
    switch type {
    case "start":
      end(&log)
      answer.head.id = event["messageId"]?.string
    case "finish":
      if let reason = event["finishReason"]?.string {
        answer.head.stats = MessageStats()
        answer.head.stats?.stopReason = reason
      }
      end(&log)
    case "abort":
      answer.add(notice: .warning, event["reason"]?.string ?? "The answer was aborted", to: &log)
      end(&log)
    case "error": answer.add(notice: .error, event["errorText"]?.string ?? "unknown error", to: &log)
    case "text-start", "reasoning-start", "text-delta", "reasoning-delta", "text-end", "reasoning-end":
      readText(event, type, &log)
    case "file":
      let address = event["url"]?.string.flatMap { ContentBlocks.image(address: $0).address }
      answer.add(image: ImageReference(mediaType: event["mediaType"]?.string, address: address), to: &log)
    case "source-url":
      // The format does not relate sources to passages, so that the text has no citation marks.
      _ = answer.sources.number(
        of: SourceReference(title: event["title"]?.string, address: event["url"]?.string))
    case "source-document":
      let title = event["title"]?.string ?? event["filename"]?.string
      _ = answer.sources.number(of: SourceReference(title: title))
    case _ where Self.silentTypes.contains(type): break
    default:
      if type.hasPrefix("tool-") {
        readTool(event, type, Array(data), &log)
      } else if !type.hasPrefix("data-") {
        log.skipped.addUnknown(type)
      }
    }
  }

  mutating func finish(log: inout MessageEventLog) { end(&log) }

  private mutating func readText(_ event: JSONValue, _ type: String, _ log: inout MessageEventLog) {
    let kind: MessagePart.PartHead.PartKind = type.hasPrefix("text") ? .text : .thinking
    let key = (kind == .text ? "text " : "thinking ") + (event["id"]?.string ?? "")
    if type.hasSuffix("end") {
      if let part = parts.removeValue(forKey: key) { log.events.append(.endPart(part)) }
    } else if let text = event["delta"]?.string, !text.isEmpty {
      let part = parts[key] ?? log.open(kind, in: answer.open(&log))
      parts[key] = part
      log.events.append(.text(part, text))
    }
  }

  private mutating func readTool(
    _ event: JSONValue, _ type: String, _ source: [UInt8], _ log: inout MessageEventLog
  ) {
    guard let id = event["toolCallId"]?.string else { return log.skipped.brokenLines += 1 }
    switch type {
    case "tool-input-start", "tool-input-available", "tool-input-error":
      if calls[id] == nil {
        let head = ToolCall.ToolCallHead(id: id, name: event["toolName"]?.string ?? "")
        calls[id] = Call(part: log.open(.toolCall(head), in: answer.open(&log)))
      }
      guard type != "tool-input-start", let call = calls[id], call.isOpen else { return }
      if !call.hasInput, let input = event["input"] {
        log.events.append(.input(call.part, input.string ?? input.text(in: source)))
      }
      calls[id]?.isOpen = false
      log.events.append(.endPart(call.part))
      if type == "tool-input-error" { fail(id, event["errorText"]?.string, &log) }
    case "tool-input-delta":
      guard let call = calls[id], call.isOpen, let text = event["inputTextDelta"]?.string else { return }
      calls[id]?.hasInput = true
      log.events.append(.input(call.part, text))
    case "tool-output-available":
      // A preliminary output is replaced by a later one.
      guard event["preliminary"]?.bool != true, let output = event["output"] else { return }
      var result = ToolResult(call: id, isError: false, pieces: [], parentCall: nil)
      if let content = output["content"] { ResponseItems.add(content, to: &result) }
      if result.pieces.isEmpty { result.pieces = [.text(output.string ?? output.text(in: source))] }
      log.events.append(.result(result))
    case "tool-output-error": fail(id, event["errorText"]?.string, &log)
    case "tool-output-denied": fail(id, "denied", &log)
    default: log.skipped.addUnknown(type)
    }
  }

  private func fail(_ call: String, _ text: String?, _ log: inout MessageEventLog) {
    let pieces = [ToolResult.ResultPiece.text(text ?? "error")]
    log.events.append(.result(ToolResult(call: call, isError: true, pieces: pieces, parentCall: nil)))
  }

  private mutating func end(_ log: inout MessageEventLog) {
    for part in parts.values.sorted() { log.events.append(.endPart(part)) }
    for call in calls.values.sorted(by: { $0.part < $1.part }) where call.isOpen {
      log.events.append(.endPart(call.part))
    }
    parts = [:]
    calls = [:]
    answer.end(&log)
    answer = OpenMessage(Message.MessageHead(role: .assistant))
  }
}
