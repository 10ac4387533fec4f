/// What waits for its end: an opener that is text, unless more text ends it.
extension LeafInlines {
  /// Looks at the text that came since; where it ends something that was text, answers with the place before that.
  func endOfPending() -> Place? {
    guard !pending.isEmpty else { return nil }
    var found: Place?
    ticks.look(at: text, to: end)
    var index = 0
    while index < pending.count {
      let isOver = advance(&pending[index])
      switch isOver {
      case .ends:
        if found.map({ $0.position > pending[index].place.position }) ?? true { found = pending[index].place }
        index += 1
      case .fails: pending.remove(at: index)
      case .more: index += 1
      }
    }
    return found
  }

  private func advance(_ pending: inout Pending) -> InlineTag.Answer {
    var seen = pending.seen
    defer { pending.seen = max(pending.seen, seen) }
    switch pending.kind {
    case .ticks(let length):
      return ticks.hasRun(length, from: pending.place.position + length) ? .ends : .more
    case .tag(var tag):
      while seen < end {
        let answer = tag.take(text[seen])
        seen += 1
        // Where it ends it must be looked at again, should it not be taken for what it is.
        if answer == .ends { seen = pending.seen }
        if answer != .more { return answer }
      }
      pending.kind = .tag(tag)
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
      return advanceFormula(delimiter, from: pending.place.position, seen: &seen)
    case .label:
      while seen < end {
        let byte = text[seen]
        if byte == UInt8(ascii: "]") { return .ends }
        if byte == UInt8(ascii: "["), text[seen - 1] != UInt8(ascii: "\\") { return .fails }
        seen += 1
      }
      if end - pending.place.position > 2 * LinkDefinition.maximumLabel + 2 { return .fails }
    }
    return .more
  }

  private func endsWithQuote(before index: Int, _ close: UInt8) -> Bool {
    var index = index - 1
    while index > 0, text[index].isWideSpace { index -= 1 }
    return text[index] == close
  }

  func wait(_ kind: Pending.Kind, before place: Place, seen: Int) {
    guard grows, !kind.mayEndWithOthers || !pending.contains(where: { $0.endsWherever(kind) }) else { return }
    guard pending.count < LeafInlines.maximumPending else {
      // Then nothing after it is settled.
      nextMark = .max
      return
    }
    pending.append(Pending(kind: kind, place: place, seen: seen))
  }
}

extension LeafInlines.Pending.Kind {
  /// Whether what ends this may end others of its kind as well.
  fileprivate var mayEndWithOthers: Bool {
    switch self {
    case .ticks, .title: true
    case .tag(let tag): tag.isInstruction || tag.isDeclaration || tag.isSection
    case .address, .label, .formula: false
    }
  }
}

extension LeafInlines.Pending {
  /// Whether the same text would end it and what waits behind it, which is read again then in any case.
  fileprivate func endsWherever(_ other: Kind) -> Bool {
    switch (kind, other) {
    case (.ticks(let length), .ticks(let otherLength)): length == otherLength
    case (.title(let close), .title(let otherClose)): close == otherClose
    case (.tag(let tag), .tag(let otherTag)):
      tag.isInstruction && otherTag.isInstruction || tag.isDeclaration && otherTag.isDeclaration
        || tag.isSection && otherTag.isSection
    default: false
    }
  }
}
