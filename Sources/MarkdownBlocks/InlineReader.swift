internal import CMarkGFM
internal import StyledRuns

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Turns the inline nodes that cmark made of a leaf into ``Inlines``, in one walk and without recursion.
struct InlineReader {
  /// For each number that cmark gave to a footnote, the index of the definition that it was given for.
  var footnotes: [Int] = []

  /// A footnote reference holds the index of its definition as `number` until footnotes are numbered.
  func read(_ leaf: OpaquePointer, into builder: inout InlinesBuilder) -> (
    inlines: Inlines, hasFootnotes: Bool
  ) {
    builder.reset()
    var hasFootnotes = false
    var node = cmark_node_first_child(leaf)
    var span = InlineRun.noSpan
    while let current = node {
      var opened = false
      switch cmark_node_get_type(current) {
      case CMARK_NODE_TEXT:
        if let (bytes, count) = literal(current) { builder.appendText(bytes, count: count, span: span) }
      case CMARK_NODE_SOFTBREAK:
        builder.append(.softBreak, span: span)
      case CMARK_NODE_LINEBREAK:
        builder.append(.lineBreak, span: span)
      case CMARK_NODE_CODE:
        if let (bytes, count) = literal(current) { builder.append(.code, bytes, count: count, span: span) }
      case CMARK_NODE_HTML_INLINE:
        if let (bytes, count) = literal(current) { builder.append(.rawHTML, bytes, count: count, span: span) }
      case CMARK_NODE_FOOTNOTE_REFERENCE:
        hasFootnotes = true
        appendFootnoteReference(current, parent: span, into: &builder)
      default:
        let inner = builder.open(spanKind(current), parent: span)
        if let child = cmark_node_first_child(current) {
          span = inner
          node = child
          opened = true
        } else {
          builder.appendEmpty(span: inner)
        }
      }
      if opened { continue }
      node = cmark_node_next(current)
      var finished: OpaquePointer? = current
      while node == nil, span != InlineRun.noSpan {
        finished = cmark_node_parent(finished)
        builder.close(span)
        span = builder.spans[Int(span)].parent
        node = cmark_node_next(finished)
      }
    }
    return (builder.finish(), hasFootnotes)
  }

  private func appendFootnoteReference(
    _ node: OpaquePointer, parent: Int32, into builder: inout InlinesBuilder
  ) {
    guard let (bytes, count) = literal(node) else { return }
    let number = Int(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)) ?? 0
    let definition = number >= 1 && number <= footnotes.count ? footnotes[number - 1] : 0
    let span = builder.open(
      .footnoteReference(label: "", number: definition, occurrence: 0), parent: parent)
    builder.appendEmpty(span: span)
  }

  private func spanKind(_ node: OpaquePointer) -> InlineSpan.Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK:
      .link(destination: string(cmark_node_get_url(node)), title: string(cmark_node_get_title(node)))
    case CMARK_NODE_IMAGE:
      .image(destination: string(cmark_node_get_url(node)), title: string(cmark_node_get_title(node)))
    // The only other inline that our extensions know.
    default: .strikethrough
    }
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text, text[0] != 0 else { return "" }
    return String(cString: text)
  }

  private func literal(_ node: OpaquePointer) -> (UnsafePointer<UInt8>, Int)? {
    guard let text = cmark_node_get_literal(node) else { return nil }
    let count = strlen(text)
    return (UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count)
  }
}
