import StyledRuns

/// Writes the foot of a message group: its usage, and a copy button with its markdown.
extension ConversationPatcher {
  /// Returns the foot of a group without text to copy.
  func foot(of group: MessageGroup, _ conversation: Conversation) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    out.append("\n")
    writer.writeFoot(
      stats: ConversationHTMLWriter.stats(of: conversation.messages[group.messages]),
      source: group.source.part == nil ? nil : "", into: &out)
    return out.bytes
  }

  /// Returns the markdown of a group, and the last part with markdown. O(parts and their markdown).
  static func source(
    of group: MessageGroup, _ conversation: Conversation, _ renderer: inout PatchRenderer
  ) -> (text: String, part: PartID?) {
    var source = ""
    var last: PartID?
    for message in group.messages {
      for (index, part) in conversation.messages[message].parts.enumerated() {
        guard case .text(let text) = part.content, !text.source.isEmpty else { continue }
        source += ConversationHTMLWriter.separator(behind: source) + text.source
        last = PartID(message: message, part: index)
      }
    }
    renderer.checkedItems += group.parts.count
    renderer.writtenBytes += source.utf8.count
    return (source, last)
  }

  /// Returns a text as a parser decodes it from an attribute, and its length in UTF-16 code units.
  static func escaped(_ text: String) -> (text: [UInt8], length: Int) {
    var out = ByteSink(capacity: text.utf8.count + 64)
    out.append(escapingHTML: text)
    let bytes = out.bytes
    return (EscapedText.plain(bytes[...]), EscapedText.length(bytes[...]))
  }

  mutating func updateFoot(
    of group: MessageGroup, _ conversation: Conversation, path: [Int], _ renderer: inout PatchRenderer
  ) {
    guard group.unit.spans.count > 0 else { return }
    var (keep, text) = (group.source.length, group.source.pending)
    if group.source.isStale {
      let whole = Self.source(of: group, conversation, &renderer)
      (keep, text) = (0, whole.text)
      // Usually the readers' text is a prefix of the new text, because a part was appended.
      if group.source.length > 0, let rest = Self.rest(of: whole.text, after: group.source.length) {
        (keep, text) = (group.source.length, String(rest))
      }
      group.source.part = whole.part
    }
    let foot = foot(of: group, conversation)
    if foot != group.foot {
      let place = PatchRenderer.UnitPosition(
        path: path, before: NodeSpan(nodes: Int32(group.bubble + 1)), endsElement: true)
      renderer.replace(HTMLFragment(group.foot), upTo: nil, with: foot, at: place)
      // The button is new if the old foot had none.
      if !group.foot.contains(sequence: "data-source") { keep = 0 }
      group.foot = foot
    }
    group.source.isStale = false
    group.source.pending = ""
    guard group.source.part != nil, !writer.isInline, !text.isEmpty else { return }
    if keep == 0 { text = Self.source(of: group, conversation, &renderer).text }
    let added = Self.escaped(text)
    let button = HTMLFragment(foot)
    guard let footer = button.children(of: nil).first(where: { !button.nodes[$0].isText }),
      let last = button.children(of: footer).indices.last
    else { return }
    renderer.edits.append(
      .attribute(
        path: path + [group.bubble + 2, last], name: "data-source", keep: keep, text: added.text))
    group.source.length = keep + added.length
  }

  /// Returns the text after a number of UTF-16 code units; nil if the text is shorter.
  private static func rest(of text: String, after length: Int) -> Substring? {
    // An escape has the length of the character that it represents, even for control characters.
    let units = text.utf16
    guard let index = units.index(units.startIndex, offsetBy: length, limitedBy: units.endIndex) else {
      return nil
    }
    return text[index...]
  }
}

extension [UInt8] {
  fileprivate func contains(sequence text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
