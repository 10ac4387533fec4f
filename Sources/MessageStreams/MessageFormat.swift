internal import ServerSentEvents

/// A form in which conversations come.
///
/// Cases stand in the order in which they are asked whether an input is theirs: the strict ones first.
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
  /// A coding assistant's events, one JSON object a line, live or from a stored transcript.
  case streamJSON = "stream-json"
  /// The Messages API: an array of messages, a request, a response, or the events of a streamed response.
  case messages
  /// Chat-completion chunks as server-sent events.
  case openAISSE = "openai-sse"
}

extension MessageFormat {
  /// The type that reads the format. Of an object that several could read the first case is taken.
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

/// Finds out from the first bytes of an input what it is.
public struct FormatDetector {
  public enum Decision: Hashable, Sendable {
    case messages(MessageFormat)
    case markdown
  }

  private var bytes: [UInt8] = []
  /// More than any first line that says what it is.
  private static let maximum = 1 << 20

  public init() {}

  /// Takes the next bytes; nil as long as it takes more to decide.
  public mutating func append(_ more: [UInt8]) -> Decision? {
    bytes += more
    return bytes.count > Self.maximum ? .markdown : decide(isAll: false)
  }

  /// Decides by what is there.
  public mutating func finish() -> Decision { decide(isAll: true) ?? .markdown }

  private func decide(isAll: Bool) -> Decision? {
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if bytes.count < 3, [0xEF, 0xBB, 0xBF].starts(with: bytes), !isAll { return nil }
    while true {
      // White space before a first object is let pass; indented code is no object.
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
        // A name alone is a field too, but more probably a word.
        guard line.contains(UInt8(ascii: ":")) else { return .markdown }
        switch EventField(line) {
        case .data(let data):
          if data.elementsEqual("[DONE]".utf8) { return .messages(.openAISSE) }
          return Self.decide(json: data, isAll: true)
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

  /// Whether a line that is not complete yet can be a field of an event stream.
  private static func mayBeField(_ line: ArraySlice<UInt8>) -> Bool {
    ["data:", "event:", "id:", "retry:", ":"].contains { name in
      line.starts(with: name.utf8) || name.utf8.starts(with: line)
    }
  }

  private static func decide(json: ArraySlice<UInt8>, isAll: Bool) -> Decision? {
    let tree = JSONTree()
    tree.append(json)
    guard let root = tree.root, !tree.isBroken else { return .markdown }
    let object = root.kind == .array ? root.children.first { _ in true } : root
    if let object, let format = MessageFormat.allCases.first(where: { $0.reader.recognises(object) }) {
      return .messages(format)
    }
    return tree.isComplete || isAll ? .markdown : nil
  }
}
