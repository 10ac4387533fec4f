internal import OnigurumaRegex

/// The search strategy of a tokenizer.
package enum SearchMode: Sendable {
  /// Tries only the patterns that can start at a position.
  case filtering
  /// Searches every pattern with the regex library alone: slow, with the same result.
  case askingAll
  /// Does both and compares the results.
  case proving
}

/// A search with two different results. It reveals a bug in the tables or in the backtracking matcher.
package struct SearchDifference: Sendable, CustomStringConvertible {
  package var line: String
  package var start: Int
  package var filtered: String
  package var asked: String

  package var description: String { "\(line.debugDescription) from \(start): \(filtered) != \(asked)" }
}

extension LineEngine {
  @inline(never)
  mutating func findInMode(_ search: PatternSearch) -> Match? {
    if mode == .askingAll { return findByAskingAll(search) }
    let wasLimited = isLimited
    isLimited = false
    defer { isLimited = isLimited || wasLimited }
    let filtered =
      search.dynamicEnd != nil
      ? findWithDynamicEnd(search)
      : scan(search.scanner, end: search.end, from: search.start, before: search.limit)
    let description = describe(filtered)
    if isLimited { return filtered }
    let asked = findByAskingAll(search)
    // If the library reached a limit, the results may differ.
    if !isLimited, describe(asked) != description, differences.count < 100 {
      differences.append(
        SearchDifference(
          line: String(decoding: UnsafeBufferPointer(start: text, count: search.end), as: UTF8.self),
          start: search.start, filtered: description, asked: describe(asked)))
    }
    return asked
  }

  private func describe(_ match: Match?) -> String {
    guard let match else { return "nothing" }
    let places = (0..<2 * match.groupCount).map { "\(groups[groupsUsed + $0])" }
    return "rule \(match.target.map { Int($0.pointee.id) } ?? -1) at \(match.start): "
      + places.joined(separator: " ")
  }

  /// Finds the leftmost match, of the first pattern among several, by searching every pattern.
  mutating func findByAskingAll(_ search: PatternSearch) -> Match? {
    var best: Match?
    if let dynamicEnd = search.dynamicEnd, !search.rule.pointee.appliesEndLast {
      ask(dynamicEnd, nil, search, &best)
    }
    for index in 0..<search.scanner.pointee.count {
      let entry = search.scanner.pointee.entries[index]
      ask(entry.pattern, entry.target, search, &best)
    }
    if let dynamicEnd = search.dynamicEnd, search.rule.pointee.appliesEndLast {
      ask(dynamicEnd, nil, search, &best)
    }
    return best
  }

  private mutating func ask(
    _ pattern: UnsafeMutablePointer<Pattern>, _ target: UnsafeMutablePointer<Rule>?, _ search: PatternSearch,
    _ best: inout Match?
  ) {
    let limit = best?.start ?? search.limit
    guard limit > search.start, let regex = pattern.pointee.regex else { return }
    memory.setRetries(workBudget.mostPerMatch)
    defer { memory.setRetries(workBudget.firstRetries) }
    switch memory.search(regex, text: text, end: search.end, from: search.start) {
    case .none: return
    case .failed: isLimited = true
    case .matched:
      guard memory.start < limit else { return }
      let needed = target?.pointee.groupsNeeded ?? search.rule.pointee.endGroupsNeeded
      best = Match(target: target, groupCount: takeGroups(needed, end: search.end), start: memory.start)
    }
  }
}
