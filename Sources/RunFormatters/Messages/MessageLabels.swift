import StyledRuns

/// The labels of messages, which are the same in all formats.
enum MessageLabels {
  static func name(of head: Message.MessageHead) -> String {
    if head.parentCall != nil { return head.role == .user ? "Task" : "Agent" }
    return switch head.role {
    case .user: "You"
    case .assistant: "Assistant"
    case .system: "System"
    }
  }

  /// Returns the label of a thinking part: `Thinking (2,431 chars)`, or `Thinking...` while it grows.
  static func thinking(_ part: MarkdownPart, isFinished: Bool) -> String {
    guard isFinished else { return "Thinking..." }
    let count = part.source.unicodeScalars.count
    return count == 0 ? "Thinking (not shown)" : "Thinking (\(grouped(count)) chars)"
  }

  /// Returns the readable name of a tool: `mcp__server__tool` becomes `server: tool`.
  static func tool(_ name: String) -> String {
    if name.isEmpty { return "Result" }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[0] == "mcp", parts[1].isEmpty,
      let gap = parts[3...].firstIndex(where: \.isEmpty), gap + 1 < parts.count
    else { return name }
    return parts[2..<gap].joined(separator: "_") + ": " + parts[(gap + 1)...].joined(separator: "_")
  }

  static func word(_ state: ToolCall.CallState) -> String {
    switch state {
    case .preparing: "preparing"
    case .running: "running"
    case .done: "done"
    case .failed: "failed"
    case .unanswered: "no result"
    }
  }

  static func symbol(_ state: ToolCall.CallState) -> String {
    switch state {
    case .preparing: "\u{2026}"
    case .running: "\u{25CC}"
    case .done: "\u{2713}"
    case .failed: "\u{2717}"
    case .unanswered: "\u{2013}"
    }
  }

  /// Formats statistics as `142 tokens, 3.2 s`; empty if nothing is known.
  static func stats(_ stats: MessageStats) -> String {
    var parts: [String] = []
    if let tokens = stats.outputTokens { parts.append(count(tokens, "token")) }
    if let elapsed = stats.elapsedMilliseconds { parts.append(duration(elapsed)) }
    if let cost = stats.cost { parts.append(money(cost)) }
    if let reason = stats.stopReason.flatMap(stopWords) { parts.append(reason) }
    return parts.joined(separator: ", ")
  }

  /// Formats a session as `3 turns, 12,345 tokens in, 142 out, 3.2 s, $0.0123`.
  static func session(_ session: Conversation.Session) -> String {
    var parts: [String] = []
    if let turns = session.turns { parts.append(count(turns, "turn")) }
    if let stats = session.stats {
      let input = [stats.inputTokens, stats.cacheReadTokens, stats.cacheWriteTokens].compactMap { $0 }
      if !input.isEmpty {
        let sum = input.reduce(0) { $0.addingReportingOverflow($1).partialValue }
        parts.append(count(sum, "token") + " in")
        if let output = stats.outputTokens { parts.append("\(grouped(output)) out") }
      } else if let output = stats.outputTokens {
        parts.append(count(output, "token"))
      }
      if let elapsed = stats.elapsedMilliseconds { parts.append(duration(elapsed)) }
      if let cost = stats.cost { parts.append(money(cost)) }
    }
    return parts.joined(separator: ", ")
  }

  /// Returns the combined statistics of a group of messages.
  static func sum(_ messages: some Sequence<Message>) -> MessageStats {
    var sum = MessageStats()
    for stats in messages.compactMap(\.head.stats) { add(stats, to: &sum) }
    return sum
  }

  /// Adds the statistics of another message. The stop reason of the last message is that of the group.
  static func add(_ stats: MessageStats, to sum: inout MessageStats) {
    func add(_ left: Int?, _ right: Int?) -> Int? {
      right.map { (left ?? 0).addingReportingOverflow($0).partialValue } ?? left
    }
    sum.outputTokens = add(sum.outputTokens, stats.outputTokens)
    sum.elapsedMilliseconds = add(sum.elapsedMilliseconds, stats.elapsedMilliseconds)
    if let cost = stats.cost { sum.cost = (sum.cost ?? 0) + cost }
    sum.stopReason = stats.stopReason
  }

  /// Describes a stop reason that means an incomplete answer; returns nil for other reasons.
  private static func stopWords(_ reason: String) -> String? {
    switch reason {
    case "max_tokens", "length": "cut off at the token limit"
    case "refusal", "content_filter": "stopped by a filter"
    case "pause_turn": "paused"
    case "model_context_window_exceeded": "cut off at the context limit"
    default: nil
    }
  }

  /// Returns the time of day in an ISO 8601 time, such as `14:03 UTC`; nil for other texts.
  static func clock(_ time: String) -> String? {
    let bytes = Array(time.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[..<16].allSatisfy({ $0 < 0x80 })
    else { return nil }
    return String(decoding: bytes[11..<16], as: UTF8.self) + (bytes.last == UInt8(ascii: "Z") ? " UTC" : "")
  }

  /// Returns the date and time in an ISO 8601 time, such as `2026-01-05 14:03 UTC`; the text itself if it is
  /// not a time.
  static func date(_ time: String) -> String {
    clock(time).map { String(time.prefix(10)) + " " + $0 } ?? String(time.prefix(40))
  }

  static func image(_ image: ImageReference) -> String {
    var parts: [String] = []
    if let name = image.alternative, !name.isEmpty { parts.append(name) }
    if let type = image.mediaType { parts.append(type) }
    if let bytes = image.bytes { parts.append(size(bytes)) }
    let noun = image.mediaType.map { $0.hasPrefix("image/") } ?? true ? "Image" : "File"
    return parts.isEmpty ? noun : "\(noun): " + parts.joined(separator: ", ")
  }

  static func size(_ bytes: Int) -> String {
    bytes < 1024 ? "\(bytes) B" : bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(tenths(bytes * 10 >> 20)) MB"
  }

  static func more(_ count: Int) -> String { count == 1 ? "1 more line" : "\(grouped(count)) more lines" }

  static func unchanged(_ lines: Int) -> String { count(lines, "unchanged line") }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Groups digits: `12,345`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func duration(_ milliseconds: Int) -> String {
    let tenth = max(0, milliseconds / 100)
    if tenth < 600 { return "\(tenths(tenth)) s" }
    let seconds = tenth / 10
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }

  private static func tenths(_ number: Int) -> String { "\(number / 10).\(number % 10)" }

  /// Formats an amount in dollars with two decimals, or with four if it is below 99.5 cents.
  static func money(_ dollars: Double) -> String {
    guard dollars >= 0, dollars < 1_000_000 else { return "$?" }
    let places = dollars >= 0.995 || dollars == 0 ? 2 : 4
    let scale = places == 2 ? 100 : 10_000
    let units = Int((dollars * Double(scale)).rounded())
    let fraction = String(units % scale)
    return "$\(units / scale)." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
  }
}
