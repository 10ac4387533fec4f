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

  /// The formats of documents, the preferred one first.
  public static let ofDocuments: [OutputFormat] = [.html, .ir, .text, .ansi]
  /// The formats of conversations, the preferred one first.
  public static let ofConversations = ofDocuments + [.markdown]
}
