import StyledRuns

/// Writes the content blocks of one message of the Messages API. Text blocks that were split at citations are
/// joined to one part again, with a mark at the end of each citation. The sources follow at the end of the
/// message.
///
/// ```swift
/// var blocks = CitedBlocks()
/// blocks.add(block, input: line, in: message, parentCall: nil, to: &log)  // for each block
/// blocks.end(in: message, &log)
/// ```
struct CitedBlocks {
  private var sources = SourceList()
  /// The last part, if it is text that the next block may continue.
  private var text: (part: Int, isCited: Bool)?
  private var place = MarkPlace()
  /// The sources of the current block.
  private var cited: [Int] = []

  /// Adds a complete block to the message.
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

  /// Begins a text block.
  ///
  /// - Returns: The number of the block's part, which is the preceding text part if either block is cited.
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

  /// Records a citation of the current block.
  mutating func cite(_ citation: JSONValue) {
    guard let number = sources.number(of: SourceReference(citation: citation)) else { return }
    cited.append(number)
    if let open = text { text = (open.part, true) }
  }

  /// Whether the next block may continue the text of this part.
  func isOpen(_ part: Int) -> Bool { text?.part == part }

  /// Ends a text block with the marks of its citations.
  mutating func endBlock(_ log: inout MessageEventLog) {
    if let text, !cited.isEmpty, place.takesMark {
      log.events.append(.text(text.part, sources.mark(for: cited)))
    }
    cited = []
  }

  /// Ends the last text part, because another part follows.
  mutating func endText(_ log: inout MessageEventLog) {
    endBlock(&log)
    if let text { log.events.append(.endPart(text.part)) }
    text = nil
    place = MarkPlace()
  }

  /// Ends the last text part unless it is cited. Text that arrived completely is then final at once, and
  /// blocks that arrive in a later line begin a new part.
  mutating func endUncitedText(_ log: inout MessageEventLog) {
    if let text, !text.isCited { endText(&log) }
  }

  /// Ends the last text part and writes the sources.
  mutating func end(in message: Int?, _ log: inout MessageEventLog) {
    endText(&log)
    if let message { sources.end(in: message, &log) }
    self = CitedBlocks()
  }
}
