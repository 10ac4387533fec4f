internal import MarkdownSource

/// A custom element that begins within a leaf: `a <cite src="x">b</cite> c`.
struct InlineElement: BitwiseCopyable {
  /// The state before the start tag. It contains the index of the enclosing element.
  var before: InlineParser.InlineCheckpoint
  /// The index of the element's rule.
  var rule: Int32
  /// The number of enclosing elements.
  var depth: Int32
}

/// Custom elements within a leaf, which become spans.
///
/// A start tag opens a span at once, so that the end tag changes nothing that is already shown. An element without
/// an end tag ends with its leaf. Emphasis and links do not cross the tags: openers outside do not match inside, and
/// openers inside are dropped at the end tag.
extension InlineParser {
  /// The maximum nesting depth in a leaf. The tags of deeper elements are raw HTML.
  static let deepestElement = 16

  /// The index of the first bracket inside the innermost open element. A `]` closes no earlier one.
  var firstBracket: Int32 { element < 0 ? 0 : Int32(elements[Int(element)].before.brackets) }

  /// The last delimiter before the innermost open element, which no closing delimiter inside matches; -1 for none.
  var delimiterFloor: Int32 { element < 0 ? -1 : elements[Int(element)].before.delimiter }

  /// Reads the tag from ``position`` to `next` as the start or end of an element.
  ///
  /// - Returns: `false` if the tag belongs to no element, so that it stays raw HTML.
  func readElementTag(to next: Int) -> Bool {
    guard let rules = syntax.elements, let tag = ElementTag(text + position, limit: next - position),
      let rule = rules.index(of: tag.name)
    else { return false }
    if tag.isClosing { return closeElement(rule, next: next) }
    let depth = element < 0 ? 0 : elements[Int(element)].depth + 1
    guard depth < InlineParser.deepestElement else { return false }
    flushText()
    elements.append(InlineElement(before: checkpoint, rule: Int32(rule), depth: depth))
    element = Int32(elements.count - 1)
    floors = Floors(repeating: delimiter)
    append(InlineItem(.elementStart, position, next, reference: rule), next: next)
    return !tag.isEmpty || closeElement(rule, next: next)
  }

  /// Closes the innermost open element with a rule, and the elements inside it.
  private func closeElement(_ rule: Int, next: Int) -> Bool {
    var closed = element
    while closed >= 0, Int(elements[Int(closed)].rule) != rule {
      closed = elements[Int(closed)].before.element
    }
    guard closed >= 0 else { return false }
    flushText()
    let depth = elements[Int(closed)].depth
    for _ in depth...elements[Int(element)].depth { items.append(InlineItem(.elementEnd, position, next)) }
    let before = elements[Int(closed)].before
    element = before.element
    delimiter = before.delimiter
    bracket = before.bracket
    floors = before.floors
    position = next
    textStart = next
    return true
  }
}
