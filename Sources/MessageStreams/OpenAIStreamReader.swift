import StyledRuns

/// Parses chat-completion chunks and complete chat completions.
struct OpenAIStreamReader: MessageReader {
  /// An open alternative answer of a response.
  private struct Choice {
    var message: Int
    var head: Message.MessageHead
    var text: Int?
    var thinking: Int?
    /// The part of each tool call, by the index of the call.
    var calls: [Int: Int] = [:]
    var sources = SourceList()
    /// The text so far, for placing citation marks, and its length in Unicode scalars.
    var place = MarkPlace()
    var count = 0
  }

  private var session = Conversation.Session()
  private var response: String?
  private var choices: [Int: Choice] = [:]
  /// The lowest index of the choices; nil if there are none.
  private var first: Int?

  static func framing(startingWith first: UInt8) -> MessageFraming {
    first == UInt8(ascii: "{") ? .values : .events
  }

  static func recognises(_ object: JSONValue) -> Bool {
    object.closedString("object")?.hasPrefix("chat.completion") ?? false || object["choices"]?.kind == .array
  }

  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog) {
    if data.elementsEqual("[DONE]".utf8) { return end(&log) }
    let tree = JSONTree()
    tree.append(data)
    guard tree.isComplete, let chunk = tree.root, chunk.kind == .object else {
      return log.skipped.brokenLines += 1
    }
    if let error = chunk["error"], error.kind != .null {
      let text = error["message"]?.string ?? error.string ?? error["code"]?.string ?? "unknown error"
      let message = choices[0]?.message ?? log.open(Message.MessageHead(role: .assistant, isFinished: true))
      log.add(.notice(Notice(level: .error, text: text)), "", in: message)
      return end(&log)
    }
    let object = chunk["object"]?.string
    guard object?.hasPrefix("chat.completion") ?? (chunk["choices"] != nil) else {
      return log.skipped.addUnknown(object ?? "chunk without object")
    }
    let id = chunk["id"]?.string
    if let id, let response, id != response, !id.isEmpty { end(&log) }
    response = id ?? response
    if session.model == nil, let model = chunk["model"]?.string {
      session.model = model
      session.time = chunk["created"]?.integer.flatMap(Self.time)
      log.events.append(.session(session))
    }
    if let list = chunk["choices"], list.kind == .array {
      for choice in list.children { read(choice, of: chunk, &log) }
    }
    if let first { addSearchResults(chunk, to: first) }
    if let usage = chunk["usage"], usage.kind == .object, let first {
      merge(ContentBlocks.stats(usage: usage, stopReason: ""), into: first, &log)
    }
    if object == "chat.completion" { end(&log) }
  }

  mutating func finish(log: inout MessageEventLog) { end(&log) }

  private mutating func read(_ value: JSONValue, of chunk: JSONValue, _ log: inout MessageEventLog) {
    let index = value["index"]?.integer ?? 0
    first = min(first ?? index, index)
    // The choice moves out of the dictionary, so that its sources are changed in place.
    var choice = choices.removeValue(forKey: index) ?? open(chunk, &log)
    let delta = value["delta"] ?? value["message"]
    if let text = delta?["reasoning_content"]?.string ?? delta?["reasoning"]?.string, !text.isEmpty {
      let part = choice.thinking ?? log.open(.thinking, in: choice.message)
      choice.thinking = part
      log.events.append(.text(part, text))
    }
    if let text = delta?["content"]?.string ?? delta?["refusal"]?.string, !text.isEmpty {
      endPart(&choice.thinking, &log)
      let part = choice.text ?? log.open(.text, in: choice.message)
      choice.text = part
      let marks = delta.map { Self.marks($0, in: &choice, text) } ?? []
      log.events.append(.text(part, text.inserting(marks)))
      choice.place.append(text)
      choice.count += text.unicodeScalars.count
    } else if let delta {
      for mark in Self.marks(delta, in: &choice, "") where choice.place.takesMark {
        if let part = choice.text { log.events.append(.text(part, mark.text)) }
      }
    }
    if let calls = delta?["tool_calls"], calls.kind == .array {
      endPart(&choice.thinking, &log)
      endPart(&choice.text, &log)
      var next = 0
      for call in calls.children {
        read(call, index: call["index"]?.integer ?? next, in: &choice, &log)
        next += 1
      }
    }
    if let call = delta?["function_call"], call.kind == .object {
      // The older form of a tool call is a single call without an identifier.
      read(function: call, id: "", index: -1, in: &choice, &log)
    }
    if let reason = value["finish_reason"]?.string {
      var stats = choice.head.stats ?? MessageStats()
      stats.stopReason = reason
      choice.head.stats = stats
      endParts(of: &choice, &log)
      log.events.append(.message(choice.message, choice.head))
    }
    choices[index] = choice
  }

  /// Returns the citation marks in a piece of text, each with the number of characters before it in that
  /// piece.
  private static func marks(
    _ delta: JSONValue, in choice: inout Choice, _ text: String
  ) -> [(offset: Int, text: String)] {
    JSONValue.elements(of: delta["annotations"]).compactMap { annotation in
      guard ResponseItems.isCitation(annotation),
        let number = choice.sources.number(of: SourceReference(citation: annotation))
      else { return nil }
      let offset = (ResponseItems.offset(of: annotation) ?? .max) - choice.count
      return offset < 0 ? nil : (min(offset, text.unicodeScalars.count), choice.sources.mark(for: [number]))
    }
  }

  private func open(_ chunk: JSONValue, _ log: inout MessageEventLog) -> Choice {
    let head = Message.MessageHead(
      role: .assistant, id: chunk["id"]?.string, model: chunk["model"]?.string,
      time: chunk["created"]?.integer.flatMap(Self.time))
    return Choice(message: log.open(head), head: head)
  }

  private func read(_ call: JSONValue, index: Int, in choice: inout Choice, _ log: inout MessageEventLog) {
    guard let function = call["function"] ?? call["custom"] else { return }
    read(function: function, id: call["id"]?.string ?? "", index: index, in: &choice, &log)
  }

  private func read(
    function: JSONValue, id: String, index: Int, in choice: inout Choice, _ log: inout MessageEventLog
  ) {
    let name = function["name"]?.string ?? ""
    let part: Int
    if let known = choice.calls[index] {
      part = known
    } else {
      for other in choice.calls.values.sorted() { log.events.append(.endPart(other)) }
      choice.calls = [:]
      part = log.open(.toolCall(ToolCall.ToolCallHead(id: id, name: name)), in: choice.message)
      choice.calls[index] = part
    }
    if let arguments = function["arguments"]?.string ?? function["input"]?.string, !arguments.isEmpty {
      log.events.append(.input(part, arguments))
    }
  }

  private func endPart(_ part: inout Int?, _ log: inout MessageEventLog) {
    if let open = part { log.events.append(.endPart(open)) }
    part = nil
  }

  private func endParts(of choice: inout Choice, _ log: inout MessageEventLog) {
    endPart(&choice.thinking, &log)
    endPart(&choice.text, &log)
    for part in choice.calls.values.sorted() { log.events.append(.endPart(part)) }
    choice.calls = [:]
  }

  /// Adds the pages that a search found, which some services send beside the choices. The text already
  /// contains numbers for them.
  private mutating func addSearchResults(_ chunk: JSONValue, to choice: Int) {
    for page in JSONValue.elements(of: chunk["search_results"]) {
      _ = choices[choice]?.sources.number(of: SourceReference(citation: page))
    }
    guard chunk["search_results"] == nil else { return }
    for address in JSONValue.elements(of: chunk["citations"]).compactMap(\.string) {
      _ = choices[choice]?.sources.number(of: SourceReference(address: address))
    }
  }

  private mutating func merge(_ stats: MessageStats?, into index: Int, _ log: inout MessageEventLog) {
    guard var stats, var choice = choices[index] else { return }
    stats.stopReason = choice.head.stats?.stopReason
    choice.head.stats = stats
    choices[index] = choice
    log.events.append(.message(choice.message, choice.head))
  }

  private mutating func end(_ log: inout MessageEventLog) {
    for index in choices.keys.sorted() {
      guard var choice = choices[index] else { continue }
      endParts(of: &choice, &log)
      choice.sources.end(in: choice.message, &log)
      choice.head.isFinished = true
      log.events.append(.message(choice.message, choice.head))
    }
    choices = [:]
    first = nil
    response = nil
  }

  /// Converts seconds since 1970 to ISO 8601 in the Gregorian calendar; returns nil for years after 9999.
  static func time(_ seconds: Int) -> String? {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    let days = seconds / 86_400
    // Years start in March in this calculation, so that the leap day is the last day of a year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    func pad(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(pad(year, 4))-\(pad(civilMonth))-\(pad(day))T\(pad(seconds / 3600 % 24)):"
      + "\(pad(seconds / 60 % 60)):\(pad(seconds % 60))Z"
  }
}
