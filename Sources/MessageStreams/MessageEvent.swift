package import StyledRuns

/// What a line of input says, in the same words for all formats.
///
/// Readers number messages and parts as they open them; results name their call.
package enum MessageEvent {
  /// What is known of the whole, in place of what was known before.
  case session(Conversation.Session)
  /// Opens a message, or says more of one.
  case message(Int, Message.Head)
  /// Opens a part in a message.
  case part(Int, message: Int, MessagePart.Head.Kind)
  /// Markdown that follows in a part of text or thinking.
  case text(Int, String)
  /// JSON that follows in a tool call's input.
  case input(Int, String)
  /// Nothing more comes in this part but a result.
  case endPart(Int)
  case result(ToolResult)
}

/// What came back from a tool.
package struct ToolResult {
  package enum Piece {
    case text(String)
    case image(ImageReference)
    case link(title: String, address: String)
  }

  package var call: String
  package var isError: Bool
  package var pieces: [Piece]
  /// The call on whose behalf another agent made this one.
  package var parentCall: String?
}

/// Numbers messages and parts, and collects events.
struct MessageEventLog {
  var events: [MessageEvent] = []
  private var messages = 0
  private var parts = 0
  /// Lines that could not be read, and events of a type that is not known.
  var skipped = SkippedInput()

  mutating func open(_ head: Message.Head) -> Int {
    messages += 1
    events.append(.message(messages - 1, head))
    return messages - 1
  }

  mutating func open(_ kind: MessagePart.Head.Kind, in message: Int) -> Int {
    parts += 1
    events.append(.part(parts - 1, message: message, kind))
    return parts - 1
  }

  /// A part whose text is all there.
  mutating func add(_ kind: MessagePart.Head.Kind, _ text: String, in message: Int) {
    let part = open(kind, in: message)
    if !text.isEmpty { events.append(.text(part, text)) }
    events.append(.endPart(part))
  }

  mutating func add(call id: String, name: String, input: String, in message: Int) {
    let part = open(.toolCall(ToolCall.Head(id: id, name: name)), in: message)
    if !input.isEmpty { events.append(.input(part, input)) }
    events.append(.endPart(part))
  }
}

/// What of the input was not understood.
public struct SkippedInput: Hashable, Sendable {
  /// Lines, or pieces between lines, that are no JSON.
  public var brokenLines = 0
  /// Events by their type, which no reader knows.
  public var unknownTypes: [String: Int] = [:]

  public init() {}

  public var isEmpty: Bool { brokenLines == 0 && unknownTypes.isEmpty }

  mutating func addUnknown(_ type: String) {
    // Enough for a message; an input that makes up types may not fill memory with them.
    let name = unknownTypes.count < 20 || unknownTypes[type] != nil ? String(type.prefix(40)) : "others"
    unknownTypes[name, default: 0] += 1
  }

  /// One line for a person: `skipped 2 broken lines, 3 events of unknown type (telemetry)`; nil where there is
  /// nothing to say.
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
