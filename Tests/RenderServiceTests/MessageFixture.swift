import Foundation
import MessageStreams

/// The inputs of the tests of conversations.
enum MessageFixture: String, CaseIterable, Sendable {
  case session = "session.stream.jsonl"
  case partial = "partial.stream.jsonl"
  case request = "request.json"
  case messages = "messages.json"
  case response = "response.sse"
  case chunks = "chunks.sse"

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../RenderingTests/Messages/Fixtures")

  var format: MessageFormat {
    switch self {
    case .session, .partial: .streamJSON
    case .request, .messages, .response: .messages
    case .chunks: .openAISSE
    }
  }

  /// What a client calls the body.
  var contentType: String {
    switch self {
    case .session, .partial: "application/x-ndjson"
    case .request, .messages: "application/json"
    case .response, .chunks: "text/event-stream"
    }
  }

  func text() throws -> String {
    try String(contentsOf: Self.folder.appending(path: rawValue), encoding: .utf8)
  }

  func bytes() throws -> [UInt8] { Array(try text().utf8) }
}
