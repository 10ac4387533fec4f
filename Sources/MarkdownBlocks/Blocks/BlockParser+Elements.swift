/// Custom elements: containers that a start tag opens and an end tag closes, whatever stands in them.
///
/// ``ElementReader`` finds the tags and cuts lines at them, so that no other part of the parser knows them. Such containers stand
/// at the top of the document or in each other. In other containers an element is a part of its paragraph (``InlineElement``).
extension BlockParser {
  /// The open elements, from the outermost one on.
  var openElements: [NodeIndex] {
    var open: [NodeIndex] = []
    var index = nodes[NodeIndex.root].last
    while index != .none, nodes[index].isOpen, nodes[index].elementRule != nil {
      open.append(index)
      index = nodes[index].last
    }
    return open
  }

  /// Whether the line begins with the start tag of an element that begins no container: a paragraph does.
  var beginsInlineElement: Bool {
    guard let elements,
      let tag = ElementTag(line.bytes + line.firstNonspace, limit: line.end - line.firstNonspace)
    else { return false }
    return !tag.isClosing && elements.index(of: tag.name) != nil
  }

  /// Whether what a line says is read as it is: in a fenced code block, or in raw HTML that only its own end ends.
  var isInRawText: Bool {
    switch nodes[current].content {
    case .code(let code): code.fence != nil
    case .html(let condition): condition <= 5
    default: false
    }
  }

  /// Whether a line that is indented by so many columns can begin an element in the innermost of `elements`.
  func mayOpenElement(in elements: [NodeIndex], indent: Int) -> Bool {
    let container = elements.last ?? .root
    guard mayNest(1, under: container) else { return false }
    let list = nodes[container].last
    guard list != .none, nodes[list].isOpen, nodes[list].list != nil, nodes[list].last != .none,
      let item = nodes[nodes[list].last].item
    else { return true }
    // The line goes on with the item.
    return indent < Int(item.markerOffset + item.padding)
  }

  /// Opens an element in the innermost open one; what else is open ends.
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

  /// Closes an open element and all that is open in it.
  mutating func closeElement(_ element: NodeIndex, sourceEnd: Int) {
    while current != element { current = close(current) }
    lineNumber += 1
    edit(element) { $0.sourceEnd = sourceEnd }
    current = close(element)
    followsBlankLine = false
  }
}
