public import StyledRuns

/// Writes a conversation as plain text.
///
/// ```swift
/// let text = ConversationTextFormatter(expansion: .none).format(conversation)
/// ```
public struct ConversationTextFormatter: Sendable {
  public var options: PlainTextOptions
  public var expansion: ToolExpansion

  public init(
    options: PlainTextOptions = PlainTextOptions(), expansion: ToolExpansion = .preview
  ) {
    self.options = options
    self.expansion = expansion
  }

  /// Returns the conversation in UTF-8. Each line ends with a line feed.
  public func format(_ conversation: Conversation) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(conversation, into: &sink)
    return sink.bytes
  }

  /// Appends the conversation to `sink`.
  public func format(_ conversation: Conversation, into sink: inout ByteSink) {
    var stream = ConversationANSIStream(options: options.layout, expansion: expansion, boxCharacters: .text)
    stream.write(conversation, sheet: nil, isFinal: true, into: &sink)
  }
}
