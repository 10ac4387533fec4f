internal import OnigurumaRegex

/// Finds the next rule: one of the current rule's patterns, or an injection.
extension LineEngine {
  /// A match. Its groups are stored at `groupsUsed`.
  struct Match {
    /// The rule to enter; nil for the end or while pattern of the current rule.
    var target: UnsafeMutablePointer<Rule>?
    var groupCount: Int
    /// The start of the match.
    var start: Int
  }

  @inline(__always)
  mutating func findRule(
    _ top: RuleStacks.StackElement, end: Int, from position: Int, isFirst: Bool, isAnchor: Bool
  ) -> Match? {
    let anchors = Anchors(startOfText: isFirst, anchorPosition: isAnchor)
    let scanner = grammar.scanner(for: top.rule, anchors: anchors)
    // A while pattern is checked at the start of a line, not inside it.
    let hasEnd = top.endPattern != 0 && top.rule.pointee.kind != .beginWhile
    let search = PatternSearch(
      scanner: scanner, rule: top.rule,
      dynamicEnd: hasEnd ? dynamicEnds.pattern(top.endPattern, anchors: anchors) : nil, end: end,
      start: position, limit: end + 1)
    let own = find(search)
    if !hasInjections { return own }
    return findInjection(top, own: own, end: end, from: position, anchors: anchors)
  }

  @inline(never)
  private mutating func findInjection(
    _ top: RuleStacks.StackElement, own: Match?, end: Int, from position: Int, anchors: Anchors
  ) -> Match? {
    let scopes = top.contentScopes
    let active = injectionSets.range(of: scopes) ?? injectionSets.add(scopes, in: scopeStacks, of: grammar)
    if active.isEmpty { return own }
    let ownPlace = groupsUsed
    // Keep the groups of the grammar's own match until an injection has won.
    groupsUsed += 2 * (own?.groupCount ?? 0)
    defer { groupsUsed = ownPlace }
    let ownStart = own.map { _ in Int(groups[ownPlace]) }
    var best: Match?
    var bestStart = Int.max
    for index in active {
      let injection = injectionSets.injections[index]
      let scanner = grammar.scanner(for: injection.rule, anchors: anchors)
      // Only an earlier match can win, or one at the same position if the injection comes first.
      let limit = min(bestStart, ownStart.map { $0 + (injection.comesFirst ? 1 : 0) } ?? end + 1)
      guard limit > position,
        let match = find(
          PatternSearch(
            scanner: scanner, rule: injection.rule, dynamicEnd: nil, end: end, start: position, limit: limit))
      else { continue }
      let start = Int(groups[groupsUsed])
      guard start < bestStart else { continue }
      bestStart = start
      best = match
      // Overwrite the grammar's own match, which has lost.
      (groups + ownPlace).update(from: groups + groupsUsed, count: 2 * match.groupCount)
      groupsUsed = ownPlace + 2 * match.groupCount
      if start == position { break }
    }
    return best ?? own
  }

  mutating func findWhile(
    _ element: RuleStacks.StackElement, end: Int, from position: Int, isFirst: Bool, isAnchor: Bool
  ) -> Match? {
    guard let places = element.rule.pointee.whileScanners else { return nil }
    let anchors = Anchors(startOfText: isFirst, anchorPosition: isAnchor)
    let scanner = grammar.whileScanner(for: element.rule, places: places, anchors: anchors)
    return find(
      PatternSearch(
        scanner: scanner, rule: element.rule,
        dynamicEnd: element.endPattern == 0 ? nil : dynamicEnds.pattern(element.endPattern, anchors: anchors),
        end: end, start: position, limit: end + 1))
  }

  /// The parameters of a search for the next match.
  struct PatternSearch {
    var scanner: UnsafeMutablePointer<Scanner>
    /// The rule that owns the scanner.
    var rule: UnsafeMutablePointer<Rule>
    /// The stack's end or while pattern, if it is dynamic.
    var dynamicEnd: UnsafeMutablePointer<Pattern>?
    /// The end of the text for the patterns.
    var end: Int
    var start: Int
    /// The position before which a match must start.
    var limit: Int
  }

  /// Finds the leftmost match; among several, that of the first pattern.
  @inline(__always)
  private mutating func find(_ search: PatternSearch) -> Match? {
    if mode != .filtering { return findInMode(search) }
    if search.dynamicEnd != nil { return findWithDynamicEnd(search) }
    return scan(search.scanner, end: search.end, from: search.start, before: search.limit)
  }

  /// Finds the leftmost match if there is a dynamic end pattern, which is in no table. Searches for the end
  /// pattern first; the other patterns are then only searched up to its match.
  @inline(never)
  mutating func findWithDynamicEnd(_ search: PatternSearch) -> Match? {
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

  /// Returns the next position where a pattern matches; -1 if there is none. The result is cached while the
  /// search in a line advances towards it.
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
    scratch.work.pointee &+= WorkBudget.passing(place &- start, words: 2)
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

  /// Copies the needed groups of the last match to `groupsUsed`.
  @inline(__always)
  mutating func takeGroups(_ needed: Int32, end: Int) -> Int {
    let count = min(Int(needed), memory.count)
    reserveGroups(count)
    let starts = memory.starts
    let ends = memory.ends
    let bound = Int32(truncatingIfNeeded: end)
    for group in 0..<count {
      let place = groups + groupsUsed + 2 * group
      // A character that is cut off at the end of the line may be counted with its full length.
      place[0] = min(starts[group], bound)
      place[1] = min(ends[group], bound)
    }
    return count
  }
}
