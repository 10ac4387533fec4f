/// An input format for conversations.
///
/// ```swift
/// MessageFormat(rawValue: "stream-json") == .streamJSON
/// ```
///
/// Format detection tries the cases in order, strict formats first.
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
  /// A description in a few words, for lists such as the help of a command.
  ///
  /// ```swift
  /// MessageFormat.ollama.summary == "the lines of Ollama's /api/chat and /api/generate"
  /// ```
  public var summary: String {
    switch self {
    case .openAIResponses: "OpenAI's Responses API: events, and whole responses"
    case .gemini: "the Gemini API: events, arrays, responses and requests"
    case .ollama: "the lines of Ollama's /api/chat and /api/generate"
    case .codex: "the lines of codex exec --json, and Codex's session files"
    case .geminiCLI: "the lines of gemini --output-format stream-json"
    case .aiSDK: "the AI SDK's UI message stream (version 5)"
    case .streamJSON: "a coding assistant's events, a line each"
    case .messages: "the Messages API: messages, requests, responses, events"
    case .openAISSE: "chat-completion chunks, and whole completions"
    }
  }

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
