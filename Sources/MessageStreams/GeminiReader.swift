import StyledRuns

/// Parses the Gemini API: responses of `generateContent`, streamed as Server-Sent Events or as one array, and
/// requests with their `contents`.
///
/// The format follows the API reference (GenerateContentResponse, Content, Part, GroundingMetadata) and the
/// types of googleapis/js-genai, as of November 2026.
struct GeminiReader: MessageReader {
  private var session = Conversation.Session()
  /// The open answers of the current response, keyed by the index of their candidate.
  private var answers: [Int: OpenMessage] = [:]
  private var response: String?
  /// The calls without a result, keyed by function name, because a response may identify its call only by
  /// that name.
  private var waiting: [String: WaitingCalls] = [:]
  private var calls = 0

  static func framing(startingWith first: UInt8) -> MessageFraming {
    first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .values : .events
  }

  static func recognises(_ object: JSONValue) -> Bool {
    if let candidate = first(of: object["candidates"]) {
      return candidate["content"] != nil || candidate["finishReason"] != nil
    }
    if object["promptFeedback"]?["blockReason"] != nil { return true }
    return first(of: object["contents"])?["parts"]?.kind == .array
  }

  private static func first(of array: JSONValue?) -> JSONValue? {
    guard let array, array.kind == .array else { return nil }
    return array.children.first { _ in true }
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    guard let value = JSONTree.value(data), value.kind == .object else { return log.skipped.brokenLines += 1 }
    let source = Array(data)
    if value["contents"] != nil { return readRequest(value, source, &log) }
    if let error = value["error"], error.kind == .object {
      var answer = answers.removeValue(forKey: 0) ?? OpenMessage(Message.MessageHead(role: .assistant))
      answer.add(
        notice: .error, error["message"]?.string ?? error["status"]?.string ?? "unknown error", to: &log)
      answers[0] = answer
      return end(&log)
    }
    let id = value["responseId"]?.string
    if let id, let response, id != response { end(&log) }
    response = id ?? response
    if session.model == nil, let model = value["modelVersion"]?.string {
      session.model = model
      session.time = value["createTime"]?.string
      log.events.append(.session(session))
    }
    let head = Message.MessageHead(role: .assistant, id: id, model: value["modelVersion"]?.string)
    if let reason = value["promptFeedback"]?["blockReason"]?.string {
      var answer = answers.removeValue(forKey: 0) ?? OpenMessage(head)
      answer.add(notice: .error, "The prompt was blocked: \(reason)", to: &log)
      answers[0] = answer
    } else if value["candidates"] == nil, value["usageMetadata"] == nil {
      log.skipped.addUnknown("value without candidates")
    }
    for candidate in JSONValue.elements(of: value["candidates"]) {
      let index = candidate["index"]?.integer ?? 0
      // The answer moves out of the dictionary, so that its sources are changed in place.
      var answer = answers.removeValue(forKey: index) ?? OpenMessage(head)
      let grounding = candidate["groundingMetadata"]
      var marks = grounding.map { Self.marks(of: $0, in: &answer) } ?? []
      if let mark = marks.first, mark.end == answer.textBytes, answer.textBytes > 0 {
        answer.addMark(for: mark.numbers, to: &log)
      }
      for part in JSONValue.elements(of: candidate["content"]?["parts"]) {
        if let text = part["text"]?.string, part["thought"]?.bool != true, !marks.isEmpty {
          Self.add(text, marks: &marks, to: &answer, &log)
        } else {
          add(part, source, to: &answer, &log)
        }
      }
      if let grounding { addSearch(grounding, source, to: &answer, &log) }
      if let reason = candidate["finishReason"]?.string {
        answer.head.stats = Self.stats(of: value["usageMetadata"], stopReason: reason)
      }
      answers[index] = answer
    }
  }

  mutating func finish(log: inout MessageEventLog) { end(&log) }

  private mutating func readRequest(_ value: JSONValue, _ source: [UInt8], _ log: inout MessageEventLog) {
    if let system = value["systemInstruction"] ?? value["system_instruction"] {
      var message = OpenMessage(Message.MessageHead(role: .system))
      for part in JSONValue.elements(of: system["parts"]) { add(part, source, to: &message, &log) }
      message.end(&log)
    }
    for content in JSONValue.elements(of: value["contents"]) {
      var message = OpenMessage(
        Message.MessageHead(role: content["role"]?.string == "model" ? .assistant : .user))
      for part in JSONValue.elements(of: content["parts"]) { add(part, source, to: &message, &log) }
      message.end(&log)
    }
  }

  private mutating func add(
    _ part: JSONValue, _ source: [UInt8], to message: inout OpenMessage, _ log: inout MessageEventLog
  ) {
    if let text = part["text"]?.string {
      message.add(part["thought"]?.bool == true ? .thinking : .text, text, to: &log)
    } else if let call = part["functionCall"] {
      let name = call["name"]?.string ?? ""
      open(name, id: call["id"]?.string, input: call["args"]?.text(in: source) ?? "", in: &message, &log)
    } else if let response = part["functionResponse"] {
      let value = response["response"]
      let output = value?["output"] ?? value?["result"] ?? value?["error"] ?? value
      close(
        response["name"]?.string ?? "", id: response["id"]?.string, isError: value?["error"] != nil,
        [.text(output?.string ?? output?.text(in: source) ?? "")], &log)
    } else if let code = part["executableCode"] {
      let language = (code["language"]?.string ?? "").lowercased()
      let member = "\"language\":\"\(JSONText.escaped(language))\""
      let input = "{\(member),\"code\":\"\(JSONText.escaped(code["code"]?.string ?? ""))\"}"
      open("code_execution", id: code["id"]?.string, input: input, in: &message, &log)
    } else if let result = part["codeExecutionResult"] {
      close(
        "code_execution", id: result["id"]?.string, isError: result["outcome"]?.string != "OUTCOME_OK",
        [.text(result["output"]?.string ?? "")], &log)
    } else if let data = part["inlineData"] ?? part["fileData"] {
      var image = ImageReference(mediaType: data["mimeType"]?.string, address: data["fileUri"]?.string)
      image.alternative = data["displayName"]?.string
      if let bytes = data["data"]?.bytes { ContentBlocks.embed(bytes, in: &image) }
      message.add(image: image, to: &log)
    } else if part["thoughtSignature"] == nil {
      log.skipped.addUnknown("part \(part.children.first { _ in true }?.name ?? "without content")")
    }
  }

  /// Returns the sources of the grounded passages, each with the byte offset of the passage's end.
  ///
  /// Passages that end in earlier text have no marks, because text cannot be inserted into parts that readers
  /// already have.
  private static func marks(
    of grounding: JSONValue, in answer: inout OpenMessage
  ) -> [(end: Int, numbers: [Int])] {
    let numbers = JSONValue.elements(of: grounding["groundingChunks"]).map { chunk in
      let page = chunk["web"] ?? chunk["retrievedContext"] ?? chunk["maps"]
      return answer.sources.number(
        of: SourceReference(title: page?["title"]?.string, address: page?["uri"]?.string))
    }
    let known = answer.textBytes
    let marks = JSONValue.elements(of: grounding["groundingSupports"]).compactMap {
      support -> (end: Int, numbers: [Int])? in
      let cited = JSONValue.elements(of: support["groundingChunkIndices"]).compactMap { index in
        index.integer.flatMap { numbers.indices.contains($0) ? numbers[$0] : nil }
      }
      guard let end = support["segment"]?["endIndex"]?.integer, end >= known, !cited.isEmpty else {
        return nil
      }
      return (end, cited)
    }
    return marks.enumerated().sorted { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }
      .map(\.element)
  }

  /// Adds text, and inserts its citation marks.
  private static func add(
    _ text: String, marks: inout [(end: Int, numbers: [Int])], to answer: inout OpenMessage,
    _ log: inout MessageEventLog
  ) {
    var rest = text.utf8[...]
    while let mark = marks.first, mark.end <= answer.textBytes + rest.count {
      marks.removeFirst()
      let piece = rest.prefix(max(0, mark.end - answer.textBytes))
      // An offset within a character is invalid.
      guard let whole = String(piece) else { continue }
      answer.add(.text, whole, to: &log)
      rest = rest[piece.endIndex...]
      answer.addMark(for: mark.numbers, to: &log)
    }
    answer.add(.text, String(decoding: rest, as: UTF8.self), to: &log)
  }

  /// Shows the searches of a grounded answer as a tool call. Their results are in the list of sources.
  private mutating func addSearch(
    _ grounding: JSONValue, _ source: [UInt8], to message: inout OpenMessage, _ log: inout MessageEventLog
  ) {
    let queries = grounding["webSearchQueries"]
    let list = JSONValue.elements(of: queries).compactMap(\.string)
    if list.isEmpty { return }
    let input =
      list.count == 1
      ? JSONText.object("query", list[0]) : "{\"queries\":\(queries?.text(in: source) ?? "[]")}"
    open("google_web_search", id: nil, input: input, in: &message, &log)
    close("google_web_search", id: nil, isError: false, [], &log)
  }

  private mutating func open(
    _ name: String, id: String?, input: String, in message: inout OpenMessage, _ log: inout MessageEventLog
  ) {
    calls += 1
    let id = id ?? "call \(calls)"
    waiting[name, default: WaitingCalls()].append(id)
    message.add(call: id, name: name, input: input, to: &log)
  }

  private mutating func close(
    _ name: String, id: String?, isError: Bool, _ pieces: [ToolResult.ResultPiece],
    _ log: inout MessageEventLog
  ) {
    guard let call = waiting[name, default: WaitingCalls()].close(id) else {
      return log.skipped.addUnknown("result without call")
    }
    log.events.append(.result(ToolResult(call: call, isError: isError, pieces: pieces, parentCall: nil)))
  }

  private static func stats(of usage: JSONValue?, stopReason: String) -> MessageStats {
    var stats = MessageStats()
    stats.inputTokens = usage?["promptTokenCount"]?.integer
    if let output = usage?["candidatesTokenCount"]?.integer {
      stats.outputTokens = output &+ (usage?["thoughtsTokenCount"]?.integer ?? 0)
    }
    stats.cacheReadTokens = usage?["cachedContentTokenCount"]?.integer
    stats.stopReason = stopReason.lowercased()
    return stats
  }

  private mutating func end(_ log: inout MessageEventLog) {
    for index in answers.keys.sorted() { answers[index]?.end(&log) }
    answers = [:]
    response = nil
  }
}

/// The calls of one function that have no result yet, in their order.
private struct WaitingCalls {
  private var ids: [String] = []
  /// The number of leading calls that have a result.
  private var closedCount = 0
  /// The calls behind those that have a result, too.
  private var closed: Set<String> = []

  mutating func append(_ id: String) {
    closed.remove(id)
    ids.append(id)
  }

  /// Removes a call, or the first one for nil. O(1) on average.
  ///
  /// - Returns: The identifier of the call; nil if no call waits.
  mutating func close(_ id: String?) -> String? {
    while closedCount < ids.count, closed.remove(ids[closedCount]) != nil { closedCount += 1 }
    let first = closedCount < ids.count ? ids[closedCount] : nil
    guard let call = id ?? first else { return nil }
    if call == first { closedCount += 1 } else { closed.insert(call) }
    return call
  }
}
