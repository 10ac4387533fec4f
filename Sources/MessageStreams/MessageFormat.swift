internal import ServerSentEvents

/// An input format for conversations.
///
/// ```swift
/// MessageFormat(rawValue: "stream-json") == .streamJSON
/// ```
///
/// An input is offered to the formats in the order of their cases, which begins with the strict ones.
public enum MessageFormat: String, Hashable, Sendable, CaseIterable {
  /// OpenAI's Responses API: the events of a streamed response, or a whole response.
  case openAIResponses = "openai-responses"
  /// The Gemini API: the events or the array of a streamed response, a response, or a request.
  case gemini
  /// The lines of Ollama's chat and generate endpoints.
  case ollama
  /// The lines of `codex exec --json`, and the session files that Codex stores.
  case codex
  /// The lines of `gemini --output-format stream-json`.
  case geminiCLI = "gemini-cli"
  /// The AI SDK's UI message stream as server-sent events.
  case aiSDK = "ai-sdk"
  /// The events of a coding assistant, one JSON object per line, live or from a stored transcript.
  case streamJSON = "stream-json"
  /// The Messages API: an array of messages, a request, a response, or the events of a streamed response.
  case messages
  /// Chat-completion chunks as Server-Sent Events.
  case openAISSE = "openai-sse"
}

extension MessageFormat {
  /// The type that parses the format. If several types recognise an object, the first case wins.
  var reader: any MessageReader.Type {
    switch self {
    case .openAIResponses: OpenAIResponsesReader.self
    case .gemini: GeminiReader.self
    case .ollama: OllamaReader.self
    case .codex: CodexReader.self
    case .geminiCLI: GeminiCLIReader.self
    case .aiSDK: AISDKReader.self
    case .streamJSON: StreamJSONReader.self
    case .messages: MessagesReader.self
    case .openAISSE: OpenAIStreamReader.self
    }
  }
}

/// Detects the format of an input from its first bytes.
///
/// ```swift
/// var detector = FormatDetector()
/// detector.append(Array("# Title\n".utf8))  // .markdown
/// ```
public struct FormatDetector {
  /// The detected format.
  ///
  /// ```swift
  /// detector.finish() == .messages(.streamJSON)
  /// ```
  public enum Decision: Hashable, Sendable {
    case messages(MessageFormat)
    /// JSON values that belong to no known format, such as the lines of a log.
    case json
    case markdown

    /// The bytes to put before the input so that it is markdown: for JSON, the line that opens a code block. No line of
    /// JSON closes it.
    public var opening: [UInt8] {
      self == .json ? Array((String(repeating: "~", count: 32) + "json\n").utf8) : []
    }
  }

  private var bytes: [UInt8] = []
  /// The number of bytes after which the input counts as markdown. It exceeds any first line that identifies
  /// a format.
  private static let maximum = 1 << 20

  public init() {}

  /// Appends bytes.
  ///
  /// - Returns: The decision; nil if more bytes are needed.
  public mutating func append(_ more: [UInt8]) -> Decision? {
    bytes += more
    return bytes.count > Self.maximum ? .markdown : decide(isAll: false)
  }

  /// Decides from the bytes so far.
  public mutating func finish() -> Decision { decide(isAll: true) ?? .markdown }

  /// Decides for a whole input.
  public static func decision(for bytes: [UInt8]) -> Decision {
    var detector = FormatDetector()
    return detector.append(bytes) ?? detector.finish()
  }

  private func decide(isAll: Bool) -> Decision? {
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if bytes.count < 3, [0xEF, 0xBB, 0xBF].starts(with: bytes), !isAll { return nil }
    while true {
      // Skip white space before an object. Indented code cannot be an object.
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return isAll ? .markdown : nil }
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        return Self.decide(json: bytes[position...], isAll: isAll)
      case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: ":"):
        guard let end = bytes[position...].firstIndex(of: 0x0A) ?? (isAll ? bytes.count : nil) else {
          return Self.mayBeField(bytes[position...]) ? nil : .markdown
        }
        let line = bytes[position..<(bytes[..<end].last == 0x0D ? end - 1 : end)]
        // A field without a colon is valid, but more likely a word.
        guard line.contains(UInt8(ascii: ":")) else { return .markdown }
        switch EventField(line) {
        case .data(let data):
          if data.elementsEqual("[DONE]".utf8) { return .messages(.openAISSE) }
          let decision = Self.decide(json: data, isAll: true)
          return decision == .json ? .markdown : decision
        case .name(let name):
          if let format = MessageFormat.allCases.first(where: { $0.reader.recognises(eventNamed: name) }) {
            return .messages(format)
          }
        case .comment, .id, .retry: break
        case .unknown, .end: return .markdown
        }
        position = end
      default:
        return .markdown
      }
    }
  }

  /// Whether an incomplete line can become a field of an event stream.
  private static func mayBeField(_ line: ArraySlice<UInt8>) -> Bool {
    ["data:", "event:", "id:", "retry:", ":"].contains { name in
      line.starts(with: name.utf8) || name.utf8.starts(with: line)
    }
  }

  private static func decide(json: ArraySlice<UInt8>, isAll: Bool) -> Decision? {
    let tree = JSONTree()
    let end = json.startIndex + tree.append(json)
    guard let root = tree.root, !tree.isBroken else { return .markdown }
    let object = root.kind == .array ? root.children.first { _ in true } : root
    if let object, let format = MessageFormat.allCases.first(where: { $0.reader.recognises(object) }) {
      return .messages(format)
    }
    guard tree.isComplete else { return isAll ? .markdown : nil }
    // `[1]` and `{}` are more likely text, and so is what goes on behind the value, such as `[{…}](address)`.
    guard object?.kind == .object, object?.children.contains(where: { _ in true }) == true else {
      return .markdown
    }
    guard let next = json[end...].first(where: { ![0x20, 0x09, 0x0D].contains($0) }) else {
      return isAll ? .json : nil
    }
    return next == 0x0A ? .json : .markdown
  }
}
