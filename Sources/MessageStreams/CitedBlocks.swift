import StyledRuns

/// Writes the content blocks of one message of the Messages API. Blocks of text that a citation cut from each other are one
/// text again, with a mark where each citation ends, and the sources follow at the end of the message.
///
///     var blocks = CitedBlocks()
///     blocks.add(block, input: line, in: message, parentCall: nil, to: &log)   // for each block
///     blocks.end(in: message, &log)
struct CitedBlocks {
  private var sources = SourceList()
  /// The last part, if it is text that the next block may go on with.
  private var text: (part: Int, isCited: Bool)?
  private var place = MarkPlace()
  /// The sources of the block that is being read.
  private var cited: [Int] = []

  /// Adds a complete block.
  mutating func add(
    _ block: JSONValue, input: [UInt8], in message: Int, parentCall: String?, to log: inout MessageEventLog
  ) {
    guard ContentBlocks.kind(of: block) == .text else {
      endText(&log)
      return ContentBlocks.add(block, input: input, in: message, parentCall: parentCall, to: &log)
    }
    let part = beginText(block, in: message, &log)
    append(ContentBlocks.text(of: block), to: part, &log)
    for citation in JSONValue.elements(of: block["citations"]) { cite(citation) }
    endBlock(&log)
  }

  /// Begins a block of text.
  ///
  /// - Returns: The number of its part, which is that of the text before it if either is cited.
  mutating func beginText(_ block: JSONValue, in message: Int, _ log: inout MessageEventLog) -> Int {
    let isCited = block["citations"]?.kind == .array
    if let last = text, last.isCited || isCited {
      text = (last.part, isCited)
      return last.part
    }
    endText(&log)
    let part = log.open(.text, in: message)
    text = (part, isCited)
    return part
  }

  mutating func append(_ more: String, to part: Int, _ log: inout MessageEventLog) {
    if more.isEmpty { return }
    place.append(more)
    log.events.append(.text(part, more))
  }

  /// Notes a citation of the block that is being read.
  mutating func cite(_ citation: JSONValue) {
    guard let number = sources.number(of: SourceReference(citation: citation)) else { return }
    cited.append(number)
    if let open = text { text = (open.part, true) }
  }

  /// Whether a part is the text that the next block may go on with.
  func isOpen(_ part: Int) -> Bool { text?.part == part }

  /// Ends a block of text with the mark of its citations.
  mutating func endBlock(_ log: inout MessageEventLog) {
    if let text, !cited.isEmpty, place.takesMark {
      log.events.append(.text(text.part, sources.mark(for: cited)))
    }
    cited = []
  }

  /// Ends the last text, because another part follows.
  mutating func endText(_ log: inout MessageEventLog) {
    endBlock(&log)
    if let text { log.events.append(.endPart(text.part)) }
    text = nil
    place = MarkPlace()
  }

  /// Ends the last text unless it is cited: blocks that come later, in a line of their own, then begin a new one. What has
  /// arrived whole is final at once.
  mutating func endUncitedText(_ log: inout MessageEventLog) {
    if let text, !text.isCited { endText(&log) }
  }

  /// Ends the last text and writes the sources.
  mutating func end(in message: Int?, _ log: inout MessageEventLog) {
    endText(&log)
    if let message { sources.end(in: message, &log) }
    self = CitedBlocks()
  }
}
