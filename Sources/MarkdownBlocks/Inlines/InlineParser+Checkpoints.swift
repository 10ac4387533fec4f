/// Checkpoints to roll back to when what was parsed turns out to be something else.
extension InlineParser {
  var checkpoint: Checkpoint {
    Checkpoint(
      position: position, lineStart: lineStart, items: items.count, delimiters: delimiters.count,
      matches: matches.count, brackets: brackets.count, links: links.count, synthesized: synthesized.count,
      deactivated: deactivated.count, foundLinks: foundLinks, expansion: expansion,
      elements: elements.count, element: element, delimiter: delimiter,
      bracket: bracket, floors: floors)
  }

  /// Undoes everything behind a checkpoint. Where a link that was found later encloses the checkpoint, the parser rolls back
  /// to the link's bracket.
  func rollBack(to wanted: Checkpoint) {
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
    // What stands before the target was committed, too.
    if committed.position > target.position || committed.items > target.items { commit() }
    for index in lineEnds.indices where lineEnds[index].checkpoint.position > target.position {
      lineEnds[index].checkpoint = target
    }
  }

  // MARK: A text that becomes shorter

  /// Keeps the state before a text is read that brings the end of a line.
  func noteLineEnd(_ lineEnd: Int, _ newEnd: Int) {
    if lineEnd > (lineEnds.last?.offset ?? 0) {
      if lineEnds.count > 1 { lineEnds.removeFirst() }
      lineEnds.append(LineEnd(offset: lineEnd, end: end, checkpoint: committed, unclosed: unclosed))
    }
    // The first bytes of a line decide whether it belongs to the leaf; few that are longer do not.
    if newEnd - lineEnd > InlineParser.longestTentativeLine { lineEnds.removeAll() }
  }

  private static let longestTentativeLine = 2000

  /// Takes note that only so many bytes of the text are what they were. False where all must be parsed anew.
  func shorten(to length: Int) -> Bool {
    guard end > length else {
      spacesEnd = min(spacesEnd, length)
      return true
    }
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
      if !matches[index].isResolved { undo(matches[index]) }
      index -= 1
    }
    matches.truncate(to: count)
  }

  /// Gives an opening delimiter back the characters that a match used.
  func undo(_ match: InlineMatch) {
    let opener = delimiters.base + Int(match.opener)
    // An opening quote stays one for all the quotes that it opens.
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
