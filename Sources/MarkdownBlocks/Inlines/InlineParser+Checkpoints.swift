/// Checkpoints to which the parser rolls back when later text changes the meaning of earlier text.
extension InlineParser {
  var checkpoint: InlineCheckpoint {
    InlineCheckpoint(
      position: position, lineStart: lineStart, items: items.count, delimiters: delimiters.count,
      matches: matches.count, brackets: brackets.count, links: links.count, synthesized: synthesized.count,
      deactivated: deactivated.count, foundLinks: foundLinks, expansion: expansion,
      elements: elements.count, element: element, delimiter: delimiter,
      bracket: bracket, floors: floors)
  }

  /// Rolls back to a checkpoint. If a link that was found later encloses the checkpoint, the parser rolls
  /// back to the link's bracket.
  func rollBack(to wanted: InlineCheckpoint) {
    var target = wanted
    var index = wanted.links
    while index < links.count {
      if links[index].bracket >= 0, links[index].start < target.position {
        let before = brackets[Int(links[index].bracket)].before
        if before.position < target.position { target = before }
      }
      index += 1
    }
    undoMatches(to: target.matches)
    for index in target.deactivated..<deactivated.count {
      brackets.base[Int(deactivated[index])].isActive = true
    }
    deactivated.truncate(to: target.deactivated)
    foundLinks = target.foundLinks
    position = target.position
    textStart = target.position
    lineStart = target.lineStart
    items.truncate(to: target.items)
    delimiters.truncate(to: target.delimiters)
    brackets.truncate(to: target.brackets)
    links.truncate(to: target.links)
    synthesized.truncate(to: target.synthesized)
    expansion = target.expansion
    elements.truncate(to: target.elements)
    element = target.element
    delimiter = target.delimiter
    bracket = target.bracket
    floors = target.floors
    firstChanged = min(firstChanged, target.items)
    while let last = unclosed.last, last.checkpoint.position >= target.position { unclosed.removeLast() }
    // The state before the target was committed, too.
    if committed.position > target.position || committed.items > target.items { commit() }
    for index in lineEnds.indices where lineEnds[index].checkpoint.position > target.position {
      lineEnds[index].checkpoint = target
    }
  }

  // MARK: A text that becomes shorter

  /// Saves the state before text with a line end is parsed.
  func noteLineEnd(_ lineEnd: Int, _ newEnd: Int) {
    if lineEnd > (lineEnds.last?.offset ?? 0) {
      if lineEnds.count > 1 { lineEnds.removeFirst() }
      lineEnds.append(LineEnd(offset: lineEnd, end: end, checkpoint: committed, unclosed: unclosed))
    }
    // Whether a line belongs to the leaf is decided by its first bytes, so that few longer lines are removed
    // from it.
    if newEnd - lineEnd > InlineParser.longestTentativeLine { lineEnds.removeAll() }
  }

  private static let longestTentativeLine = 2000

  /// Prepares for a text whose first `length` bytes are unchanged; returns `false` if the leaf must be parsed
  /// again from its start.
  func shorten(to length: Int) -> Bool {
    guard end > length else {
      spacesEnd = min(spacesEnd, length)
      return true
    }
    lastWord = TextSpan(start: 0, end: 0)
    while let last = lineEnds.last, last.end > length { lineEnds.removeLast() }
    guard let last = lineEnds.last else { return false }
    spacesEnd = 0
    unclosed = last.unclosed
    gaps.truncate(to: last.end)
    rollBack(to: last.checkpoint)
    return true
  }

  private func undoMatches(to count: Int) {
    var index = matches.count - 1
    while index >= count {
      if matches[index].resolvedStart < 0 { undo(matches[index]) }
      index -= 1
    }
    matches.truncate(to: count)
  }

  /// Returns the characters of an undone match to its opening delimiter.
  func undo(_ match: InlineMatch) {
    let opener = delimiters.base + Int(match.opener)
    // An opening quote stays an opening quote for all quotes that it matches.
    if match.kind == .quote, opener.pointee.opensQuote == match.openedQuote { return }
    firstChanged = min(firstChanged, Int(opener.pointee.item))
    if match.kind == .quote {
      opener.pointee.opensQuote = match.openedQuote
    } else {
      opener.pointee.remaining += match.used
      opener.pointee.outermost = match.inner
    }
  }
}
