internal import StyledRuns

/// A custom element that begins within a leaf: `a <cite src="x">b</cite> c`.
struct InlineElement: BitwiseCopyable {
  /// The state before the start tag, which has the element around this one.
  var before: InlineParser.Checkpoint
  /// The index of the element's rule.
  var rule: Int32
  /// The number of elements around this one.
  var depth: Int32
}

/// Custom elements within a leaf, which become spans.
///
/// A start tag opens a span at once, so that its end tag changes nothing of what was shown. An element without an end tag ends
/// with its leaf. Emphasis and links do not cross the tags: openers outside are out of reach in an element, and those inside
/// are dropped at its end.
extension InlineParser {
  /// The bound of the elements that may enclose each other in a leaf. The tags of deeper ones are raw HTML.
  static let deepestElement = 16

  /// The first bracket that the innermost open element holds; `]` closes none before it.
  var firstBracket: Int32 { element < 0 ? 0 : Int32(elements[Int(element)].before.brackets) }

  /// The delimiter that closing ones of the innermost open element do not reach; -1 for none.
  var delimiterFloor: Int32 { element < 0 ? -1 : elements[Int(element)].before.delimiter }

  /// Takes the tag at ``position``, which ends before `next`, as the start or end of an element. False, and nothing is taken,
  /// where it is another one's: it stays raw HTML.
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
    floors = Floors(delimiter)
    append(InlineItem(.elementStart, position, next, reference: rule), next: next)
    return !tag.isEmpty || closeElement(rule, next: next)
  }

  /// Closes the innermost open element of a rule, and those in it.
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
