internal import OnigurumaRegex

/// Finding the next rule: the grammar's own, or an injected one.
extension Tokenizer {
  /// A match whose groups stand at `groupsUsed`.
  struct Match {
    /// Nil for the end or while pattern of the rule itself.
    var target: UnsafeMutablePointer<Rule>?
    var groupCount: Int
    /// Where matching began.
    var start: Int
  }

  @inline(__always)
  func findRule(
    _ top: RuleStacks.Element, end: Int, from position: Int, isFirst: Bool, isAnchor: Bool
  ) -> Match? {
    let anchors = Anchors(startOfText: isFirst, anchorPosition: isAnchor)
    let scanner = grammar.scanner(for: top.rule, anchors: anchors)
    let dynamic: UnsafeMutablePointer<Pattern>? =
      top.endPattern == 0 ? nil : dynamicEnds.pattern(top.endPattern, anchors: anchors)
    let own = find(
      scanner, dynamicEnd: dynamic, isLast: top.rule.pointee.appliesEndLast, rule: top.rule, end: end,
      from: position, before: end + 1)
    if grammar.injections.isEmpty { return own }
    return findInjection(top, own: own, end: end, from: position, anchors: anchors)
  }

  @inline(never)
  private func findInjection(
    _ top: RuleStacks.Element, own: Match?, end: Int, from position: Int, anchors: Anchors
  ) -> Match? {
    let set = injectionSets.index(of: top.contentScopes, injections: grammar.injections) {
      scopeLists.names(of: top.contentScopes)
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
          scanner, dynamicEnd: nil, isLast: false, rule: injection.rule.pointer, end: end, from: position,
          before: limit)
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

  func findWhile(
    _ element: RuleStacks.Element, end: Int, from position: Int, isFirst: Bool, isAnchor: Bool
  ) -> Match? {
    guard let places = element.rule.pointee.whileScanners else { return nil }
    let anchors = Anchors(startOfText: isFirst, anchorPosition: isAnchor)
    let scanner = grammar.whileScanner(for: element.rule, places: places, anchors: anchors)
    let dynamic: UnsafeMutablePointer<Pattern>? =
      element.endPattern == 0 ? nil : dynamicEnds.pattern(element.endPattern, anchors: anchors)
    return find(
      scanner, dynamicEnd: dynamic, isLast: false, rule: element.rule, end: end, from: position,
      before: end + 1)
  }

  /// The leftmost match that starts before `limit`, the first stated among equals.
  @inline(__always)
  func find(
    _ scanner: UnsafeMutablePointer<Scanner>, dynamicEnd: UnsafeMutablePointer<Pattern>?, isLast: Bool,
    rule: UnsafeMutablePointer<Rule>, end: Int, from position: Int, before limit: Int
  ) -> Match? {
    if dynamicEnd != nil || isAskingAll {
      return findByAskingAll(
        scanner, dynamicEnd: dynamicEnd, isLast: isLast, rule: rule, end: end, from: position, before: limit)
    }
    return scan(scanner, end: end, from: position, before: limit)
  }

  /// The leftmost match that starts before `limit`, the first stated among equals: every pattern is asked.
  func findByAskingAll(
    _ scanner: UnsafeMutablePointer<Scanner>, dynamicEnd: UnsafeMutablePointer<Pattern>?, isLast: Bool,
    rule: UnsafeMutablePointer<Rule>, end: Int, from position: Int, before limit: Int
  ) -> Match? {
    var best: Match?
    var limit = limit
    func ask(_ pattern: UnsafeMutablePointer<Pattern>, _ target: UnsafeMutablePointer<Rule>?) {
      guard limit > position, let regex = pattern.pointee.regex else { return }
      switch memory.search(regex, text: text, end: end, from: position) {
      case .none: return
      case .failed: isLimited = true
      case .matched:
        guard memory.start < limit else { return }
        limit = memory.start
        let needed = target?.pointee.groupsNeeded ?? rule.pointee.endGroupsNeeded
        best = Match(target: target, groupCount: takeGroups(needed, end: end), start: limit)
      }
    }
    if let dynamicEnd, !isLast { ask(dynamicEnd, nil) }
    for index in 0..<scanner.pointee.count {
      ask(scanner.pointee.entries[index].pattern, scanner.pointee.entries[index].target)
    }
    if let dynamicEnd, isLast { ask(dynamicEnd, nil) }
    return best
  }

  /// Copies the places of the groups that somebody needs from the last match to `groupsUsed`.
  @inline(__always)
  func takeGroups(_ needed: Int32, end: Int) -> Int {
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
