internal import Foundation
public import MessageStreams

/// Inputs of every format of messages, which together hold every kind of event.
public enum MessageFixture: String, CaseIterable, Sendable, CustomStringConvertible {
  case session = "session.stream.jsonl"
  case partial = "partial.stream.jsonl"
  case rare = "rare.stream.jsonl"
  case request = "request.json"
  case messages = "messages.json"
  case chat = "chat.json"
  case response = "response.sse"
  case chunks = "chunks.sse"
  case responses = "responses.sse"
  case wholeResponse = "response.openai.json"
  case gemini = "gemini.sse"
  case geminiArray = "gemini.json"
  case ollama = "ollama.jsonl"
  case codex = "exec.codex.jsonl"
  case codexSession = "session.codex.jsonl"
  case geminiCLI = "gemini-cli.jsonl"
  case aiSDK = "ai-sdk.sse"

  public var description: String { rawValue }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../RenderingTests/Messages/Fixtures")

  public var format: MessageFormat {
    switch self {
    case .session, .partial, .rare: .streamJSON
    case .request, .messages, .chat, .response: .messages
    case .chunks: .openAISSE
    case .responses, .wholeResponse: .openAIResponses
    case .gemini, .geminiArray: .gemini
    case .ollama: .ollama
    case .codex, .codexSession: .codex
    case .geminiCLI: .geminiCLI
    case .aiSDK: .aiSDK
    }
  }

  /// The `Content-Type` that a client sends with the body.
  public var contentType: String {
    switch self {
    case .session, .partial, .rare, .ollama, .codex, .codexSession, .geminiCLI: "application/x-ndjson"
    case .request, .messages, .chat, .wholeResponse, .geminiArray: "application/json"
    case .response, .chunks, .responses, .gemini, .aiSDK: "text/event-stream"
    }
  }

  public func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appending(path: rawValue)))
  }

  public func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }
}
