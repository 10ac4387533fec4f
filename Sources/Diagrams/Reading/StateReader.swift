/// Parses `stateDiagram-v2` and `stateDiagram`.
///
/// ```mermaid
/// stateDiagram-v2
///   [*] --> Idle
///   Idle --> Busy : job
/// ```
struct StateReader {
  private var builder = GraphBuilder()
  /// The open composite states, innermost last, each with its current region if it has several.
  private var open: [(group: Int, region: Int?)] = []
  private var noteCount = 0

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Graph {
    var reader = StateReader()
    reader.builder.graph.kind = .state
    while let line = lines.next() { try reader.read(line, &lines) }
    if !reader.open.isEmpty { throw DiagramError("a state has no end") }
    return try reader.builder.finish()
  }

  /// The group that receives new states.
  private var group: Int? { open.last.map { $0.region ?? $0.group } }

  private mutating func read(_ line: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) {
    var scanner = TextScanner(line.text)
    switch line.text {
    case "}":
      guard open.popLast() != nil else { throw line.error("there is no state to end") }
      return
    case "--": return try divide(line)
    default: break
    }
    if scanner.takeWord("direction") {
      guard let direction = Graph.Direction(mermaid: scanner.rest()) else {
        throw line.error("unknown direction")
      }
      if let group {
        builder.graph.groups[group].direction = direction
      } else {
        builder.graph.direction = direction
      }
      return
    }
    if scanner.takeWord("classDef") {
      let names = scanner.word()
      return builder.define(names, scanner.rest())
    }
    if scanner.takeWord("class") {
      let text = scanner.rest()
      guard let space = text.lastIndex(of: " ") else { throw line.error("a class is missing") }
      return builder.assign(text[space...], to: String(text[..<space]))
    }
    if scanner.takeWord("style") {
      let names = scanner.word()
      return builder.style(names, StyleReader.read(scanner.rest()))
    }
    if scanner.takeWord("hide") || scanner.takeWord("scale") || scanner.takeWord("click") { return }
    if scanner.takeWord("note") { return try readNote(scanner.rest(), line, &lines) }
    if scanner.takeWord("state") { return try readState(&scanner, line) }
    try readTransition(&scanner, line)
  }

  // MARK: States

  private mutating func readState(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) {
    var label: Label?
    if let text = scanner.quoted() {
      label = LabelReader.read(text)
      scanner.skipSpace()
      guard scanner.takeWord("as") else { throw line.error("the name of a state is missing") }
    }
    let id = name(&scanner)
    guard !id.isEmpty else { throw line.error("the name of a state is missing") }
    scanner.skipSpace()
    if scanner.takeWord("as") {
      let other = name(&scanner)
      builder.touch(other, group: group)
      builder.describe(other, label: LabelReader.read(id), shape: .rounded)
      return
    }
    if scanner.take("{") {
      guard open.count < DiagramLimits.depth else { throw line.error("states are nested too deeply") }
      open.append(
        (try builder.addGroup(id: id, label: label ?? LabelReader.read(id), parent: group, line), nil))
      scanner.skipSpace()
      if scanner.take("}") { open.removeLast() }
      guard scanner.isAtEnd else { throw line.error("a state must stand in lines of its own") }
      return
    }
    builder.touch(id, group: group)
    builder.describe(id, label: label, shape: .rounded)
    for (words, shape) in [
      (["<<fork>>", "<<join>>", "[[fork]]", "[[join]]"], Graph.Shape.bar),
      (["<<choice>>", "[[choice]]"], .diamond),
    ] {
      for word in words where scanner.take(word) { builder.describe(id, label: .empty, shape: shape) }
    }
    try readEnd(&scanner, id, line)
  }

  /// Parses the name of a state.
  private func name(_ scanner: inout TextScanner) -> String {
    let start = scanner.position
    while let next = scanner.peek() {
      let isInner = next == "." || next == "/" || next == "-" && scanner.peek(1) != "-"
      guard next.isName || isInner else { break }
      scanner.advance()
    }
    return scanner.string(start, scanner.position)
  }

  /// Parses the class and the description after a state's name.
  private mutating func readEnd(_ scanner: inout TextScanner, _ id: String, _ line: DiagramLine)
    throws(DiagramError)
  {
    while scanner.take(":::") { builder.assign(scanner.take { $0.isName || $0 == "-" }, to: id) }
    scanner.skipSpace()
    if scanner.take(":") {
      let label = LabelReader.read(scanner.rest())
      builder.update(id, group: group) { node in
        // The first description replaces the name.
        if node.label.lines.count == 1, node.label.text == node.id {
          node.label = label
        } else {
          node.label.add(label.lines, at: node.label.lines.count)
        }
      }
      builder.describe(id, label: nil, shape: nil)
    }
    guard scanner.isAtEnd else {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is not understood")
    }
  }

  /// Starts the next concurrent region of a state.
  private mutating func divide(_ line: DiagramLine) throws(DiagramError) {
    guard let last = open.indices.last else { throw line.error("regions stand in a state") }
    let group = open[last].group
    if open[last].region == nil {
      let first = try builder.addGroup(id: "", label: .empty, parent: group, line)
      builder.graph.groups[first].isRegion = true
      builder.move(from: group, to: first)
      builder.graph.groups[first].parent = group
    }
    let next = try builder.addGroup(id: "", label: .empty, parent: group, line)
    builder.graph.groups[next].isRegion = true
    open[last].region = next
  }

  // MARK: Transitions

  private mutating func readTransition(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError)
  {
    var from = try end(&scanner, isStart: true, line)
    while scanner.take(":::") { builder.assign(scanner.take { $0.isName || $0 == "-" }, to: from) }
    scanner.skipSpace()
    guard scanner.take("-->") else { return try readEnd(&scanner, from, line) }
    scanner.skipSpace()
    while true {
      let to = try end(&scanner, isStart: false, line)
      while scanner.take(":::") { builder.assign(scanner.take { $0.isName || $0 == "-" }, to: to) }
      scanner.skipSpace()
      var edge = Graph.GraphEdge(from: .node(0), to: .node(0))
      if scanner.take(":") { edge.label = LabelReader.read(scanner.rest()) }
      try builder.addEdge(edge, from: from, to: to, line)
      guard scanner.take("-->") else { break }
      scanner.skipSpace()
      from = to
    }
    guard scanner.isAtEnd else {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is not understood")
    }
  }

  private mutating func end(_ scanner: inout TextScanner, isStart: Bool, _ line: DiagramLine)
    throws(DiagramError) -> String
  {
    if scanner.take("[*]") {
      let id = "\u{0}\(isStart ? "start" : "end")\(group ?? -1)"
      builder.touch(id, group: group)
      builder.describe(id, label: .empty, shape: isStart ? .start : .end)
      return id
    }
    let id = name(&scanner)
    guard !id.isEmpty else { throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is no state") }
    let isNew = !builder.hasNode(id)
    builder.touch(id, group: group)
    if isNew { builder.update(id) { $0.shape = .rounded } }
    return id
  }

  // MARK: Notes

  private mutating func readNote(_ text: String, _ line: DiagramLine, _ lines: inout DiagramLines)
    throws(DiagramError)
  {
    var scanner = TextScanner(text)
    let isLeft = scanner.takeWord("left of")
    guard isLeft || scanner.takeWord("right of") else { throw line.error("the place of a note is missing") }
    let target = name(&scanner)
    guard !target.isEmpty else { throw line.error("a note stands at no state") }
    scanner.skipSpace()
    var parts: [String] = []
    if scanner.take(":") {
      parts = [scanner.rest()]
    } else {
      while true {
        guard let next = lines.next() else { throw line.error("a note has no end") }
        if next.text == "end note" { break }
        parts.append(next.text)
      }
    }
    if !builder.hasNode(target), builder.group(named: target) == nil {
      builder.touch(target, group: group)
      builder.update(target) { $0.shape = .rounded }
    }
    noteCount += 1
    let id = "\u{0}note\(noteCount)"
    builder.touch(id, group: group)
    builder.describe(id, label: LabelReader.read(parts.joined(separator: "\n")), shape: .note)
    var edge = Graph.GraphEdge(from: .node(0), to: .node(0))
    edge.line = .dotted
    edge.toMark = .none
    try builder.addEdge(edge, from: isLeft ? id : target, to: isLeft ? target : id, line)
  }
}
