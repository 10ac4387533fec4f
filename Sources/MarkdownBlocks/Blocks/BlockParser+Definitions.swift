extension BlockParser {
  /// The link definitions that the open paragraph begins with, as far as they stay what they are, whatever text comes.
  ///
  /// They are the last ones of ``definitions`` before the paragraph is closed; should it become a table, they are taken
  /// back.
  struct OpenDefinitions {
    /// The offset of the paragraph's text; -1 for none.
    var start = -1
    /// The offset of the text after the definitions.
    var next = 0
    /// The number of lines of the definitions.
    var lines = 0
    var count = 0
    /// The end of the text in which they were looked for.
    var end = -1
  }

  /// Looks for definitions in what whole lines have added to the open paragraph.
  mutating func commitDefinitions() {
    guard nodes[current].isParagraph else { return }
    var known = knownDefinitions(of: current)
    guard known.end != nodes[current].text.end else { return }
    addDefinitions(to: &known, of: current, onlyFinal: true)
    openDefinitions = known
  }

  /// Takes the link definitions that a paragraph begins with. Answers whether text is left.
  mutating func takeDefinitions(of index: NodeIndex) -> Bool {
    let node = nodes[index]
    var taken = knownDefinitions(of: index)
    addDefinitions(to: &taken, of: index, onlyFinal: false)
    openDefinitions = OpenDefinitions()
    guard taken.next > node.text.start else { return node.text.end > node.text.start }
    let source = taken.lines < paragraphLines.count ? paragraphLines[taken.lines] : node.sourceStart
    edit(index) {
      $0.text.start = taken.next
      $0.sourceStart = source
    }
    return taken.next < node.text.end
  }

  /// Makes the definitions of a paragraph text again.
  mutating func takeBackDefinitions(of index: NodeIndex) {
    let known = knownDefinitions(of: index)
    openDefinitions = OpenDefinitions()
    guard known.count > 0 else { return }
    // A line without an end adds none after, so that they are all there when it is undone.
    definitions.truncate(to: definitions.count - known.count)
  }

  private func knownDefinitions(of index: NodeIndex) -> OpenDefinitions {
    let start = nodes[index].text.start
    return openDefinitions.start == start ? openDefinitions : OpenDefinitions(start: start, next: start)
  }

  private mutating func addDefinitions(
    to known: inout OpenDefinitions, of index: NodeIndex, onlyFinal: Bool
  ) {
    let end = nodes[index].text.end
    known.end = end
    definitionProgress.version = text.version
    definitionProgress.changedFrom = text.changedFrom
    while known.next < end, text[known.next] == UInt8(ascii: "["),
      let definition = LinkDefinition(
        in: UnsafePointer(text.base), from: known.next, to: end, &definitionProgress)
    {
      guard definition.isFinal || !onlyFinal else { break }
      definitions.append(definition)
      known.count += 1
      known.lines += text.lineCount(known.next..<definition.nextLine)
      known.next = definition.nextLine
    }
    readDefinitionBytes += definitionProgress.readBytes
    definitionProgress.readBytes = 0
  }
}
