internal import StyledRuns

/// Where a long leaf's text may be cut, so that its parts parse by themselves to what the whole parses to.
///
/// A part ends with white space and gets a letter after it, which makes cmark see what the whole makes it see;
/// the next part starts with a character that is none. What no whole part decides is an opener that waits for its
/// end: then the part must grow.
enum LeafCut {
  /// Stands at the end of a part in place of what follows.
  static let sentinel = UInt8(ascii: "x")

  /// The first index at or after `target` where a part may end, or nil.
  static func next(_ text: UnsafePointer<UInt8>, from target: Int, to end: Int) -> Int? {
    var index = max(target, 1)
    while index < end {
      if text[index - 1].isBlank || text[index - 1] == .newline, !text[index].isSpace { return index }
      index += 1
    }
    return nil
  }

  /// The last index at or before `target`, and after `start`, where a part may end, or nil.
  static func last(_ text: UnsafePointer<UInt8>, from start: Int, to target: Int) -> Int? {
    var index = target
    while index > start {
      if text[index - 1].isBlank || text[index - 1] == .newline, !text[index].isSpace { return index }
      index -= 1
    }
    return nil
  }

  /// Whether the leaf may be cut at all: not if the columns of a footnote reference over two lines count, and
  /// not with so many `@` that cmark stops looking at them.
  static func isAllowed(
    _ text: UnsafePointer<UInt8>, count: Int, ats before: Int = 0, options: MarkdownOptions
  ) -> Bool {
    var ats = before
    var openReference = false
    for index in 0..<count {
      switch text[index] {
      case UInt8(ascii: "@"): ats += 1
      case UInt8(ascii: "["):
        if index + 1 < count, text[index + 1] == UInt8(ascii: "^") { openReference = true }
      case UInt8(ascii: "]"): openReference = false
      case .newline: if openReference, options.extensions.contains(.footnotes) { return false }
      default: break
      }
    }
    return ats <= 1000
  }

  /// Takes the sentinel from the inlines of a part; nil if the part holds an opener that what follows could
  /// complete, and must not be cut there.
  static func finished(
    _ inlines: Inlines, raw: UnsafePointer<UInt8>, count: Int, options: MarkdownOptions
  ) -> Inlines? {
    guard let last = inlines.runs.last, last.kind == .text, last.span == InlineRun.noSpan, last.length > 0,
      !hasOpener(inlines, raw: raw, count: count, options: options)
    else { return nil }
    var result = inlines
    result.text.removeLast()
    if last.length == 1 {
      result.runs.removeLast()
    } else {
      result.runs[result.runs.count - 1].length -= 1
    }
    return result
  }

  private static func hasOpener(
    _ inlines: Inlines, raw: UnsafePointer<UInt8>, count: Int, options: MarkdownOptions
  ) -> Bool {
    var isLiteral = true
    for index in 0..<count {
      switch raw[index] {
      case UInt8(ascii: "\\"), UInt8(ascii: "&"):
        // Characters in the result need not be what they look like.
        isLiteral = false
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard options.smart else { continue }
        // Between letters it is an apostrophe, and opens nothing.
        guard index > 0, isWord(raw[index - 1]), index + 1 < count, isWord(raw[index + 1]) else {
          return true
        }
      default: break
      }
    }
    let striking = options.extensions.contains(.strikethrough)
    var text = inlines.text
    return text.withUTF8 { text in
      var brackets = 0
      var position = 0
      for (number, run) in inlines.runs.enumerated() {
        let end = position + Int(run.length)
        defer { position = end }
        guard run.kind == .text else { continue }
        let isFollowedByText =
          number + 1 < inlines.runs.count && inlines.runs[number + 1].kind != .code
          && inlines.runs[number + 1].kind != .rawHTML && inlines.runs[number + 1].length > 0
        for index in position..<end {
          let next: UInt8? = index + 1 < end || isFollowedByText ? text[index + 1] : nil
          switch text[index] {
          case UInt8(ascii: "`"):
            return true
          case UInt8(ascii: "["):
            if !isLiteral { return true }
            brackets += 1
          case UInt8(ascii: "]"):
            // A link's address and title may hold spaces.
            if next == UInt8(ascii: "(") { return true }
            brackets = max(brackets - 1, 0)
          case UInt8(ascii: "<"):
            guard isLiteral, let next, next.isSpace else { return true }
          case UInt8(ascii: "~") where !striking:
            break
          case UInt8(ascii: "*"), UInt8(ascii: "~"):
            // Before white space it opens nothing; whether it closed something is decided.
            guard isLiteral, let next, next.isSpace else { return true }
          case UInt8(ascii: "_"):
            guard isLiteral, let next else { return true }
            if next.isSpace { continue }
            guard isWord(next), index > position, isWord(text[index - 1]) else { return true }
          default:
            break
          }
        }
      }
      return brackets > 0
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
}

extension Inlines {
  /// Appends what follows in the same leaf.
  mutating func append(_ other: Inlines) {
    let spanBase = Int32(spans.count)
    text += other.text
    var added = other.runs[...]
    if let first = added.first, let last = runs.last, first.kind == .text, last.kind == .text,
      first.span == InlineRun.noSpan, last.span == InlineRun.noSpan
    {
      runs[runs.count - 1].length += first.length
      added.removeFirst()
    }
    for run in added {
      runs.append(
        InlineRun(
          length: Int(run.length), kind: run.kind,
          span: run.span == InlineRun.noSpan ? run.span : run.span + spanBase))
    }
    for span in other.spans {
      spans.append(
        InlineSpan(
          kind: span.kind, parent: span.parent == InlineRun.noSpan ? span.parent : span.parent + spanBase))
    }
  }
}
