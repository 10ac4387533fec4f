extension BlockPhase {
  /// The link definitions that the open paragraph begins with, as far as they stay what they are, whatever text comes.
  ///
  /// They are the last ones of ``definitions`` before the paragraph is closed; should it become a table, they are taken
  /// back.
  struct OpenDefinitions {
    /// Where the paragraph's text starts; -1 for none.
    var start = -1
    /// Where its text goes on behind them.
    var next = 0
    /// How many lines they take.
    var lines = 0
    var count = 0
    var title = LinkDefinition.OpenTitle()
  }

  /// Looks for definitions in what whole lines have added to the open paragraph.
  mutating func settleDefinitions() {
    guard kind(current) == .paragraph else { return }
    var known = knownDefinitions(of: current)
    addDefinitions(to: &known, of: current, onlySettled: true)
    openDefinitions = known
  }

  /// Takes the link definitions that a paragraph begins with. Answers whether text is left.
  mutating func takeDefinitions(of index: Int) -> Bool {
    let node = nodes[index]
    var taken = knownDefinitions(of: index)
    addDefinitions(to: &taken, of: index, onlySettled: false)
    openDefinitions = OpenDefinitions()
    guard taken.next > node.contentStart else { return node.contentEnd > node.contentStart }
    let edited = edit(index)
    edited.pointee.contentStart = taken.next
    if taken.lines < paragraphLines.count { edited.pointee.sourceStart = paragraphLines[taken.lines] }
    return taken.next < node.contentEnd
  }

  /// What was taken for definitions of a paragraph is text.
  mutating func takeBackDefinitions(of index: Int) {
    let known = knownDefinitions(of: index)
    openDefinitions = OpenDefinitions()
    guard known.count > 0 else { return }
    // A line without an end adds none behind, so that they are all there when it is undone.
    definitions.truncate(to: definitions.count - known.count)
    keptDefinitions = min(keptDefinitions, definitions.count)
  }

  private func knownDefinitions(of index: Int) -> OpenDefinitions {
    let start = nodes[index].contentStart
    return openDefinitions.start == start ? openDefinitions : OpenDefinitions(start: start, next: start)
  }

  private mutating func addDefinitions(
    to known: inout OpenDefinitions, of index: Int, onlySettled: Bool
  ) {
    let end = nodes[index].contentEnd
    known.title.readBytes = 0
    while known.next < end, text[known.next] == UInt8(ascii: "["),
      let definition = LinkDefinition(in: UnsafePointer(text.base), from: known.next, to: end, &known.title)
    {
      readDefinitionBytes += definition.nextLine - known.next
      guard definition.isSettled || !onlySettled else { break }
      definitions.append(definition)
      known.count += 1
      for position in known.next..<definition.nextLine where text[position] == .newline { known.lines += 1 }
      known.next = definition.nextLine
    }
    readDefinitionBytes += known.title.readBytes
  }
}
