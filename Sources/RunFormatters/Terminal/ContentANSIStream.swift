public import StyledRuns

/// Writes a document or a conversation for a terminal while it grows: an ``ANSIStream`` or a ``ConversationANSIStream``.
///
///     var stream = ContentANSIStream(ANSIStream(options: options))
///     stream.write(content, sheet: sheet, into: &sink)
///     stream.writeTail(of: content, sheet: sheet, into: &tail)
public struct ContentANSIStream: Sendable {
  // One of the two is there.
  private var documents: ANSIStream?
  private var conversations: ConversationANSIStream?

  /// Writes documents.
  public init(_ stream: ANSIStream) { documents = stream }

  /// Writes conversations.
  public init(_ stream: ConversationANSIStream) { conversations = stream }

  /// Sets the columns that lines written from now on may take; for a terminal whose size changes.
  public mutating func setWidth(_ width: Int) {
    documents?.width = width
    conversations?.width = width
  }

  /// Says that the content which follows has another scope table, and so another sheet. Its lines must be those of the
  /// content before.
  public mutating func forgetSheet() {
    documents?.forgetSheet()
    conversations?.forgetSheet()
  }

  /// Begins another document, which stands below the one that was written to its end. A conversation has no other.
  public mutating func beginDocument() { documents?.beginDocument() }

  /// Appends the lines of `content` that are final and were not written before; see
  /// ``ANSIStream/write(_:sheet:isFinal:limit:into:)``.
  ///
  /// - Parameter limit: the number of blocks at the top of a document that may be written; nil: whatever is final.
  public mutating func write(
    _ content: StreamContent, sheet: StyleSheet?, isFinal: Bool = false, limit: Int? = nil,
    into sink: inout ByteSink
  ) {
    documents?.write(content.document, sheet: sheet, isFinal: isFinal, limit: limit, into: &sink)
    conversations?.write(content.conversation, sheet: sheet, isFinal: isFinal, into: &sink)
  }

  /// Appends what would follow if the content ended here: the part that is still to be drawn anew.
  public func writeTail(of content: StreamContent, sheet: StyleSheet?, into sink: inout ByteSink) {
    documents?.writeTail(of: content.document, sheet: sheet, into: &sink)
    conversations?.writeTail(of: content.conversation, sheet: sheet, into: &sink)
  }
}

extension StreamContent {
  /// The document; an empty one where the content is a conversation.
  fileprivate var document: Document {
    if case .document(let document) = self { document } else { Document() }
  }

  /// The conversation; an empty one where no update has made the content one.
  fileprivate var conversation: Conversation {
    if case .conversation(let conversation) = self { conversation } else { Conversation() }
  }
}
