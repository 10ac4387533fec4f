/// Parses `sequenceDiagram`.
///
/// ```mermaid
/// sequenceDiagram
///   Alice->>+Bob: Hello
///   Bob-->>-Alice: Hi
/// ```
struct SequenceReader {
  private var diagram = SequenceDiagram()
  private var indices: [String: Int] = [:]
  /// The kinds of the open frames, which include `box`.
  private var open: [String] = []
  private var box: Int?
  private var number: (next: Int, step: Int)?
  /// The activation depth of each participant.
  private var active: [Int: Int] = [:]

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> SequenceDiagram
  {
    var reader = SequenceReader()
    var scanner = TextScanner(header.text)
    _ = scanner.word()
    guard scanner.isAtEnd else { throw header.error("text behind sequenceDiagram is not understood") }
    while var line = lines.next() {
      while line.text.hasSuffix(";") { line.text.removeLast() }
      if line.text.hasPrefix("title") {
        let rest = line.text.dropFirst(5)
        if rest.first == ":" || rest.first == " " {
          lines.takeTitle(LabelReader.trimmed(rest.drop { $0 == ":" || $0 == " " }))
          continue
        }
      }
      if let comment = line.text.firstPlace(of: " %%") { line.text = String(line.text[..<comment]) }
      try reader.read(line)
      guard reader.diagram.events.count <= 2 * DiagramLimits.edges else {
        throw line.error("there are too many messages")
      }
    }
    if let kind = reader.open.last { throw DiagramError("\(kind) has no end") }
    guard !reader.diagram.participants.isEmpty else { throw header.error("there is nobody in it") }
    return reader.diagram
  }

  private static let frames: Set = ["loop", "alt", "opt", "par", "critical", "break", "rect", "par_over"]

  private mutating func read(_ line: DiagramLine) throws(DiagramError) {
    var scanner = TextScanner(line.text)
    let keyword = scanner.take { $0.isName }
    let isKeyword = scanner.isAtEnd || scanner.peek() == " " || scanner.peek() == "\t"
    if isKeyword {
      switch keyword {
      case "participant", "actor": return try declare(scanner.rest(), isActor: keyword == "actor", line)
      case "activate", "deactivate":
        let index = try participant(scanner.rest(), line)
        return try activate(index, keyword == "activate", line)
      case "autonumber": return setNumbers(scanner.rest())
      case "box": return try openBox(scanner.rest(), line)
      case "end" where scanner.isAtEnd || scanner.rest().isEmpty:
        guard let kind = open.popLast() else { throw line.error("there is nothing to end") }
        if kind == "box" { box = nil } else { diagram.events.append(.end) }
        return
      case "else", "and", "option":
        let owner = open.last
        let fits =
          keyword == "else" ? owner == "alt" : keyword == "and" ? owner == "par" : owner == "critical"
        guard fits else { throw line.error("\(keyword) stands outside of its frame") }
        return diagram.events.append(.divide(try label(scanner.rest(), line)))
      case "Note", "note": return try readNote(&scanner, line)
      case "links", "link", "properties", "details": return
      case "create", "destroy": throw line.error("\(keyword) is not drawn")
      default:
        if Self.frames.contains(keyword) { return try openFrame(keyword, scanner.rest(), line) }
      }
    }
    try readMessage(line)
  }

  private func label(_ text: String, _ line: DiagramLine) throws(DiagramError) -> Label {
    let label = LabelReader.read(text)
    guard label.text.count <= DiagramLimits.labelLength else { throw line.error("a text is too long") }
    return label
  }

  // MARK: Participants

  private mutating func participant(_ name: String, _ line: DiagramLine) throws(DiagramError) -> Int {
    let id = LabelReader.trimmed(name)
    if let index = indices[id] { return index }
    guard !id.isEmpty, id.utf8.count < 200 else { throw line.error("a participant is missing") }
    guard diagram.participants.count < 60 else { throw line.error("there are too many participants") }
    indices[id] = diagram.participants.count
    diagram.participants.append(SequenceDiagram.Participant(id: id, label: LabelReader.read(id), box: box))
    return diagram.participants.count - 1
  }

  private mutating func declare(_ text: String, isActor: Bool, _ line: DiagramLine) throws(DiagramError) {
    var id = text
    var name: String?
    if let range = text.firstPlace(of: " as ") {
      id = String(text[..<range])
      name = String(text[range...].dropFirst(4))
    }
    if let brace = id.firstPlace(of: "@{") { id = String(id[..<brace]) }
    let index = try participant(id, line)
    diagram.participants[index].isActor = isActor
    diagram.participants[index].box = box
    if let name { diagram.participants[index].label = try label(name, line) }
  }

  private mutating func activate(_ index: Int, _ isStart: Bool, _ line: DiagramLine) throws(DiagramError) {
    let depth = active[index, default: 0] + (isStart ? 1 : -1)
    guard depth >= 0 else { throw line.error("a participant is deactivated that is not active") }
    active[index] = depth
    diagram.events.append(isStart ? .activate(index) : .deactivate(index))
  }

  private mutating func setNumbers(_ text: String) {
    if text == "off" { return number = nil }
    let words = text.split(separator: " ").compactMap { Int($0) }
    let start = words.first.map { min(max($0, 0), 1_000_000) } ?? 1
    number = (start, words.count > 1 ? min(max(words[1], 1), 10_000) : 1)
  }

  private mutating func openBox(_ text: String, _ line: DiagramLine) throws(DiagramError) {
    guard box == nil else { throw line.error("a box is within a box") }
    var scanner = TextScanner(text)
    var color: DiagramColor?
    var name = text
    if text.hasPrefix("rgb") || text.hasPrefix("hsl"), let end = text.firstIndex(of: ")") {
      color = DiagramColor(css: text[...end])
      name = String(text[text.index(after: end)...])
    } else {
      let word = scanner.word()
      if word == "transparent" {
        name = scanner.rest()
      } else if let known = DiagramColor(css: word) {
        color = known
        name = scanner.rest()
      }
    }
    box = diagram.boxes.count
    open.append("box")
    diagram.boxes.append(SequenceDiagram.ParticipantBox(label: try label(name, line), color: color))
  }

  private mutating func openFrame(_ kind: String, _ text: String, _ line: DiagramLine) throws(DiagramError) {
    guard open.count < DiagramLimits.depth else { throw line.error("frames are nested too deeply") }
    let name = kind == "par_over" ? "par" : kind
    open.append(name)
    if kind == "rect" {
      diagram.events.append(.begin(name, .empty, DiagramColor(css: text)))
    } else {
      diagram.events.append(.begin(name, try label(text, line), nil))
    }
  }

  // MARK: Events

  private mutating func readNote(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) {
    scanner.skipSpace()
    let place: SequenceDiagram.NotePlace
    if scanner.takeWord("over") {
      place = .over
    } else if scanner.takeWord("left of") {
      place = .left
    } else if scanner.takeWord("right of") {
      place = .right
    } else {
      throw line.error("the place of a note is missing")
    }
    guard let names = scanner.text(upTo: ":", heedsQuotes: false) else {
      throw line.error("the text of a note is missing")
    }
    let indices = try names.split(separator: ",").map { (name) throws(DiagramError) in
      try participant(String(name), line)
    }
    guard let first = indices.first, indices.count <= 2 else { throw line.error("a note stands over nobody") }
    let other = indices.last ?? first
    diagram.events.append(.note(place, min(first, other), max(first, other), try label(scanner.rest(), line)))
  }

  private struct Arrow {
    var text: String
    var line: Graph.EdgeStyle
    var mark: Graph.EndMark
    var isBidirectional = false
  }

  /// The arrows, in the order in which the parser tries them.
  private static let arrows: [Arrow] = [
    Arrow(text: "<<-->>", line: .dotted, mark: .arrow, isBidirectional: true),
    Arrow(text: "<<->>", line: .solid, mark: .arrow, isBidirectional: true),
    Arrow(text: "-->>", line: .dotted, mark: .arrow), Arrow(text: "->>", line: .solid, mark: .arrow),
    Arrow(text: "--)", line: .dotted, mark: .openArrow), Arrow(text: "-)", line: .solid, mark: .openArrow),
    Arrow(text: "-->", line: .dotted, mark: .none), Arrow(text: "->", line: .solid, mark: .none),
    Arrow(text: "--x", line: .dotted, mark: .cross), Arrow(text: "-x", line: .solid, mark: .cross),
  ]

  private mutating func readMessage(_ line: DiagramLine) throws(DiagramError) {
    let colon = line.text.firstIndex(of: ":") ?? line.text.endIndex
    let head = line.text[..<colon]
    for arrow in Self.arrows {
      guard let start = head.firstPlace(of: arrow.text) else { continue }
      var target = LabelReader.trimmed(head[head.index(start, offsetBy: arrow.text.count)...])
      var change: Bool?
      if let sign = target.first, sign == "+" || sign == "-" {
        change = sign == "+"
        target.removeFirst()
      }
      let from = try participant(String(head[..<start]), line)
      let to = try participant(target, line)
      let text = colon < line.text.endIndex ? String(line.text[line.text.index(after: colon)...]) : ""
      var message = SequenceDiagram.SequenceMessage(
        from: from, to: to, label: try label(text, line), line: arrow.line, mark: arrow.mark,
        isBidirectional: arrow.isBidirectional)
      if let (next, step) = number {
        message.number = next
        number = (next + step, step)
      }
      diagram.events.append(.message(message))
      // A minus deactivates the sender.
      if let change { try activate(change ? to : from, change, line) }
      return
    }
    throw line.error("\"\(LabelReader.clean(String(line.text.prefix(16))))\" is not understood")
  }
}

extension StringProtocol {
  /// Returns the index of the first occurrence of a text.
  func firstPlace(of text: String) -> Index? {
    guard let first = text.utf8.first else { return nil }
    var index = startIndex
    while let found = utf8[index...].firstIndex(of: first) {
      if self[found...].hasPrefix(text) { return found }
      index = utf8.index(after: found)
    }
    return nil
  }
}
