public import StyledRuns

/// Writes a document or a conversation for a terminal while it grows, with an ``ANSIStream`` or a
/// ``ConversationANSIStream``.
///
/// ```swift
/// var stream = ContentANSIStream(ANSIStream())
/// stream.write(content, sheet: sheet, into: &sink)
/// stream.writeTail(of: content, sheet: sheet, into: &tail)
/// ```
public struct ContentANSIStream: Sendable {
  // Exactly one of the two is set.
  private var documents: ANSIStream?
  private var conversations: ConversationANSIStream?

  /// Creates a stream for a document.
  public init(_ stream: ANSIStream) { documents = stream }

  /// Creates a stream for a conversation.
  public init(_ stream: ConversationANSIStream) { conversations = stream }

  /// Sets the width of later lines in columns, as after a resize of the terminal.
  public mutating func setWidth(_ width: Int) {
    documents?.width = width
    conversations?.width = width
  }

  /// Prepares for a content with another scope table, and thus another sheet. Its lines must equal those of
  /// the previous content.
  public mutating func forgetSheet() {
    documents?.forgetSheet()
    conversations?.forgetSheet()
  }

  /// Starts another document below the one that was written to its end. Has no effect on a conversation.
  public mutating func beginDocument() { documents?.beginDocument() }

  /// Appends the final lines of `content` that have not been written yet. See
  /// ``ANSIStream/write(_:sheet:isFinal:limit:into:)``.
  ///
  /// - Parameter limit: The number of leading top-level blocks of a document that may be written; nil for all
  ///   final blocks.
  public mutating func write(
    _ content: StreamContent, sheet: StyleSheet?, isFinal: Bool = false, limit: Int? = nil,
    into sink: inout ByteSink
  ) {
    documents?.write(content.document, sheet: sheet, isFinal: isFinal, limit: limit, into: &sink)
    conversations?.write(content.conversation, sheet: sheet, isFinal: isFinal, into: &sink)
  }

  /// Returns the blocks of a document that later calls do not read; nil if there are none. See
  /// ``ANSIStream/removeWritten()``.
  package mutating func removeWritten() -> WrittenBlocks? { documents?.removeWritten() }

  /// Appends the lines that would follow if the content ended here. They are not final and must be drawn
  /// again.
  public func writeTail(of content: StreamContent, sheet: StyleSheet?, into sink: inout ByteSink) {
    documents?.writeTail(of: content.document, sheet: sheet, into: &sink)
    conversations?.writeTail(of: content.conversation, sheet: sheet, into: &sink)
  }
}

extension StreamContent {
  /// The document; an empty one if the content is a conversation.
  fileprivate var document: Document {
    if case .document(let document) = self { document } else { Document() }
  }

  /// The conversation; an empty one if the content is not a conversation yet.
  fileprivate var conversation: Conversation {
    if case .conversation(let conversation) = self { conversation } else { Conversation() }
  }
}
