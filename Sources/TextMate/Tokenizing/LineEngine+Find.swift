internal import OnigurumaRegex

/// Finding the next rule: the grammar's own, or an injected one.
extension LineEngine {
  /// A match whose groups stand at `groupsUsed`.
  struct Match {
    /// Nil for the end or while pattern of the rule itself.
    var target: UnsafeMutablePointer<Rule>?
    var groupCount: Int
    /// Where matching began.
    var start: Int
  }

  @inline(__always)
  mutating func findRule(
    _ top: RuleStacks.Element, end: Int, from position: Int, isFirst: Bool, isAnchor: Bool
  ) -> Match? {
    let anchors = Anchors(startOfText: isFirst, anchorPosition: isAnchor)
    let scanner = grammar.scanner(for: top.rule, anchors: anchors)
    // A while pattern is asked before the line, not within it.
    let hasEnd = top.endPattern != 0 && top.rule.pointee.kind != .beginWhile
    let search = Search(
      scanner: scanner, rule: top.rule,
      dynamicEnd: hasEnd ? dynamicEnds.pattern(top.endPattern, anchors: anchors) : nil, end: end,
      start: position, limit: end + 1)
    let own = find(search)
    if !hasInjections { return own }
    return findInjection(top, own: own, end: end, from: position, anchors: anchors)
  }

  @inline(never)
  private mutating func findInjection(
    _ top: RuleStacks.Element, own: Match?, end: Int, from position: Int, anchors: Anchors
  ) -> Match? {
    let set = injectionSets.index(of: top.contentScopes, injections: grammar.injections) {
      scopeStacks.names(of: top.contentScopes)
    }
    guard set >= 0 else { return own }
    let ownPlace = groupsUsed
    // The own match's groups stay where they are until an injection has won.
    groupsUsed += 2 * (own?.groupCount ?? 0)
    defer { groupsUsed = ownPlace }
    let ownStart = own.map { _ in Int(groups[ownPlace]) }
    var best: Match?
    var bestStart = Int.max
    for index in injectionSets.sets[set] {
      let injection = grammar.injections[index]
      let scanner = grammar.scanner(for: injection.rule.pointer, anchors: anchors)
      // Only what starts earlier than the best can win, and an injection that goes first at the same place too.
      let priorityReach = injection.selector.priority == -1 ? 1 : 0
      let limit = min(bestStart, ownStart.map { $0 + priorityReach } ?? end + 1)
      guard limit > position,
        let match = find(
          Search(
            scanner: scanner, rule: injection.rule.pointer, dynamicEnd: nil, end: end, start: position,
            limit: limit))
      else { continue }
      let start = Int(groups[groupsUsed])
      guard start < bestStart else { continue }
      bestStart = start
      best = match
      // Move it down over the own match, which has lost.
      (groups + ownPlace).update(from: groups + groupsUsed, count: 2 * match.groupCount)
      groupsUsed = ownPlace + 2 * match.groupCount
      if start == position { break }
    }
    return best ?? own
  }

  mutating func findWhile(
    _ element: RuleStacks.Element, end: Int, from position: Int, isFirst: Bool, isAnchor: Bool
  ) -> Match? {
    guard let places = element.rule.pointee.whileScanners else { return nil }
    let anchors = Anchors(startOfText: isFirst, anchorPosition: isAnchor)
    let scanner = grammar.whileScanner(for: element.rule, places: places, anchors: anchors)
    return find(
      Search(
        scanner: scanner, rule: element.rule,
        dynamicEnd: element.endPattern == 0 ? nil : dynamicEnds.pattern(element.endPattern, anchors: anchors),
        end: end, start: position, limit: end + 1))
  }

  /// A question for the next match.
  struct Search {
    var scanner: UnsafeMutablePointer<Scanner>
    /// Whose scanner it is.
    var rule: UnsafeMutablePointer<Rule>
    /// The end (or while) pattern of this stack, where it was made from the text.
    var dynamicEnd: UnsafeMutablePointer<Pattern>?
    /// Where the text ends for the patterns.
    var end: Int
    var start: Int
    /// A match must start before it.
    var limit: Int
  }

  /// The leftmost match, the first stated among equals.
  @inline(__always)
  private mutating func find(_ search: Search) -> Match? {
    if mode != .filtering { return findInMode(search) }
    if search.dynamicEnd != nil { return findWithDynamicEnd(search) }
    return scan(search.scanner, end: search.end, from: search.start, before: search.limit)
  }

  /// Likewise, with an end pattern that is in no table. It is looked for alone; the rest then need not be looked
  /// for behind it.
  @inline(never)
  mutating func findWithDynamicEnd(_ search: Search) -> Match? {
    guard let pattern = search.dynamicEnd else { return nil }
    let place = dynamicEndPlace(pattern, end: search.end, from: search.start)
    let isLast = search.rule.pointee.appliesEndLast
    let limit = place < 0 ? search.limit : min(search.limit, isLast ? place + 1 : place)
    if let match = scan(search.scanner, end: search.end, from: search.start, before: limit) { return match }
    guard !isScanFailed, place >= 0, place < search.limit else { return nil }
    let groupCount = match(
      pattern, needed: search.rule.pointee.endGroupsNeeded, end: search.end, at: place, start: search.start)
    return groupCount < 0 ? nil : Match(target: nil, groupCount: groupCount, start: place)
  }

  /// Where a pattern matches next; -1 for nowhere. The answer for a line is kept while the search moves towards it.
  private mutating func dynamicEndPlace(
    _ pattern: UnsafeMutablePointer<Pattern>, end: Int, from start: Int
  ) -> Int {
    if endPlace.pattern == pattern, endPlace.line == line, endPlace.end == end, endPlace.from <= start,
      endPlace.place < 0 || endPlace.place >= start, !pattern.pointee.facts.usesSearchStart
    {
      return endPlace.place
    }
    var place = start
    var found = -1
    while place <= end, found < 0 {
      let byte = place < end ? Int(text[place]) : ByteSet257.edge
      let before = place > 0 ? Int(text[place - 1]) : ByteSet257.edge
      if byte & 0xC0 != 0x80 || byte == ByteSet257.edge, pattern.pointee.facts.first.contains(byte),
        pattern.pointee.facts.previous.contains(before)
      {
        let outcome = match(pattern, needed: 1, end: end, at: place, start: start)
        if outcome >= 0 { found = place }
        if outcome == Self.failure {
          isLimited = true
          break
        }
      }
      place += 1
    }
    endPlace = EndPlace(pattern: pattern, line: line, end: end, from: start, place: found)
    return found
  }

  struct EndPlace {
    var pattern: UnsafeMutablePointer<Pattern>?
    var line: UInt32 = 0
    var end = 0
    var from = 0
    var place = -1
  }

  /// Copies the places of the groups that somebody needs from the last match to `groupsUsed`.
  @inline(__always)
  mutating func takeGroups(_ needed: Int32, end: Int) -> Int {
    let count = min(Int(needed), memory.count)
    reserveGroups(count)
    let starts = memory.starts
    let ends = memory.ends
    let bound = Int32(truncatingIfNeeded: end)
    for group in 0..<count {
      let place = groups + groupsUsed + 2 * group
      // A character cut off at the line's end may count as longer than it is.
      place[0] = min(starts[group], bound)
      place[1] = min(ends[group], bound)
    }
    return count
  }
}
