/// A format in which the service, its clients and the filter write documents and conversations.
///
/// ```swift
/// OutputFormat(rawValue: "ir") == .ir
/// ```
public enum OutputFormat: String, Codable, CaseIterable, Sendable {
  case html
  /// Text with terminal control sequences for styles and links.
  case ansi
  case text
  /// The wire form of ``Document`` and ``Conversation``: JSON (docs/ir.md).
  case ir
  /// The markdown export of a conversation, or the source text of a stream.
  case markdown

  /// The media type of the format in `Accept` and `Content-Type`.
  public var mediaType: String {
    switch self {
    case .html: "text/html"
    case .ansi: "text/x-ansi"
    case .text: "text/plain"
    case .ir: "application/vnd.ilsrender.ir+json"
    case .markdown: "text/markdown"
    }
  }

  /// The endings of files in the format, without the dot and in lower case, the usual one first. The filter
  /// chooses the format of its output file by them.
  public var fileEndings: [String] {
    switch self {
    case .html: ["html", "htm", "xhtml"]
    case .ansi: ["ansi", "ans"]
    case .text: ["txt"]
    case .ir: ["json"]
    // Only conversations are written as markdown, so a file's ending does not ask for it.
    case .markdown: []
    }
  }

  /// The formats of documents, the preferred one first.
  public static let ofDocuments: [OutputFormat] = [.html, .ir, .text, .ansi]
  /// The formats of conversations, the preferred one first.
  public static let ofConversations = ofDocuments + [.markdown]
}
