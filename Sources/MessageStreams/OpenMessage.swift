import StyledRuns

/// Writes a message from pieces without part numbers: consecutive pieces of the same kind become one part.
///
/// ```swift
/// var answer = OpenMessage(Message.MessageHead(role: .assistant))
/// answer.add(.text, "Hel", to: &log)
/// answer.add(.text, "lo", to: &log)  // the same part
/// answer.end(&log)
/// ```
struct OpenMessage {
  var head: Message.MessageHead
  private(set) var number: Int?
  private var part: (number: Int, kind: MessagePart.PartHead.PartKind)?
  /// The sources of the message, which are listed at its end.
  var sources = SourceList()
  /// The number of text bytes so far, in all parts.
  private(set) var textBytes = 0
  private var place = MarkPlace()

  init(_ head: Message.MessageHead) { self.head = head }

  /// Opens the message unless it is open, and returns its number.
  mutating func open(_ log: inout MessageEventLog) -> Int {
    if let number { return number }
    let opened = log.open(head)
    number = opened
    return opened
  }

  /// Adds text or thinking.
  mutating func add(_ kind: MessagePart.PartHead.PartKind, _ text: String, to log: inout MessageEventLog) {
    if text.isEmpty { return }
    if part?.kind != kind {
      endPart(&log)
      part = (log.open(kind, in: open(&log)), kind)
    }
    if let part { log.events.append(.text(part.number, text)) }
    guard kind == .text else { return }
    textBytes += text.utf8.count
    place.append(text)
  }

  /// Adds a citation mark at the end of the text, unless a line or a code block ends there.
  mutating func addMark(for numbers: [Int], to log: inout MessageEventLog) {
    guard let part, part.kind == .text, place.takesMark, !numbers.isEmpty else { return }
    log.events.append(.text(part.number, sources.mark(for: numbers)))
  }

  mutating func add(call id: String, name: String, input: String, to log: inout MessageEventLog) {
    endPart(&log)
    log.add(call: id, name: name, input: input, in: open(&log))
  }

  mutating func add(image: ImageReference, to log: inout MessageEventLog) {
    endPart(&log)
    log.add(.image(image), "", in: open(&log))
  }

  mutating func add(notice level: Notice.NoticeLevel, _ text: String, to log: inout MessageEventLog) {
    endPart(&log)
    log.add(.notice(Notice(level: level, text: text)), "", in: open(&log))
  }

  mutating func endPart(_ log: inout MessageEventLog) {
    if let part { log.events.append(.endPart(part.number)) }
    part = nil
    place = MarkPlace()
  }

  /// Ends the message if it was opened.
  mutating func end(_ log: inout MessageEventLog) {
    endPart(&log)
    if !sources.isEmpty { sources.end(in: open(&log), &log) }
    guard let number, !head.isFinished else { return }
    head.isFinished = true
    log.events.append(.message(number, head))
  }
}
