/// Handles unclosed constructs: openers that are text unless their closing delimiter arrives.
extension InlineParser {
  /// Examines the new text, and returns the checkpoint before the first construct that it closes; nil if it
  /// closes none.
  func closedConstruct() -> InlineCheckpoint? {
    guard !unclosed.isEmpty else { return nil }
    var open: [MathSpan.Delimiter] = []
    var kept = 0
    defer { unclosed.removeLast(unclosed.count - kept) }
    for index in unclosed.indices {
      var answer = InlineTag.ScanResult.more
      if case .formula(let delimiter) = unclosed[index].kind, delimiter != .dollar {
        // The closing delimiter of a formula would also have closed the preceding one.
        if !open.contains(delimiter) {
          answer = advance(&unclosed[index])
          if answer == .more { open.append(delimiter) }
        }
      } else {
        answer = advance(&unclosed[index])
      }
      // Everything after the first closed construct is rolled back.
      if answer == .ends { return unclosed[index].checkpoint }
      guard answer == .more else { continue }
      if kept < index { unclosed[kept] = unclosed[index] }
      kept += 1
    }
    return nil
  }

  private func advance(_ unclosed: inout UnclosedConstruct) -> InlineTag.ScanResult {
    var seen = unclosed.seen
    defer { unclosed.seen = max(unclosed.seen, seen) }
    switch unclosed.kind {
    case .ticks(let length):
      let start = unclosed.checkpoint.position + length
      if closingTicks(length, from: start) != nil { return .ends }
      return end - start > InlineParser.maximumSpan ? .fails : .more
    case .tag(var tag):
      while seen < end {
        let answer = tag.take(text[seen])
        seen += 1
        // If the construct is invalid after all, its end must be examined again.
        if answer == .ends { seen = unclosed.seen }
        if answer != .more { return answer }
      }
      unclosed.kind = .tag(tag)
    case .pointedAddress:
      while seen < end {
        if text[seen] == UInt8(ascii: ">") { return .ends }
        if text[seen] <= 0x20 || text[seen] == UInt8(ascii: "<") { return .fails }
        seen += 1
      }
    case .bareAddress(var depth):
      while seen < end {
        let byte = text[seen]
        if byte.isSpace || byte == UInt8(ascii: ")") && depth == 0 { return .ends }
        if byte == UInt8(ascii: "\\") {
          guard seen + 1 < end else { break }
          if text[seen + 1].isPunctuation { seen += 1 }
        } else if byte == UInt8(ascii: "(") {
          depth += 1
          if depth > LinkDefinition.maximumDepth { return .fails }
        } else if byte == UInt8(ascii: ")") {
          depth -= 1
        }
        seen += 1
      }
      unclosed.kind = .bareAddress(depth: depth)
    case .spaces:
      while seen < end, text[seen].isWideSpace { seen += 1 }
      return seen < end ? .ends : .more
    case .tildes:
      while seen < end, text[seen] == UInt8(ascii: "~") { seen += 1 }
      return seen < end ? .ends : .more
    case .address:
      while seen < end {
        let byte = text[seen]
        if byte == UInt8(ascii: ">") { return .ends }
        if byte == .newline || byte == UInt8(ascii: "<"), text[seen - 1] != UInt8(ascii: "\\") {
          return .fails
        }
        seen += 1
      }
    case .title(let close):
      while seen < end {
        if text[seen] == close, text[seen - 1] != UInt8(ascii: "\\") { return .ends }
        if text[seen] == UInt8(ascii: ")"), endsWithQuote(before: seen, close) { return .ends }
        seen += 1
      }
    case .formula(let delimiter):
      return advanceFormula(delimiter, from: unclosed.checkpoint.position, seen: &seen)
    case .label:
      while seen < end {
        let byte = text[seen]
        if byte == UInt8(ascii: "]") { return .ends }
        if byte == UInt8(ascii: "["), text[seen - 1] != UInt8(ascii: "\\") { return .fails }
        seen += 1
      }
      if end - unclosed.checkpoint.position > 2 * LinkDefinition.maximumLabel + 2 { return .fails }
    }
    return .more
  }

  private func endsWithQuote(before index: Int, _ close: UInt8) -> Bool {
    var index = index - 1
    while index > 0, text[index].isWideSpace { index -= 1 }
    return text[index] == close
  }

  func addUnclosed(_ kind: UnclosedConstruct.ConstructKind, before checkpoint: InlineCheckpoint, seen: Int) {
    // The number of formulas is at most the text length divided by a few bytes.
    guard grows, kind.isFormula || !unclosed.contains(where: { $0.kind.endsWherever(kind) }) else { return }
    guard kind.isFormula || unclosed.count(where: { !$0.kind.isFormula }) < InlineParser.maximumUnclosed
    else {
      // In that case, nothing after the construct is committed.
      nextCommit = .max
      return
    }
    unclosed.append(UnclosedConstruct(kind: kind, checkpoint: checkpoint, seen: seen))
  }
}

extension InlineParser.UnclosedConstruct.ConstructKind {
  fileprivate var isFormula: Bool {
    if case .formula = self { true } else { false }
  }

  /// Whether the same text closes this construct and a later one, which is then parsed again in any case.
  fileprivate func endsWherever(_ other: Self) -> Bool {
    switch (self, other) {
    case (.ticks(let length), .ticks(let otherLength)): length == otherLength
    case (.title(let close), .title(let otherClose)): close == otherClose
    case (.tag(let tag), .tag(let otherTag)): tag.end != nil && tag.end == otherTag.end
    default: false
    }
  }
}
