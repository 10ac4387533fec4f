/// Places to go back to when what was read turns out to be something else.
extension LeafInlines {
  var place: Place {
    Place(
      position: position, lineStart: lineStart, items: items.count, delimiters: delimiters.count,
      matches: matches.count, brackets: brackets.count, links: links.count, made: made.count,
      changes: changes.count, expansion: expansion, delimiter: delimiter, bracket: bracket, floors: floors)
  }

  /// Makes everything what it was at a place. A place inside a link that was found later is no place: then its
  /// bracket's is taken.
  func goBack(to wanted: Place) {
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
    while changes.count > target.changes {
      let change = changes[changes.count - 1]
      if change.isActivity {
        brackets.base[Int(change.bracket)].isActive = true
      } else {
        brackets.base[Int(change.bracket)].isFollowed = false
      }
      changes.truncate(to: changes.count - 1)
    }
    position = target.position
    textStart = target.position
    lineStart = target.lineStart
    items.truncate(to: target.items)
    delimiters.truncate(to: target.delimiters)
    brackets.truncate(to: target.brackets)
    links.removeSubrange(target.links...)
    made.truncate(to: target.made)
    expansion = target.expansion
    delimiter = target.delimiter
    bracket = target.bracket
    floors = target.floors
    firstChanged = min(firstChanged, target.items)
    pending.removeAll { $0.place.position >= target.position }
    if settled.position > target.position { settled = target }
  }

  private func undoMatches(to count: Int) {
    var index = matches.count - 1
    while index >= count {
      if !matches[index].isSettled { undo(matches[index]) }
      index -= 1
    }
    matches.truncate(to: count)
  }

  /// Gives an opening delimiter back what a match took.
  func undo(_ match: InlineMatch) {
    let opener = delimiters.base + Int(match.opener)
    firstChanged = min(firstChanged, Int(opener.pointee.item))
    if match.kind == .quote {
      opener.pointee.opensQuote = match.openedQuote
    } else {
      opener.pointee.remaining += match.used
      opener.pointee.outermost = match.inner
    }
  }
}
