internal import CMarkGFM

/// Brings leaf texts into a cmark parser as they are, without its block phase reading them.
///
/// A syntax extension is the door: asked whether it opens a block at a harmless line, it appends paragraphs
/// that hold the texts. Owned, and used, by one ``InlineParser``.
final class InlineFeed {
  private enum Step { case idle, definitions, leaves }

  let syntaxExtension: OpaquePointer?
  private var step = Step.idle
  private var leaves: UnsafeBufferPointer<TextSpan> = .init(start: nil, count: 0)
  private var text: UnsafeMutablePointer<UInt8>?
  private var definitions: [UInt8] = []
  private var memory: UnsafeMutablePointer<cmark_mem>?

  init() {
    syntaxExtension = cmark_syntax_extension_new("leaves")
    cmark_syntax_extension_set_private(syntaxExtension, Unmanaged.passUnretained(self).toOpaque(), nil)
    cmark_syntax_extension_set_open_block_func(syntaxExtension) { owner, _, parser, parent, input, length in
      guard let context = cmark_syntax_extension_get_private(owner) else { return nil }
      let feed = Unmanaged<InlineFeed>.fromOpaque(context).takeUnretainedValue()
      return feed.openBlock(parser, parent, input, length)
    }
  }

  deinit {
    cmark_syntax_extension_free(cmark_get_default_mem_allocator(), syntaxExtension)
  }

  /// Feeds footnote definitions (`[^label]: index`), link definitions, and then the leaves.
  ///
  /// `text` must have room for a byte after each leaf: it is set to zero, and put back.
  func feed(
    _ leaves: UnsafeBufferPointer<TextSpan>, of text: UnsafeMutablePointer<UInt8>, definitions: [UInt8],
    footnotes: [UInt8], to parser: OpaquePointer?, memory: UnsafeMutablePointer<cmark_mem>
  ) {
    self.leaves = leaves
    self.text = text
    self.definitions = definitions
    self.memory = memory
    if !footnotes.isEmpty {
      footnotes.withUnsafeBytes {
        cmark_parser_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
      cmark_parser_feed(parser, "\n", 1)
    }
    if !definitions.isEmpty {
      step = .definitions
      cmark_parser_feed(parser, "x\n", 2)
      cmark_parser_feed(parser, "\n", 1)
    }
    step = .leaves
    cmark_parser_feed(parser, "x\n", 2)
    self.text = nil
    self.memory = nil
    self.definitions = []
  }

  private func openBlock(
    _ parser: OpaquePointer?, _ parent: OpaquePointer?, _ input: UnsafeMutablePointer<UInt8>?, _ length: Int32
  ) -> OpaquePointer? {
    switch step {
    case .idle:
      return nil
    case .definitions:
      step = .idle
      return openDefinitions(parser, parent, input, length)
    case .leaves:
      step = .idle
      appendLeaves(to: parent)
      return nil
    }
  }

  /// An open paragraph: when the blank line after it closes it, cmark resolves the definitions in it.
  private func openDefinitions(
    _ parser: OpaquePointer?, _ parent: OpaquePointer?, _ input: UnsafeMutablePointer<UInt8>?, _ length: Int32
  ) -> OpaquePointer? {
    let paragraph = cmark_parser_add_child(parser, parent, CMARK_NODE_PARAGRAPH, 1)
    definitions.append(0)
    definitions.withUnsafeBytes {
      _ = cmark_node_set_string_content(paragraph, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    input?.withMemoryRebound(to: CChar.self, capacity: Int(length)) {
      cmark_parser_advance_offset(parser, $0, length - 1 - cmark_parser_get_offset(parser), 0)
    }
    return paragraph
  }

  private func appendLeaves(to root: OpaquePointer?) {
    guard let text else { return }
    for leaf in leaves {
      let saved = text[leaf.end]
      text[leaf.end] = 0
      let paragraph = cmark_node_new_with_mem(CMARK_NODE_PARAGRAPH, memory)
      _ = cmark_node_set_string_content(
        paragraph, UnsafeRawPointer(text + leaf.start).assumingMemoryBound(to: CChar.self))
      text[leaf.end] = saved
      _ = cmark_node_append_child(root, paragraph)
    }
  }
}
