internal import StyledRuns

/// Parses the end of an unfinished text as what it is about to become (``MarkdownOptions/isOptimistic``).
///
/// It is repaired in what was read: an opener that waits for its end gets one where the text ends, marks of which
/// only a part is there are left out. Only what lies within ``reach`` of the end counts, and nothing that could as
/// well be text: a star between words and one between spaces stay. Reading on undoes all of it.
extension InlineParser {
  /// Bytes before the end in which something may be unfinished; so a forgotten opener far back costs nothing.
  static let reach = 1024

  /// Reads on as ``read(_:to:in:)`` does, and takes what is unfinished for what it is about to be.
  func readOptimistically(
    _ text: UnsafePointer<UInt8>, to newEnd: Int, lineEnd: Int, in context: LeafParser.Context
  ) -> Int {
    openTarget = nil
    seeksOpenTarget = true
    defer { seeksOpenTarget = false }
    let looked = read(text, to: newEnd, lineEnd: lineEnd, in: context)
    guard end > 0 else { return looked }
    let whole = end
    if let opener = openTicks {
      takeCode(opener)
    } else if let checkpoint = openLink {
      takeLink(checkpoint, in: context)
    } else {
      leaveOutHalfMarks(in: context)
      leaveOutOpenBracket()
    }
    closeEmphasis()
    end = whole
    return looked
  }

  /// Remembers a `]` after which a link's target is unfinished.
  func noticeOpenTarget(_ checkpoint: Checkpoint) {
    if seeksOpenTarget { openTarget = checkpoint }
  }

  /// Remembers a `]` at the very end, after which one may follow.
  func noticeEndOfBrackets(_ opener: InlineBracket, _ checkpoint: Checkpoint) {
    guard seeksOpenTarget, checkpoint.position + 1 == end, mayBeginLink(opener) else { return }
    let content = text[Int(opener.contentStart)..<checkpoint.position]
    // A box to be ticked is none.
    guard content.count > 1 || content.first.map({ $0.lowercased != UInt8(ascii: "x") }) ?? false else {
      return
    }
    openTarget = checkpoint
  }

  // MARK: Code

  /// The first backticks without an end that code follows.
  private var openTicks: Checkpoint? {
    for waiting in unclosed {
      guard case .ticks(let length) = waiting.kind, length <= 2,
        waiting.checkpoint.position >= end - InlineParser.reach
      else { continue }
      let start = waiting.checkpoint.position + length
      if start == end || !text[start].isSpace { return waiting.checkpoint }
    }
    return nil
  }

  private func takeCode(_ checkpoint: Checkpoint) {
    rollBack(to: checkpoint)
    var start = position
    while start < end, text[start] == UInt8(ascii: "`") { start += 1 }
    var stop = end
    // A part of the closing ones may be there.
    while stop > start, text[stop - 1] == UInt8(ascii: "`") { stop -= 1 }
    if stop > start { items.append(InlineItem(.code, start, stop)) }
    position = end
    textStart = end
  }

  // MARK: Links

  /// The place before the `]` of a link whose address or title is unfinished, or may follow.
  private var openLink: Checkpoint? {
    var found = openTarget
    for waiting in unclosed {
      switch waiting.kind {
      case .address, .bareAddress, .spaces, .title:
        let place = waiting.checkpoint.position
        if place >= end - InlineParser.reach, place > found?.position ?? -1, isOpenTarget(from: place + 2) {
          found = waiting.checkpoint
        }
      case .ticks, .tag, .pointedAddress, .tildes, .label, .formula: break
      }
    }
    guard let found, found.position >= end - InlineParser.reach, found.bracket >= 0 else { return nil }
    return found
  }

  /// Whether the text ends before a link's target does.
  private func isOpenTarget(from start: Int) -> Bool {
    let target = InlineTarget(in: text, from: start, to: end)
    let address = target.addressStart
    guard address < end else { return true }
    guard target.addressEnd != nil else {
      if text[address] != UInt8(ascii: "<") { return text[address..<end].allSatisfy { !$0.isSpace } }
      return text[(address + 1)..<end].allSatisfy { $0 != .newline && $0 != UInt8(ascii: "<") }
    }
    guard target.titleStart < end else { return true }
    guard target.mayHaveTitle else { return false }
    return target.titleEnd == nil ? isTitleStart(text[target.titleStart]) : target.close == end
  }

  /// Shows a link without an address, and of an image its text.
  private func takeLink(_ checkpoint: Checkpoint, in context: LeafParser.Context) {
    rollBack(to: checkpoint)
    // The bracket may be that of a footnote, to the beginning of which this goes back.
    guard position == checkpoint.position, bracket >= 0 else { return rescan(to: end, in: context) }
    let index = bracket
    let opener = brackets[Int(index)]
    let isEmpty = Int(opener.contentStart) == position
    hide(opener, index, as: opener.isImage || isEmpty ? .hidden : .link)
    resolveEmphasis(after: opener)
    bracket = opener.previous
  }

  private func hide(_ opener: InlineBracket, _ index: Int32, as kind: InlineLink.Kind) {
    items.base[Int(opener.item)].reference = Int32(links.count)
    links.append(InlineLink(kind: kind, start: Int(opener.start), bracket: index))
    append(InlineItem(.linkEnd, position, end, reference: links.count - 1), next: end)
    firstChanged = min(firstChanged, Int(opener.item))
  }

  /// `[text` is about to be a link: the bracket is left out, where it can only be one.
  private func leaveOutOpenBracket() {
    guard bracket >= 0 else { return }
    let opener = brackets[Int(bracket)]
    let start = Int(opener.start)
    guard start >= end - InlineParser.reach, mayBeginLink(opener),
      text[Int(opener.contentStart)..<end].allSatisfy({ $0 != .newline })
    else { return }
    items.base[Int(opener.item)].reference = Int32(links.count)
    links.append(InlineLink(kind: .hidden, start: start, bracket: bracket))
    firstChanged = min(firstChanged, Int(opener.item))
  }

  /// Whether a bracket is not an index, box or footnote.
  private func mayBeginLink(_ opener: InlineBracket) -> Bool {
    let content = Int(opener.contentStart)
    guard opener.isActive, content < end, !text[content].isSpace, text[content] != UInt8(ascii: "^"),
      text[content] != UInt8(ascii: "[")
    else { return false }
    guard opener.start > 0 else { return true }
    let before = text[Int(opener.start) - 1]
    return !before.isLetter && !before.isDigit && before != UInt8(ascii: "]") && before != UInt8(ascii: ")")
  }

  // MARK: Emphasis

  /// Leaves out a run of marks at the end of which more may come: `**bold*`, or `**` before its text.
  private func leaveOutHalfMarks(in context: LeafParser.Context) {
    let byte = text[end - 1]
    guard
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~") && syntax.strikes
    else {
      return
    }
    var start = end - 1
    while start > 0, text[start - 1] == byte, end - start <= InlineParser.longestRun { start -= 1 }
    guard start == 0 || text[start - 1] != UInt8(ascii: "\\") else { return }
    let count = end - start
    guard count <= InlineParser.longestRun else { return }
    let whole = end
    if start == 0 || text[start - 1].isSpace {
      guard count > 1, count < 4 else { return }
    }
    rollBack(to: committed)
    var before = start
    while before > 0, text[before - 1].isSpace { before -= 1 }
    guard position <= before else { return rescan(to: whole, in: context) }
    rescan(to: before, in: context)
    guard position == start else { return }
    // Closing marks: all of them, or a part.
    var index = delimiter
    while index >= 0 {
      let opener = delimiters[Int(index)]
      guard Int(items[Int(opener.item)].start) >= whole - InlineParser.reach else { break }
      if opener.byte == byte, opener.canOpen {
        if opener.remaining > count, !opener.canClose { return }
        break
      }
      index = opener.previous
    }
    rescan(to: whole, in: context)
  }

  private func rescan(to newEnd: Int, in context: LeafParser.Context) {
    end = newEnd
    nextCommit = .max
    scan(in: context)
    flushText()
  }

  /// Closes what was opened, but for what may be a sign of its own: `5*3`, `2 * 3`.
  private func closeEmphasis() {
    var index = delimiter
    while index >= 0 {
      let opener = delimiters[Int(index)]
      let item = items[Int(opener.item)]
      guard Int(item.start) >= end - InlineParser.reach else { break }
      if opener.canOpen, !opener.canClose, !opener.isQuote, Int(item.end) < end {
        if opener.byte == UInt8(ascii: "~") {
          open(.strikethrough, index, used: opener.remaining)
        } else {
          while delimiters[Int(index)].remaining > 0 {
            let used: Int32 = delimiters[Int(index)].remaining >= 2 ? 2 : 1
            open(used == 2 ? .strong : .emphasis, index, used: used)
          }
        }
      }
      index = opener.previous
    }
  }

  private func open(_ kind: InlineMatch.Kind, _ index: Int32, used: Int32) {
    let opener = delimiters.base + Int(index)
    matches.append(InlineMatch(kind: kind, opener: index, inner: opener.pointee.outermost, used: used))
    opener.pointee.remaining -= used
    opener.pointee.outermost = Int32(matches.count - 1)
    firstChanged = min(firstChanged, Int(opener.pointee.item))
  }
}

extension UnsafePointer<UInt8> {
  fileprivate subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: self + range.lowerBound, count: range.count)
  }
}
