internal import MarkdownSource

/// Parses constructs with a closing delimiter. Until the delimiter arrives, a construct is text, and *unclosed*.
extension InlineParser {
  /// An opener that is text unless its closing delimiter arrives.
  struct UnclosedConstruct: BitwiseCopyable {
    enum ConstructKind: BitwiseCopyable {
      case ticks(Int)
      case tag(InlineTag)
      /// An autolink in angle brackets.
      case pointedAddress
      /// A link destination in angle brackets.
      case address
      /// A link destination without angle brackets, with `depth` open parentheses.
      case bareAddress(depth: Int)
      /// The space before the end of a link target.
      case spaces
      /// Tildes after a delimiter. The text after them decides whether the delimiter can open or close.
      case tildes
      /// A link title. The value is its closing delimiter.
      case title(UInt8)
      /// The label after a link text.
      case label
      /// A formula.
      case formula(MathSpan.Delimiter)
    }

    var kind: ConstructKind
    var checkpoint: InlineCheckpoint
    /// The offset up to which the closing delimiter was searched.
    var seen: Int
  }

  // MARK: Code

  func readTicks() {
    guard let start = endOfRun(UInt8(ascii: "`")) else { return }
    let length = start - position
    if let close = closingTicks(length, from: start) {
      flushText()
      return append(InlineItem(.code, start, close), next: close + length)
    }
    if length <= InlineParser.longestTicks, end - start <= InlineParser.maximumSpan {
      flushText()
      addUnclosed(.ticks(length), before: checkpoint, seen: end)
    }
    position = start
  }

  /// Returns the offset of the backtick run of the same length that closes a code span; nil if there is none.
  private func closingTicks(_ length: Int, from start: Int) -> Int? {
    guard length <= InlineParser.longestTicks else { return nil }
    let known = gaps.skip(to: .ticks(length), from: start)
    // The searched text may have ended inside a run.
    var index = known
    while index > start, known - index <= InlineParser.longestRun, text[index - 1] == UInt8(ascii: "`") {
      index -= 1
    }
    while index < end, index - start <= InlineParser.maximumSpan {
      guard text[index] == UInt8(ascii: "`") else {
        index += 1
        continue
      }
      let close = index
      while index < end, text[index] == UInt8(ascii: "`") { index += 1 }
      if index - close == length { return close - start <= InlineParser.maximumSpan ? close : nil }
    }
    gaps.note(.ticks(length), from: start, to: min(index, end))
    return nil
  }

  // MARK: Pointed brackets

  func readPointed() {
    let pointed = PointedAddress.scan(text, from: position + 1, to: end)
    if case .open = pointed {
      flushText()
      addUnclosed(.pointedAddress, before: checkpoint, seen: end)
    }
    if case .found(let next, let isEmail) = pointed {
      flushText()
      let destination = entity.clean(text, from: position + 1, to: next - 1, unescaping: false)
      let start = synthesized.count
      for byte in destination.utf8 { synthesized.append(byte) }
      let address = isEmail && !destination.isEmpty ? "mailto:" + destination : destination
      links.append(InlineLink(kind: .link, destination: address, start: position))
      append(InlineItem(.pointedAddress, start, synthesized.count, reference: links.count - 1), next: next)
      return
    }
    var tag = InlineTag()
    var index = position + 1
    while index < end {
      let answer = tag.take(text[index])
      index += 1
      switch answer {
      case .ends:
        if readElementTag(to: index) { return }
        flushText()
        return append(InlineItem(.html, position, index), next: index)
      case .fails:
        position += 1
        return
      case .more:
        // From here on, a preceding opener of this kind that is unclosed has the same states.
        if let end = tag.end(behind: text[index - 1]),
          let known = gaps.unclosedContent(end, from: position), known.next > index
        {
          (index, tag) = known
        }
      }
    }
    if tag.end != nil { gaps.note(tag, from: position, to: index) }
    flushText()
    addUnclosed(.tag(tag), before: checkpoint, seen: end)
    position += 1
  }

  // MARK: Unclosed constructs

  /// Examines the new text, and returns the checkpoint before the first construct that it closes; nil if it
  /// closes none.
  func closedConstruct() -> InlineCheckpoint? {
    guard !unclosed.isEmpty else { return nil }
    var open: [MathSpan.Delimiter] = []
    var contents: [InlineTag] = []
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
      if case .tag(let tag) = unclosed[index].kind, tag.end != nil {
        // The end of this content also ends that of a preceding opener in the same state.
        guard !contents.contains(tag) else { continue }
        contents.append(tag)
      }
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
      let answer = search(&seen) { _, byte in tag.take(byte) }
      // If the construct is invalid after all, its end must be examined again.
      if answer == .ends { seen = unclosed.seen }
      unclosed.kind = .tag(tag)
      return answer
    case .pointedAddress:
      return search(&seen) { _, byte in
        byte == UInt8(ascii: ">") ? .ends : byte <= 0x20 || byte == UInt8(ascii: "<") ? .fails : .more
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
      return .more
    case .spaces: return search(&seen) { _, byte in byte.isWideSpace ? .more : .ends }
    case .tildes: return search(&seen) { _, byte in byte == UInt8(ascii: "~") ? .more : .ends }
    case .address:
      return search(&seen) { index, byte in
        if byte == UInt8(ascii: ">") { return .ends }
        let mayEnd = byte == .newline || byte == UInt8(ascii: "<")
        return mayEnd && text[index - 1] != UInt8(ascii: "\\") ? .fails : .more
      }
    case .title(let close):
      return search(&seen) { index, byte in
        byte == close && text[index - 1] != UInt8(ascii: "\\")
          || byte == UInt8(ascii: ")") && endsWithQuote(before: index, close) ? .ends : .more
      }
    case .formula(let delimiter):
      return advanceFormula(delimiter, from: unclosed.checkpoint.position, seen: &seen)
    case .label:
      let answer = search(&seen) { index, byte in
        if byte == UInt8(ascii: "]") { return .ends }
        return byte == UInt8(ascii: "[") && text[index - 1] != UInt8(ascii: "\\") ? .fails : .more
      }
      let isTooLong = end - unclosed.checkpoint.position > 2 * LinkDefinition.maximumLabel + 2
      return answer == .more && isTooLong ? .fails : answer
    }
  }

  /// Examines bytes up to the first one for which `decide` returns another result than `more`.
  @inline(__always)
  private func search(
    _ index: inout Int, _ decide: (Int, UInt8) -> InlineTag.ScanResult
  ) -> InlineTag.ScanResult {
    while index < end {
      let answer = decide(index, text[index])
      if answer != .more { return answer }
      index += 1
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
    case (.tag(let tag), .tag(let otherTag)): tag.end != nil && tag == otherTag
    default: false
    }
  }
}
