internal import MarkdownSource

/// Opens and closes custom elements: containers with a start tag and an end tag, regardless of their content.
///
/// ``ElementReader`` finds the tags and splits lines at them, so that the rest of the parser does not handle
/// tags. Such containers occur only at the top level of the document or directly inside other elements. In other
/// containers an element is a part of its paragraph (``InlineElement``).
extension BlockParser {
  /// The open elements, outermost first.
  var openElements: [NodeIndex] {
    var open: [NodeIndex] = []
    var index = nodes[NodeIndex.root].last
    while index != .none, nodes[index].isOpen, nodes[index].elementRule != nil {
      open.append(index)
      index = nodes[index].last
    }
    return open
  }

  /// Whether the line begins with the start tag of an element that begins a paragraph, not a container.
  var beginsInlineElement: Bool {
    guard let elements,
      let tag = ElementTag(line.bytes + line.firstNonspace, limit: line.end - line.firstNonspace)
    else { return false }
    return !tag.isClosing && elements.index(of: tag.name) != nil
  }

  /// Whether the content of the current line is literal: in a fenced code block, or in raw HTML that ends
  /// only with its end marker.
  var isInRawText: Bool {
    switch nodes[current].content {
    case .code(let code): code.fence != nil
    case .html(let condition): condition <= 5
    default: false
    }
  }

  /// Whether a line can start an element in the innermost of `elements`.
  ///
  /// - Parameter indent: The indentation of the line in columns.
  func mayOpenElement(in elements: [NodeIndex], indent: Int) -> Bool {
    let container = elements.last ?? .root
    guard mayNest(1, under: container) else { return false }
    let list = nodes[container].last
    guard list != .none, nodes[list].isOpen, nodes[list].list != nil, nodes[list].last != .none,
      let item = nodes[nodes[list].last].item
    else { return true }
    // The line continues the item.
    return indent < Int(item.markerOffset + item.padding)
  }

  /// Opens an element in the innermost open element, and closes all other open blocks inside it.
  mutating func openElement(rule: Int, tag: UnsafeBufferPointer<UInt8>, source: Int) {
    let container = openElements.last ?? .root
    while current != container { current = close(current) }
    lineNumber += 1
    let element = addChild(.element(rule: Int32(rule)), to: container, source: source)
    if let base = tag.baseAddress { text.append(base, count: tag.count) }
    let (textEnd, sourceEnd) = (text.count, source + tag.count)
    edit(element) {
      $0.text.end = textEnd
      $0.sourceEnd = sourceEnd
    }
    current = element
    followsBlankLine = false
  }

  /// Closes an open element and its open descendants.
  mutating func closeElement(_ element: NodeIndex, sourceEnd: Int) {
    while current != element { current = close(current) }
    lineNumber += 1
    edit(element) { $0.sourceEnd = sourceEnd }
    current = close(element)
    followsBlankLine = false
  }
}
