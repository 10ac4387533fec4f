/// Finds the tags of custom elements, and cuts lines at them: what stands before a tag is a line, and so is what follows it.
///
///     <think>Six?    start tag, line "Six?"
///     Yes.</think>   line "Yes.", end tag
///
/// A tag counts as soon as it is whole, so that what follows it is parsed as a line of its own while it grows. The cost
/// follows the bytes of a line, each of which is searched once.
struct ElementReader {
  let rules: ElementRules
  /// Whether the partial line goes on after a tag: then nothing but blanks in it is not a blank line.
  private var followsTag = false
  /// The offset in the source up to which the partial line has no end tag in its text.
  private var searched = 0

  init(rules: ElementRules) { self.rules = rules }

  private struct Cut {
    /// The index at which the line is cut, and the one after the tag.
    var start: Int
    var tagStart: Int
    var end: Int
    var rule: Int
    var isClosing: Bool
    var isEmpty: Bool
    /// The element that an end tag ends.
    var element = NodeIndex.none
  }

  /// Gives a whole line to the parser, or one that is tried as such.
  mutating func read(
    _ line: SourceReader.Line, isOptimistic: Bool = false, _ blocks: inout BlockParser
  ) {
    let from = take(line, isWhole: true, &blocks)
    parse(
      line, from..<line.end, followsTag: followsTag || from > 0, isOptimistic: isOptimistic, &blocks)
    followsTag = false
    searched = 0
  }

  /// Gives what stands before the last whole tag in a partial line to the parser.
  ///
  /// - Returns: The number of bytes that were taken.
  mutating func readPartial(_ line: SourceReader.Line, _ blocks: inout BlockParser) -> Int {
    let taken = take(line, isWhole: false, &blocks)
    if taken > 0 { followsTag = true }
    return taken
  }

  private mutating func take(
    _ line: SourceReader.Line, isWhole: Bool, _ blocks: inout BlockParser
  ) -> Int {
    var from = 0
    while let cut = nextCut(in: line, from: from, isWhole: isWhole, blocks) {
      parse(line, from..<cut.start, followsTag: followsTag || from > 0, &blocks)
      let tag = UnsafeBufferPointer(start: line.bytes + cut.tagStart, count: cut.end - cut.tagStart)
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

  /// Gives a part of a line to the parser; one that only holds blanks beside a tag is none.
  private func parse(
    _ line: SourceReader.Line, _ range: Range<Int>, followsTag: Bool, isOptimistic: Bool = false,
    _ blocks: inout BlockParser
  ) {
    let isPart = followsTag || range.upperBound < line.end
    if isPart, range.allSatisfy({ line.bytes[$0].isBlank }) { return }
    let source = line.source + range.lowerBound
    if range.upperBound == line.end {
      return blocks.process(
        SourceReader.Line(bytes: line.bytes + range.lowerBound, end: range.count, source: source),
        isOptimistic: isOptimistic)
    }
    let part =
      Array(UnsafeBufferPointer(start: line.bytes + range.lowerBound, count: range.count)) + [.newline]
    part.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      blocks.process(SourceReader.Line(bytes: base, end: range.count, source: source))
    }
  }

  // MARK: Tags

  private mutating func nextCut(
    in line: SourceReader.Line, from: Int, isWhole: Bool, _ blocks: borrowing BlockParser
  ) -> Cut? {
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

  /// Returns the tag that a line, or what is left of it, begins with.
  private func leadingTag(
    in line: SourceReader.Line, at first: Int, from: Int, _ open: [NodeIndex], isWhole: Bool,
    _ blocks: borrowing BlockParser
  ) -> Cut? {
    guard let tag = ElementTag(line.bytes + first, limit: line.end - first),
      let rule = rules.index(of: tag.name)
    else { return nil }
    let end = first + tag.length
    var cut = Cut(
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

  /// Returns the first end tag of an open element in the text of a line. One in a code span of its own is
  /// none.
  private mutating func endTag(
    in line: SourceReader.Line, from: Int, _ open: [NodeIndex], isWhole: Bool, _ blocks: borrowing BlockParser
  ) -> Cut? {
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
        // Whether the code span ends here, the next byte says.
        if end == line.end, !isWhole { return nil }
        if line.bytes[end] == UInt8(ascii: "`") { continue }
      }
      return Cut(
        start: index, tagStart: index, end: end, rule: rule, isClosing: true, isEmpty: false, element: element
      )
    }
    // A tag at the end may not be whole yet.
    if !isWhole { searched = max(searched, line.source + line.end - Self.longestEndTag) }
    return nil
  }

  /// The bound of an end tag's bytes in a partial line: brackets, the name, and some blanks.
  private static let longestEndTag = ElementRules.longestName + 24

  private static func innermost(
    _ rule: Int, of open: [NodeIndex], _ blocks: borrowing BlockParser
  ) -> NodeIndex? {
    open.last { blocks.nodes[$0].elementRule == rule }
  }
}
