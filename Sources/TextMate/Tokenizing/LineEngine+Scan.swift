internal import OnigurumaRegex

/// Searches with the scanner's tables: position by position, trying only the patterns that can start there.
extension LineEngine {
  /// Finds the leftmost match that starts before `limit`; among several, that of the first pattern. Its
  /// groups are stored at `groupsUsed`.
  ///
  /// - Parameter end: The end of the text for the patterns.
  mutating func scan(
    _ scanner: UnsafeMutablePointer<Scanner>, end: Int, from start: Int, before limit: Int
  ) -> Match? {
    let words = scanner.pointee.words
    let classes = scanner.pointee.classes
    let previous = scanner.pointee.previous
    let first = scanner.pointee.first
    let second = scanner.pointee.second
    let third = scanner.pointee.third
    let edge = Int(classes[256])
    let text = UnsafePointer(self.text)
    isScanFailed = false

    var position = start
    defer { scratch.work.pointee &+= WorkBudget.passing(position &- start, words: words) }
    var before = start > 0 ? Int(classes[Int(text[start - 1])]) : edge
    var here = start < end ? Int(classes[Int(text[start])]) : edge
    var next = start + 1 < end ? Int(classes[Int(text[start + 1])]) : edge
    while position < limit {
      let afterNext = position + 2 < end ? Int(classes[Int(text[position + 2])]) : edge
      if words == 1 {
        let candidates = previous[before] & first[here] & second[next] & third[afterNext]
        if candidates != 0,
          let match = ask(candidates, word: 0, scanner, end: end, at: position, start: start)
        {
          return match
        }
        if isScanFailed { return nil }
      } else {
        var word = 0
        while word < words {
          let candidates =
            previous[before * words + word] & first[here * words + word] & second[next * words + word]
            & third[afterNext * words + word]
          if candidates != 0,
            let match = ask(candidates, word: word, scanner, end: end, at: position, start: start)
          {
            return match
          }
          if isScanFailed { return nil }
          word += 1
        }
      }
      if position >= end { return nil }
      position += 1
      before = here
      here = next
      next = afterNext
    }
    return nil
  }

  /// The ends of the current runs of spaces, of word characters, and of both. They are cached for all
  /// positions in a run; otherwise each search in the line would scan a long run again.
  struct RunEnds {
    var spacesFrom = 0
    var spacesEnd = -1
    var wordFrom = 0
    var wordEnd = -1
    var bothFrom = 0
    var bothEnd = -1
  }

  /// Tries the candidate patterns of one word in a row, in order.
  private mutating func ask(
    _ candidates: UInt64, word: Int, _ scanner: UnsafeMutablePointer<Scanner>, end: Int, at position: Int,
    start: Int
  ) -> Match? {
    var candidates = candidates
    if position != start { candidates &= ~scanner.pointee.startOnly[word] }
    if candidates & scanner.pointee.byAfterSpaces[word] != 0 {
      candidates &= spacesEnd(position, end: end, scanner)[word]
    }
    if candidates & scanner.pointee.byAfterWord[word] != 0 {
      candidates &= wordEnd(position, end: end, scanner)[word]
    }
    if candidates & scanner.pointee.byAfterSpacesAndWord[word] != 0 {
      candidates &= bothEnd(position, end: end, scanner)[word]
    }
    while candidates != 0 {
      let index = word << 6 | candidates.trailingZeroBitCount
      candidates &= candidates - 1
      let entry = scanner.pointee.entries + index
      if entry.pointee.laterCount > 0, !isReachable(entry, from: position, end: end) { continue }
      let groupCount = match(
        entry.pointee.pattern, needed: entry.pointee.groupsNeeded, end: end, at: position, start: start)
      switch groupCount {
      case Self.noMatch: continue
      case Self.failure:
        isLimited = true
        if isGivenUp {
          isScanFailed = true
          return nil
        }
        // As in VS Code's library, the failure of a pattern ends the search in a short line. In a long line,
        // the search continues without the pattern.
        if end < 1000 {
          isScanFailed = true
          return nil
        }
      default:
        return Match(target: entry.pointee.target, groupCount: groupCount, start: position)
      }
    }
    return nil
  }

  static let noMatch = -1
  static let failure = -2

  /// Tries one pattern at one position.
  ///
  /// - Returns: The number of groups, which are stored at `groupsUsed`, or one of the two constants above.
  @inline(__always)
  mutating func match(
    _ pattern: UnsafeMutablePointer<Pattern>, needed: Int32, end: Int, at position: Int, start: Int
  ) -> Int {
    if let matcher = pattern.pointee.matcher {
      let count = matcher.pointee.captureCount + 1
      reserveGroups(count)
      let outcome = matcher.pointee.match(
        UnsafeBufferPointer(start: text, count: end), at: position, searchStart: start,
        slots: groups + groupsUsed, scratch: scratch,
        workLimit: workBudget.limitOfMatch(after: scratch.work.pointee))
      guard checkBudget() else { return Self.failure }
      switch outcome {
      case .noMatch: return Self.noMatch
      case .match: return min(Int(needed), count)
      case .exhausted: return Self.failure
      case .unknown: break
      }
    }
    return askLibrary(pattern, needed: needed, end: end, at: position, isStart: position == start)
  }

  private mutating func askLibrary(
    _ pattern: UnsafeMutablePointer<Pattern>, needed: Int32, end: Int, at position: Int, isStart: Bool
  ) -> Int {
    counters.libraryMatches += 1
    guard spend(WorkBudget.firstAttempt(bytes: end &- position)) else { return Self.failure }
    let groupCount = askOnce(pattern, needed: needed, end: end, at: position, isStart: isStart)
    if groupCount != Self.failure { return groupCount }
    return askWithMoreRetries(pattern, needed: needed, end: end, at: position, isStart: isStart)
  }

  /// Repeats a match with more and more retries until the line's work budget is used up, which stops the
  /// line.
  @inline(never)
  private mutating func askWithMoreRetries(
    _ pattern: UnsafeMutablePointer<Pattern>, needed: Int32, end: Int, at position: Int, isStart: Bool
  ) -> Int {
    defer { memory.setRetries(workBudget.firstRetries) }
    var groupCount = Self.failure
    var retries = workBudget.firstRetries
    while groupCount == Self.failure, let more = workBudget.next(after: retries) {
      guard spend(Int(more)) else { break }
      retries = more
      memory.setRetries(retries)
      groupCount = askOnce(pattern, needed: needed, end: end, at: position, isStart: isStart)
    }
    return groupCount
  }

  @inline(__always)
  private mutating func askOnce(
    _ pattern: UnsafeMutablePointer<Pattern>, needed: Int32, end: Int, at position: Int, isStart: Bool
  ) -> Int {
    guard let regex = pattern.pointee.regex else { return Self.noMatch }
    if needed == 1, !pattern.pointee.facts.usesKeep {
      let length = memory.matchLength(regex, text: text, end: end, at: position, isStart: isStart)
      if length < 0 { return length }
      reserveGroups(1)
      groups[groupsUsed] = Int32(truncatingIfNeeded: position)
      groups[groupsUsed + 1] = Int32(truncatingIfNeeded: min(position + length, end))
      return 1
    }
    if pattern.pointee.hasManyGroups {
      let length = memory.matchLength(regex, text: text, end: end, at: position, isStart: isStart)
      if length < 0 { return length }
    }
    switch memory.match(regex, text: text, end: end, at: position, isStart: isStart) {
    case .none: return Self.noMatch
    case .failed: return Self.failure
    case .matched: return takeGroups(needed, end: end)
    }
  }

  /// Whether the text contains all bytes that the match requires further on.
  @inline(__always)
  private mutating func isReachable(
    _ entry: UnsafeMutablePointer<Scanner.ScannerEntry>, from position: Int, end: Int
  ) -> Bool {
    lastOccurrences.prepare(line: line, text: text, end: lineEnd)
    guard let later = entry.pointee.pattern.pointee.laterBytes else { return true }
    for index in 0..<Int(entry.pointee.laterCount) {
      let condition = later[index]
      let last = max(
        lastOccurrences.position(of: condition.first), lastOccurrences.position(of: condition.second),
        lastOccurrences.position(of: condition.third))
      if Int(last) < position + Int(condition.offset) { return false }
    }
    return true
  }

  // MARK: The text after runs of spaces and words

  private mutating func spacesEnd(
    _ position: Int, end: Int, _ scanner: UnsafeMutablePointer<Scanner>
  ) -> UnsafeMutablePointer<UInt64> {
    if position < runs.spacesFrom || position > runs.spacesEnd {
      runs.spacesFrom = position
      runs.spacesEnd = runEnd(position, ByteKind.space)
    }
    return row(scanner, scanner.pointee.afterSpaces, at: min(runs.spacesEnd, end), end: end)
  }

  private mutating func wordEnd(
    _ position: Int, end: Int, _ scanner: UnsafeMutablePointer<Scanner>
  ) -> UnsafeMutablePointer<UInt64> {
    if position < runs.wordFrom || position > runs.wordEnd {
      runs.wordFrom = position
      runs.wordEnd = runEnd(position, ByteKind.word)
    }
    return row(scanner, scanner.pointee.afterWord, at: min(runs.wordEnd, end), end: end)
  }

  private mutating func bothEnd(
    _ position: Int, end: Int, _ scanner: UnsafeMutablePointer<Scanner>
  ) -> UnsafeMutablePointer<UInt64> {
    if position < runs.bothFrom || position > runs.bothEnd {
      runs.bothFrom = position
      runs.bothEnd = runEnd(position, ByteKind.space | ByteKind.word)
    }
    return row(scanner, scanner.pointee.afterSpacesAndWord, at: min(runs.bothEnd, end), end: end)
  }

  @inline(__always)
  private func runEnd(_ position: Int, _ kind: UInt8) -> Int {
    var position = position
    while position < lineEnd, ByteKind.of(text[position]) & kind != 0 { position += 1 }
    return position
  }

  @inline(__always)
  private mutating func row(
    _ scanner: UnsafeMutablePointer<Scanner>, _ table: UnsafeMutablePointer<UInt64>, at position: Int,
    end: Int
  ) -> UnsafeMutablePointer<UInt64> {
    let number = scanner.pointee.classes[position < end ? Int(text[position]) : 256]
    return table + Int(number) * scanner.pointee.words
  }
}

/// The two kinds of bytes after which the tables look. Scalars outside ASCII count as word characters.
private enum ByteKind {
  static let space: UInt8 = 1
  static let word: UInt8 = 2

  @inline(__always)
  static func of(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      word
    case UInt8(ascii: " "), UInt8(ascii: "\t"): space
    default: 0
    }
  }
}
