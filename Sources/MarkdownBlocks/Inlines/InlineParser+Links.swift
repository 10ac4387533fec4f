internal import MarkdownSource

extension InlineParser {
  func openBracket(isImage: Bool) {
    flushText()
    let next = position + (isImage ? 2 : 1)
    let before = checkpoint
    brackets.append(
      InlineBracket(
        before: before, item: Int32(items.count), isImage: isImage, start: Int32(position),
        contentStart: Int32(next), previous: bracket, enclosingLink: innermostLink))
    bracket = Int32(brackets.count - 1)
    append(InlineItem(.bracket, position, next), next: next)
  }

  /// Whether an autolink can start here: outside brackets, or in the brackets of an image in which cmark has
  /// found a link.
  var mayHoldAddress: Bool {
    guard bracket >= 0 else { return true }
    let top = brackets[Int(bracket)]
    return top.isImage && top.enclosingLink < 0 && foundLinks > top.before.foundLinks
  }

  /// The innermost open bracket that may become a link rather than an image; -1 if there is none.
  private var innermostLink: Int32 {
    guard bracket >= 0 else { return -1 }
    let top = brackets[Int(bracket)]
    return top.isImage ? top.enclosingLink : bracket
  }

  func readCloseBracket(in context: LeafParser.Context) {
    guard bracket >= firstBracket else {
      position += 1
      return
    }
    flushText()
    let index = bracket
    let opener = brackets[Int(index)]
    guard opener.isActive, position - Int(opener.start) <= InlineParser.maximumSpan else {
      bracket = opener.previous
      position += 1
      return
    }
    let before = checkpoint
    if let found = target(of: opener, in: context, before) {
      return close(opener, index, found)
    }
    if syntax.footnotes, let (label, next) = footnoteLabel(opener) {
      return closeFootnote(opener, index, label, next: next, in: context)
    }
    noticeEndOfBrackets(opener, before)
    bracket = opener.previous
    position = before.position + 1
  }

  private struct LinkTarget {
    var destination: String
    var title: String
    var next: Int
  }

  private func close(_ opener: InlineBracket, _ index: Int32, _ target: LinkTarget) {
    add(
      InlineLink(
        kind: opener.isImage ? .image : .link, destination: target.destination, title: target.title,
        start: Int(opener.start), bracket: index))
    append(InlineItem(.linkEnd, position, target.next, reference: links.count - 1), next: target.next)
    resolveEmphasis(after: opener)
    bracket = opener.previous
    guard !opener.isImage else { return }
    foundLinks += 1
    // Links do not nest, so that the enclosing brackets become inactive. Around an inactive bracket, all
    // brackets are inactive.
    var outer = innermostLink
    while outer >= 0, brackets[Int(outer)].isActive {
      brackets.base[Int(outer)].isActive = false
      deactivated.append(outer)
      outer = brackets[Int(outer)].enclosingLink
    }
  }

  /// Adds what a bracket has become.
  func add(_ link: InlineLink) {
    let item = Int(brackets[Int(link.bracket)].item)
    items.base[item].reference = Int32(links.count)
    links.append(link)
    firstChanged = min(firstChanged, item)
  }

  // MARK: Targets

  /// Returns the target of the link or image that the `]` at ``position`` closes; nil if it closes none.
  private func target(of opener: InlineBracket, in context: LeafParser.Context, _ before: InlineCheckpoint)
    -> LinkTarget?
  {
    let after = position + 1
    if after < end, text[after] == UInt8(ascii: "("), let target = inlineTarget(from: after + 1, before) {
      return target
    }
    return referenceTarget(of: opener, from: after, in: context, before)
  }

  /// Parses `(address "title")` after the opening parenthesis.
  private func inlineTarget(from start: Int, _ before: InlineCheckpoint) -> LinkTarget? {
    let target = InlineTarget(in: text, from: start, to: end)
    targetBytes += (target.addressEnd == nil ? end : target.close) - start
    let (addressStart, titleStart) = (target.addressStart, target.titleStart)
    guard let addressEnd = target.addressEnd else {
      waitForAddress(from: addressStart, before)
      return nil
    }
    if let titleEnd = target.titleEnd {
      // A quote after a backslash ends a title only if no other quote does.
      if text[titleEnd - 2] == UInt8(ascii: "\\") { waitForTitle(from: titleStart, before) }
    } else if target.mayHaveTitle {
      waitForTitle(from: titleStart, before)
      if isTitleStart(text[titleStart]) { noticeOpenTarget(before) }
    }
    guard target.close < end else {
      noticeOpenTarget(before)
      addUnclosed(.spaces, before: before, seen: end)
      return nil
    }
    guard target.isClosed else { return nil }
    var url = TextSpan(start: addressStart, end: addressEnd)
    if text[addressStart] == UInt8(ascii: "<") {
      url = TextSpan(start: addressStart + 1, end: addressEnd - 1)
    }
    return LinkTarget(
      destination: cleanAddress(text, url),
      title: cleanTitle(text, TextSpan(start: titleStart, end: target.titleEnd ?? titleStart)),
      next: target.close + 1)
  }

  private func waitForAddress(from start: Int, _ before: InlineCheckpoint) {
    guard grows else { return }
    if start < end, text[start] == UInt8(ascii: "<") {
      var index = start + 1
      while index < end, text[index] != UInt8(ascii: ">") {
        if text[index] == .newline || text[index] == UInt8(ascii: "<") { return }
        index += text[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      // The text ends inside the address or directly after it.
      guard index + 1 >= end else { return }
      noticeOpenTarget(before)
      addUnclosed(index < end ? .spaces : .address, before: before, seen: end)
    } else if start >= startOfLastWord() {
      noticeOpenTarget(before)
      addUnclosed(.bareAddress(depth: 0), before: before, seen: start)
    }
  }

  /// Returns the start of the last word. The result is cached, because many addresses may begin in that word, and the
  /// word may grow.
  private func startOfLastWord() -> Int {
    if lastWord.end != end {
      // Optimistic parsing reads less than the whole text for a moment.
      let known = lastWord.start <= end ? min(lastWord.end, end) : 0
      var start = end
      while start > known, !text[start - 1].isSpace { start -= 1 }
      lastWord = TextSpan(start: start > known || known == 0 ? start : lastWord.start, end: end)
    }
    return lastWord.start
  }

  func isTitleStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(")
  }

  private func waitForTitle(from start: Int, _ before: InlineCheckpoint) {
    switch text[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): addUnclosed(.title(text[start]), before: before, seen: end)
    case UInt8(ascii: "("): addUnclosed(.title(UInt8(ascii: ")")), before: before, seen: end)
    default: break
    }
  }

  func cleanAddress(_ text: UnsafePointer<UInt8>, _ span: TextSpan) -> String {
    let span = span.trimmed(in: text)
    return span.count > 0 ? entity.clean(text, from: span.start, to: span.end) : ""
  }

  func cleanTitle(_ text: UnsafePointer<UInt8>, _ span: TextSpan) -> String {
    span.count > 1 ? entity.clean(text, from: span.start + 1, to: span.end - 1) : ""
  }

  // MARK: References

  private func referenceTarget(
    of opener: InlineBracket, from after: Int, in context: LeafParser.Context, _ before: InlineCheckpoint
  ) -> LinkTarget? {
    guard !context.references.isEmpty else { return nil }
    var label: TextSpan?
    var next = after
    if after < end, text[after] == UInt8(ascii: "[") {
      if let labelEnd = LinkDefinition.label(text, from: after, to: end) {
        label = TextSpan(start: after + 1, end: labelEnd - 1)
        next = labelEnd
      } else if isOpenLabel(from: after + 1) {
        addUnclosed(.label, before: before, seen: end)
      }
    }
    let isEmpty = label.map { text[$0].allSatisfy(\.isSpace) } ?? true
    if isEmpty, brackets.count == opener.before.brackets + 1 {
      label = TextSpan(start: Int(opener.contentStart), end: after - 1)
    } else if label == nil {
      return nil
    }
    guard let label, let index = context.references[text[label]] else { return nil }
    let definition = context.definitions[index.rawValue]
    let cost = definition.end - definition.start
    guard expansion + cost <= availableExpansion else { return nil }
    expansion += cost
    targetBytes += cost
    let parts = definition.parts(in: UnsafePointer(context.text))
    return LinkTarget(
      destination: cleanAddress(UnsafePointer(context.text), parts.address),
      title: cleanTitle(UnsafePointer(context.text), parts.title), next: next)
  }

  /// Whether the text ends before the end of a label.
  private func isOpenLabel(from start: Int) -> Bool {
    var index = start
    while index < end, text[index] != UInt8(ascii: "[") {
      index += text[index] == UInt8(ascii: "\\") && index + 1 < end && text[index + 1].isPunctuation ? 2 : 1
    }
    return index >= end && end - start <= LinkDefinition.maximumLabel
  }

  // MARK: Footnotes

  /// Returns the label of the footnote reference that the `]` at ``position`` closes; nil if it closes none.
  ///
  /// cmark computes the length of the label from columns. A label that spans two lines is therefore truncated
  /// or empty.
  private func footnoteLabel(_ opener: InlineBracket) -> (TextSpan, next: Int)? {
    var caret = Int(opener.contentStart)
    guard caret < position else { return nil }
    if text[caret] == UInt8(ascii: "\\"), caret + 1 < position { caret += 1 }
    guard text[caret] == UInt8(ascii: "^"), position > caret + 1 else { return nil }
    let from = Int(opener.start) + 1 - opener.before.lineStart
    let to = position + 1 - lineStart
    let length = from + 2 <= to ? to - from - 2 : 0
    return (TextSpan(start: caret + 1, end: min(caret + 1 + length, end)), position + 1)
  }

  private func closeFootnote(
    _ opener: InlineBracket, _ index: Int32, _ label: TextSpan, next: Int, in context: LeafParser.Context
  ) {
    let kind: InlineLink.LinkKind
    if label.count > 0, let footnote = context.footnotes[text[label]] {
      kind = .footnote(footnote)
    } else {
      let start = synthesized.count
      appendSynthesized("[^")
      synthesized.append(text + label.start, count: label.count)
      appendSynthesized("]")
      kind = .text(TextSpan(start: start, end: synthesized.count))
    }
    resolveEmphasis(after: opener)
    add(InlineLink(kind: kind, start: Int(opener.start), bracket: index, next: Int32(items.count)))
    bracket = opener.previous
    position = next
    textStart = next
  }
}
