internal import MarkdownSource

/// Finds the tags of custom elements and splits lines at them. The text before and after a tag are lines of
/// their own.
///
/// ```
/// <think>Six?    start tag, line "Six?"
/// Yes.</think>   line "Yes.", end tag
/// ```
///
/// A tag takes effect once it is complete, so that the text after it is parsed as a growing line. Each byte
/// of a line is searched once.
struct ElementReader {
  let rules: ElementRules
  /// Whether the partial line follows a tag on its line. Blank text after a tag is not a blank line.
  private var followsTag = false
  /// The source offset up to which the partial line is known to contain no end tag.
  private var searched = 0

  init(rules: ElementRules) { self.rules = rules }

  private struct ElementCut {
    /// The index at which the line is split, and the index after the tag.
    var start: Int
    var tagStart: Int
    var end: Int
    var rule: Int
    var isClosing: Bool
    var isEmpty: Bool
    /// The element that the end tag closes.
    var element = NodeIndex.none
  }

  /// Passes a complete line, or a partial line that is parsed speculatively, to the parser.
  mutating func read(
    _ line: SourceReader.SourceLine, isOptimistic: Bool = false, _ blocks: inout BlockParser
  ) {
    let from = take(line, isWhole: true, &blocks)
    parse(
      line, from..<line.end, followsTag: followsTag || from > 0, isOptimistic: isOptimistic, &blocks)
    followsTag = false
    searched = 0
  }

  /// Passes the text before the last complete tag of a partial line to the parser.
  ///
  /// - Returns: The number of consumed bytes.
  mutating func readPartial(_ line: SourceReader.SourceLine, _ blocks: inout BlockParser) -> Int {
    let taken = take(line, isWhole: false, &blocks)
    if taken > 0 { followsTag = true }
    return taken
  }

  private mutating func take(
    _ line: SourceReader.SourceLine, isWhole: Bool, _ blocks: inout BlockParser
  ) -> Int {
    var from = 0
    while let cut = nextCut(in: line, from: from, isWhole: isWhole, blocks) {
      parse(line, from..<cut.start, followsTag: followsTag || from > 0, &blocks)
      let tag = line.bytes[cut.tagStart..<cut.end]
      if cut.isClosing {
        blocks.closeElement(cut.element, sourceEnd: line.source + cut.end)
      } else {
        blocks.openElement(rule: cut.rule, tag: tag, source: line.source + cut.tagStart)
        if cut.isEmpty { blocks.closeElement(blocks.current, sourceEnd: line.source + cut.end) }
      }
      from = cut.end
      searched = line.source + from
    }
    return from
  }

  /// Passes a part of a line to the parser. A blank part next to a tag is skipped.
  private func parse(
    _ line: SourceReader.SourceLine, _ range: Range<Int>, followsTag: Bool, isOptimistic: Bool = false,
    _ blocks: inout BlockParser
  ) {
    let isPart = followsTag || range.upperBound < line.end
    if isPart, range.allSatisfy({ line.bytes[$0].isBlank }) { return }
    let source = line.source + range.lowerBound
    if range.upperBound == line.end {
      return blocks.process(
        SourceReader.SourceLine(
          bytes: line.bytes + range.lowerBound, end: range.count, source: source, isOpen: line.isOpen),
        isOptimistic: isOptimistic)
    }
    let part = Array(line.bytes[range]) + [.newline]
    part.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      blocks.process(SourceReader.SourceLine(bytes: base, end: range.count, source: source))
    }
  }

  // MARK: Tags

  private mutating func nextCut(
    in line: SourceReader.SourceLine, from: Int, isWhole: Bool, _ blocks: borrowing BlockParser
  ) -> ElementCut? {
    var first = from
    while first < line.end, first - from <= 3, line.bytes[first] == .space { first += 1 }
    guard first < line.end else { return nil }
    let isTag = line.bytes[first] == UInt8(ascii: "<") && first - from <= 3
    let mayHoldTag = blocks.nodes[.root].last != .none
    guard isTag || mayHoldTag else { return nil }
    let open = blocks.openElements
    if isTag, let cut = leadingTag(in: line, at: first, from: from, open, isWhole: isWhole, blocks) {
      return cut
    }
    guard !open.isEmpty, !blocks.isInRawText else { return nil }
    return endTag(in: line, from: isTag ? first + 1 : first, open, isWhole: isWhole, blocks)
  }

  /// Returns the tag at the start of a line, or of its rest; nil if there is none.
  private func leadingTag(
    in line: SourceReader.SourceLine, at first: Int, from: Int, _ open: [NodeIndex], isWhole: Bool,
    _ blocks: borrowing BlockParser
  ) -> ElementCut? {
    guard let tag = ElementTag(line.bytes + first, limit: line.end - first),
      let rule = rules.index(of: tag.name)
    else { return nil }
    let end = first + tag.length
    var cut = ElementCut(
      start: from, tagStart: first, end: end, rule: rule, isClosing: tag.isClosing, isEmpty: tag.isEmpty)
    if tag.isClosing {
      guard let element = Self.innermost(rule, of: open, blocks) else { return nil }
      cut.element = element
      return cut
    }
    guard !blocks.isInRawText, blocks.mayOpenElement(in: open, indent: first - from) else { return nil }
    if rules.rules[rule].standsAlone {
      guard isWhole, (end..<line.end).allSatisfy({ line.bytes[$0].isBlank }) else { return nil }
    }
    return cut
  }

  /// Returns the first end tag of an open element in a line; nil if there is none. Tags in code spans are
  /// ignored.
  private mutating func endTag(
    in line: SourceReader.SourceLine, from: Int, _ open: [NodeIndex], isWhole: Bool,
    _ blocks: borrowing BlockParser
  ) -> ElementCut? {
    var index = max(from, searched - line.source)
    while index < line.end {
      defer { index += 1 }
      guard line.bytes[index] == UInt8(ascii: "<"), line.bytes[index + 1] == UInt8(ascii: "/") else {
        continue
      }
      guard let tag = ElementTag(line.bytes + index, limit: line.end - index),
        let rule = rules.index(of: tag.name), let element = Self.innermost(rule, of: open, blocks)
      else { continue }
      let end = index + tag.length
      if index > 0, line.bytes[index - 1] == UInt8(ascii: "`") {
        // The next byte decides whether the code span ends here.
        if end == line.end, !isWhole { return nil }
        if line.bytes[end] == UInt8(ascii: "`") { continue }
      }
      return ElementCut(
        start: index, tagStart: index, end: end, rule: rule, isClosing: true, isEmpty: false, element: element
      )
    }
    // A tag at the end may still be incomplete.
    if !isWhole { searched = max(searched, line.source + line.end - Self.longestEndTag) }
    return nil
  }

  /// The maximum length of an end tag in a partial line in bytes: brackets, the name, and some blanks.
  private static let longestEndTag = ElementRules.longestName + 24

  private static func innermost(
    _ rule: Int, of open: [NodeIndex], _ blocks: borrowing BlockParser
  ) -> NodeIndex? {
    open.last { blocks.nodes[$0].elementRule == rule }
  }
}
