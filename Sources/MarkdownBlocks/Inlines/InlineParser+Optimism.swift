internal import MarkdownSource

/// Parses the end of an incomplete text as the construct that it seems to become
/// (``MarkdownOptions/isOptimistic``).
///
/// Unclosed openers are closed at the end of the text, and incomplete delimiters are hidden. Only constructs
/// within ``reach`` of the end are considered, and none that are likely text, such as an asterisk between
/// words or between spaces. The next read rolls all of this back.
extension InlineParser {
  /// The maximum distance of an incomplete construct from the end in bytes, so that a forgotten opener costs
  /// nothing.
  static let reach = 1024

  /// Parses like ``read(_:to:in:)``, then completes incomplete constructs.
  func readOptimistically(
    _ text: UnsafePointer<UInt8>, to newEnd: Int, lineEnd: Int, in context: LeafParser.Context
  ) -> ReadBytes {
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

  /// Records a `]` whose link target is incomplete.
  func noticeOpenTarget(_ checkpoint: InlineCheckpoint) {
    if seeksOpenTarget { openTarget = checkpoint }
  }

  /// Records a `]` at the very end, which a target may follow.
  func noticeEndOfBrackets(_ opener: InlineBracket, _ checkpoint: InlineCheckpoint) {
    guard seeksOpenTarget, checkpoint.position + 1 == end, mayBeginLink(opener) else { return }
    let content = text[Int(opener.contentStart)..<checkpoint.position]
    // A task box is not a link.
    guard content.count > 1 || content.first.map({ $0.lowercased != UInt8(ascii: "x") }) ?? false else {
      return
    }
    openTarget = checkpoint
  }

  // MARK: Code

  /// The checkpoint before the first unclosed backticks that are followed by code.
  private var openTicks: InlineCheckpoint? {
    for waiting in unclosed {
      guard case .ticks(let length) = waiting.kind, length <= 2,
        waiting.checkpoint.position >= end - InlineParser.reach
      else { continue }
      let start = waiting.checkpoint.position + length
      if start == end || !text[start].isSpace { return waiting.checkpoint }
    }
    return nil
  }

  private func takeCode(_ checkpoint: InlineCheckpoint) {
    rollBack(to: checkpoint)
    var start = position
    while start < end, text[start] == UInt8(ascii: "`") { start += 1 }
    var stop = end
    // A part of the closing backticks may have arrived.
    while stop > start, text[stop - 1] == UInt8(ascii: "`") { stop -= 1 }
    if stop > start { items.append(InlineItem(.code, start, stop)) }
    position = end
    textStart = end
  }

  // MARK: Links

  /// The checkpoint before the `]` of a link whose target is incomplete or may follow.
  private var openLink: InlineCheckpoint? {
    var found = openTarget
    for waiting in unclosed {
      switch waiting.kind {
      case .address, .bareAddress, .spaces, .title:
        let place = waiting.checkpoint.position
        if place >= end - InlineParser.reach, place > found?.position ?? -1, isOpenTarget(from: place + 2) {
          found = waiting.checkpoint
        }
      default: break
      }
    }
    guard let found, found.position >= end - InlineParser.reach, found.bracket >= 0 else { return nil }
    return found
  }

  /// Whether the text ends before the end of a link target.
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

  /// Shows a link without an address. Of an image, its text is shown.
  private func takeLink(_ checkpoint: InlineCheckpoint, in context: LeafParser.Context) {
    rollBack(to: checkpoint)
    // The bracket may belong to a footnote, so that the parser rolls back to its start.
    guard position == checkpoint.position, bracket >= 0 else { return rescan(to: end, in: context) }
    let index = bracket
    let opener = brackets[Int(index)]
    let isEmpty = Int(opener.contentStart) == position
    add(
      InlineLink(kind: opener.isImage || isEmpty ? .hidden : .link, start: Int(opener.start), bracket: index))
    append(InlineItem(.linkEnd, position, end, reference: links.count - 1), next: end)
    resolveEmphasis(after: opener)
    bracket = opener.previous
  }

  /// Hides the bracket of `[text`, which will probably become a link, if it cannot be anything else.
  private func leaveOutOpenBracket() {
    guard bracket >= 0 else { return }
    let opener = brackets[Int(bracket)]
    let start = Int(opener.start)
    guard start >= end - InlineParser.reach, mayBeginLink(opener),
      text[Int(opener.contentStart)..<end].allSatisfy({ $0 != .newline })
    else { return }
    add(InlineLink(kind: .hidden, start: start, bracket: bracket))
  }

  /// Whether a bracket is unlikely to be an index, a task box or a footnote.
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

  /// Hides a delimiter run at the end that may still grow: `**bold*`, or `**` before its text.
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
    // The run consists of closing delimiters, complete or incomplete.
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

  /// Closes open emphasis, except for delimiters that are likely operators: `5*3`, `2 * 3`.
  private func closeEmphasis() {
    var index = delimiter
    while index >= 0 {
      let opener = delimiters[Int(index)]
      let item = items[Int(opener.item)]
      guard Int(item.start) >= end - InlineParser.reach else { break }
      if opener.canOpen, !opener.canClose, !opener.isQuote, Int(item.end) < end {
        if opener.byte == UInt8(ascii: "~") {
          match(.strikethrough, index, -1, used: opener.remaining)
        } else {
          while delimiters[Int(index)].remaining > 0 {
            let used: Int32 = delimiters[Int(index)].remaining >= 2 ? 2 : 1
            match(used == 2 ? .strong : .emphasis, index, -1, used: used)
          }
        }
      }
      index = opener.previous
    }
  }
}
