package import StyledRuns

/// An event of a conversation, in the same form for all formats.
///
/// Readers number messages and parts in the order in which they open them. A result names its call.
package enum MessageEvent {
  /// Replaces the properties of the whole conversation.
  case session(Conversation.Session)
  /// Opens a message or replaces its head.
  case message(Int, Message.MessageHead)
  /// Opens a part of a message.
  case part(Int, message: Int, MessagePart.PartHead.PartKind)
  /// Appends markdown to a text or thinking part.
  case text(Int, String)
  /// Appends JSON to the input of a tool call.
  case input(Int, String)
  /// Ends a part. Only the result of a tool call may follow.
  case endPart(Int)
  case result(ToolResult)
}

/// The result of a tool call.
package struct ToolResult {
  package enum ResultPiece {
    case text(String)
    case image(ImageReference)
    case link(title: String, address: String)
  }

  package var call: String
  package var isError: Bool
  package var pieces: [ResultPiece]
  /// The call that started the agent who made this call.
  package var parentCall: String?
}

/// Numbers messages and parts, and collects events.
struct MessageEventLog {
  var events: [MessageEvent] = []
  private var messages = 0
  private var parts = 0
  /// Counts of the input that was skipped.
  var skipped = SkippedInput()

  mutating func open(_ head: Message.MessageHead) -> Int {
    messages += 1
    events.append(.message(messages - 1, head))
    return messages - 1
  }

  mutating func open(_ kind: MessagePart.PartHead.PartKind, in message: Int) -> Int {
    parts += 1
    events.append(.part(parts - 1, message: message, kind))
    return parts - 1
  }

  /// Adds a part with its complete text.
  mutating func add(_ kind: MessagePart.PartHead.PartKind, _ text: String, in message: Int) {
    let part = open(kind, in: message)
    if !text.isEmpty { events.append(.text(part, text)) }
    events.append(.endPart(part))
  }

  mutating func add(call id: String, name: String, input: String, in message: Int) {
    let part = open(.toolCall(ToolCall.ToolCallHead(id: id, name: name)), in: message)
    if !input.isEmpty { events.append(.input(part, input)) }
    events.append(.endPart(part))
  }
}

/// Counts of input that could not be parsed.
///
/// ```swift
/// var skipped = SkippedInput()
/// skipped.brokenLines = 2
/// skipped.summary  // "skipped 2 broken lines"
/// ```
public struct SkippedInput: Hashable, Codable, Sendable {
  /// The number of lines, or pieces between lines, that are not JSON.
  public var brokenLines = 0
  /// The number of events of unknown types, by type.
  public var unknownTypes: [String: Int] = [:]

  public init() {}

  public var isEmpty: Bool { brokenLines == 0 && unknownTypes.isEmpty }

  mutating func addUnknown(_ type: String) {
    // The number of recorded types is limited, so that an input cannot exhaust memory with invented types.
    let name = unknownTypes.count < 20 || unknownTypes[type] != nil ? String(type.prefix(40)) : "others"
    unknownTypes[name, default: 0] += 1
  }

  /// A message such as `skipped 2 broken lines, 3 events of unknown type (telemetry)`; nil if
  /// nothing was skipped.
  public var summary: String? {
    var parts: [String] = []
    if brokenLines > 0 { parts.append("\(brokenLines) broken line\(brokenLines == 1 ? "" : "s")") }
    let unknown = unknownTypes.values.reduce(0, +)
    if unknown > 0 {
      let names = unknownTypes.keys.sorted().joined(separator: ", ")
      parts.append("\(unknown) event\(unknown == 1 ? "" : "s") of unknown type (\(names))")
    }
    return parts.isEmpty ? nil : "skipped " + parts.joined(separator: " and ")
  }
}
