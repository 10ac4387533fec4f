extension BlockParser {
  /// The link definitions at the start of the open paragraph that later text cannot change.
  ///
  /// They are the last elements of ``definitions`` until the paragraph is closed. If the paragraph becomes a
  /// table, they are removed.
  struct OpenDefinitions {
    /// The offset of the paragraph's text; -1 if there is none.
    var start = -1
    /// The offset of the text after the definitions.
    var next = 0
    /// The number of lines of the definitions.
    var lines = 0
    var count = 0
    /// The end of the text that was searched for definitions.
    var end = -1
  }

  /// Parses definitions in the complete lines that were added to the open paragraph.
  mutating func commitDefinitions() {
    if nodes[current].isParagraph { commitDefinitions(of: current) }
  }

  private mutating func commitDefinitions(of index: NodeIndex) {
    var known = knownDefinitions(of: index)
    guard known.end != nodes[index].text.end else { return }
    addDefinitions(to: &known, of: index, onlyFinal: true)
    openDefinitions = known
  }

  /// Removes the link definitions from the start of a paragraph.
  ///
  /// - Returns: Whether text remains.
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

  /// Returns whether an open paragraph begins with a link definition. The definition stays part of its text.
  ///
  /// Each line of a paragraph may ask, so that definitions that are final are parsed once.
  mutating func beginsWithDefinition(_ index: NodeIndex) -> Bool {
    if speculation == nil, knownDefinitions(of: index).count == 0 { commitDefinitions(of: index) }
    var known = knownDefinitions(of: index)
    guard known.count == 0 else { return true }
    let before = definitions.count
    addDefinitions(to: &known, of: index, onlyFinal: false)
    definitions.truncate(to: before)
    return known.count > 0
  }

  /// Converts the definitions of a paragraph back to text.
  mutating func takeBackDefinitions(of index: NodeIndex) {
    let known = knownDefinitions(of: index)
    openDefinitions = OpenDefinitions()
    guard known.count > 0 else { return }
    // A partial line adds no definitions, so that a rollback finds all of them.
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
    definitionProgress.isLastLineOpen = end == paragraph.openLineEnd
    while known.next < end, text[known.next] == UInt8(ascii: "["),
      let definition = LinkDefinition(
        in: UnsafePointer(text.base), from: known.next, to: end, &definitionProgress)
    {
      guard definition.isFinal || !onlyFinal else { break }
      if definition.nextLine == end, end == paragraph.openLineEnd, brackets > Self.maximumBrackets { break }
      definitions.append(definition)
      known.count += 1
      known.lines += text.lineCount(known.next..<definition.nextLine)
      known.next = definition.nextLine
    }
    readDefinitionBytes += definitionProgress.readBytes
    definitionProgress.readBytes = 0
  }
}
