public import StyledRuns

extension HTMLFormatter {
  /// Returns the conversation in UTF-8, as a fragment or as a standalone page.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - sheets: The styles for ``Conversation/scopes``, one sheet for each theme.
  ///   - expansion: The extent of tool calls that are expanded at first.
  public func format(
    _ conversation: Conversation, sheets: [StyleSheet], expansion: ToolExpansion = .none
  ) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 16)
    format(conversation, sheets: sheets, expansion: expansion, into: &sink)
    return sink.bytes
  }

  /// Appends the conversation to `sink`.
  public func format(
    _ conversation: Conversation, sheets: [StyleSheet], expansion: ToolExpansion = .none,
    into sink: inout ByteSink
  ) {
    var formatter = self
    formatter.options.links = options.links.forConversations
    formatter.write(conversation, sheets: sheets, expansion: expansion, into: &sink)
  }

  private func write(
    _ conversation: Conversation, sheets: [StyleSheet], expansion: ToolExpansion, into sink: inout ByteSink
  ) {
    if options.isStandalone {
      let title = options.title ?? ConversationHTMLWriter.title(of: conversation)
      writePageHead(
        title: title, text: Self.language(of: conversation), policy: conversationSecurityPolicy,
        moreStyles: PackageResources.conversation_css,
        sheets: sheets, into: &sink)
    }
    writeRootStart("ils ils-chat", into: &sink) {
      Self.texts(of: conversation).lazy.compactMap { blocks in
        var finder = DirectionFinder()
        return finder.direction(of: blocks)
      }.first
    }
    var writer = ConversationHTMLWriter(options: options, sheets: sheets, expansion: expansion)
    writer.write(conversation, into: &sink)
    sink.append(options.isStandalone ? "</main>\n" : "</div>\n")
    if options.isStandalone { writePageFoot(scripts: [.document, .conversation], into: &sink) }
  }

  /// Returns the language and the direction of the text in the messages.
  private static func language(of conversation: Conversation) -> PageLanguage {
    PageLanguage(of: texts(of: conversation))
  }

  private static func texts(of conversation: Conversation) -> some Sequence<[Block]> {
    conversation.messages.lazy.flatMap(\.parts).compactMap { part in
      if case .text(let text) = part.content { text.document.blocks } else { nil }
    }
  }

  /// The ``contentSecurityPolicy`` for a page with a conversation.
  public var conversationSecurityPolicy: String {
    Self.contentSecurityPolicy(
      scripts: [.document, .conversation], links: options.links.forConversations)
  }

  /// The CSS rules that conversations need in addition to ``stylesheet(for:)``.
  public static var conversationStylesheet: String {
    String(decoding: PackageResources.conversation_css.dropLast(), as: UTF8.self)
  }

  /// The script of a conversation's page, in addition to ``script``. It expands and collapses all calls and
  /// copies markdown.
  public static var conversationScript: String {
    String(decoding: PageScript.conversation.source, as: UTF8.self)
  }
}
