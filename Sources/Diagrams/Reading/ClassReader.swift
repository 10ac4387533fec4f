/// Parses `classDiagram`.
///
/// ```mermaid
/// classDiagram
///   Animal <|-- Duck
///   class Duck { +quack() }
/// ```
struct ClassReader {
  private var builder = GraphBuilder()
  private var group: Int?
  /// The class whose members are being parsed.
  private var open: String?
  private var noteCount = 0

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Graph {
    var reader = ClassReader()
    reader.builder.graph.kind = .classes
    while let line = lines.next() { try reader.read(line) }
    if reader.open != nil || reader.group != nil { throw DiagramError("a class has no end") }
    for node in reader.builder.graph.nodes where node.shape == .table {
      reader.builder.update(node.id) { node in
        while node.sections.last?.isEmpty == true { node.sections.removeLast() }
        if node.sections.first?.isEmpty == true { node.sections.removeFirst() }
      }
    }
    return try reader.builder.finish()
  }

  private mutating func read(_ line: DiagramLine) throws(DiagramError) {
    var scanner = TextScanner(line.text)
    if let open {
      if line.text == "}" { return self.open = nil }
      var text = line.text
      let ends = text.hasSuffix("}")
      if ends { text.removeLast() }
      addMember(LabelReader.trimmed(text), to: open)
      if ends { self.open = nil }
      return
    }
    if line.text == "}" {
      guard group != nil else { throw line.error("there is nothing to end") }
      return group = nil
    }
    if scanner.takeWord("direction") {
      guard let direction = Graph.Direction(mermaid: scanner.rest()) else {
        throw line.error("unknown direction")
      }
      return builder.graph.direction = direction
    }
    if scanner.takeWord("namespace") {
      guard group == nil else { throw line.error("a namespace is within another") }
      let id = name(&scanner)
      scanner.skipSpace()
      guard !id.isEmpty, scanner.take("{") else { throw line.error("a namespace is not understood") }
      return group = try builder.addGroup(id: "\u{0}" + id, label: Label(plain: id), parent: nil, line)
    }
    if scanner.takeWord("classDef") {
      let names = scanner.word()
      return builder.define(names, scanner.rest())
    }
    if scanner.takeWord("style") {
      let names = scanner.word()
      return builder.style(names, StyleReader.read(scanner.rest()))
    }
    if scanner.takeWord("cssClass") {
      let names = scanner.quoted() ?? scanner.word()
      return builder.assign(scanner.rest(), to: names)
    }
    for word in ["click", "link", "callback", "href"] where scanner.takeWord(word) { return }
    if scanner.takeWord("note") { return try readNote(&scanner, line) }
    if scanner.take("<<") {
      guard let text = scanner.text(upTo: ">>") else { throw line.error("an annotation has no end") }
      scanner.skipSpace()
      let id = name(&scanner)
      guard !id.isEmpty else { throw line.error("an annotation stands at no class") }
      touch(id)
      return annotate(id, text)
    }
    if scanner.takeWord("class") { return try readClass(&scanner, line) }
    try readRelation(&scanner, line)
  }

  // MARK: Classes

  /// Parses the name of a class and its type parameters, which become part of the label.
  private func name(_ scanner: inout TextScanner) -> String {
    if scanner.take("`") { return scanner.text(upTo: "`", heedsQuotes: false) ?? "" }
    let start = scanner.position
    while let next = scanner.peek() {
      let isInner =
        next == "-" && scanner.peek(1)?.isName == true && scanner.position > start
        || next == "." && scanner.peek(1)?.isName == true && scanner.position > start
      guard next.isName || isInner else { break }
      scanner.advance()
    }
    return scanner.string(start, scanner.position)
  }

  private mutating func typed(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError)
    -> String
  {
    let id = name(&scanner)
    guard !id.isEmpty else { throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is no class") }
    touch(id)
    if scanner.peek() == "~" {
      let start = scanner.position
      _ = scanner.take { $0 != " " && $0 != "{" && $0 != ":" && $0 != "\"" }
      let parameters = scanner.string(start, scanner.position)
      setName(of: id, Label(plain: id + Self.generic(parameters)))
    }
    while scanner.take(":::") { builder.assign(scanner.take { $0.isName }, to: id) }
    return id
  }

  private mutating func touch(_ id: String) {
    let isNew = !builder.hasNode(id)
    builder.touch(id, group: group)
    if isNew {
      builder.update(id) { node in
        node.shape = .table
        node.sections = [[], []]
      }
    }
  }

  /// Sets the last line of a label. Annotations are in the lines above.
  private mutating func setName(of id: String, _ label: Label) {
    builder.update(id) { node in
      _ = node.label.lines.popLast()
      node.label.lines += label.lines
    }
  }

  private mutating func annotate(_ id: String, _ text: String) {
    let line = [Label.Span("«\(LabelReader.read(text).text)»", isItalic: true)]
    builder.update(id) { $0.label.add([line], at: 0) }
  }

  /// Converts type parameters from `~T~` to `<T>`, also nested ones.
  static func generic(_ text: String) -> String {
    guard text.contains("~") else { return text }
    var result = ""
    var depth = 0
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      guard character == "~" else {
        result.append(character)
        continue
      }
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let opens = depth == 0 || next.isLetter && index > 0 && characters[index - 1] != "~"
      if index == 0, next == " " { result.append("~"); continue }
      result.append(opens ? "<" : ">")
      depth += opens ? 1 : -1
    }
    return result
  }

  private mutating func readClass(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) {
    let id = try typed(&scanner, line)
    scanner.skipSpace()
    if scanner.take("[") {
      guard let text = scanner.text(upTo: "]") else { throw line.error("a bracket is not closed") }
      setName(of: id, LabelReader.read(text))
      scanner.skipSpace()
    }
    while scanner.take(":::") { builder.assign(scanner.take { $0.isName }, to: id) }
    scanner.skipSpace()
    if scanner.take("<<") {
      guard let text = scanner.text(upTo: ">>") else { throw line.error("an annotation has no end") }
      annotate(id, text)
      scanner.skipSpace()
    }
    if scanner.take("{") {
      let rest = LabelReader.trimmed(scanner.rest())
      if rest.isEmpty { return open = id }
      // class A { +run() }
      guard rest.hasSuffix("}") else {
        open = id
        return addMember(rest, to: id)
      }
      for member in rest.dropLast().split(separator: ";") { addMember(LabelReader.trimmed(member), to: id) }
      return
    }
    guard scanner.isAtEnd else {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is not understood")
    }
  }

  private mutating func addMember(_ text: String, to id: String) {
    if text.isEmpty { return }
    if text.hasPrefix("<<"), text.hasSuffix(">>") {
      return annotate(id, String(text.dropFirst(2).dropLast(2)))
    }
    var text = text
    var isItalic = false
    if text.hasSuffix("$") { text.removeLast() }
    if text.hasSuffix("*") {
      text.removeLast()
      isItalic = true
    }
    let label = Label(plain: Self.generic(text), isItalic: isItalic)
    guard !label.isEmpty else { return }
    let section = text.contains("(") ? 1 : 0
    builder.update(id) { $0.sections[section].append([label]) }
  }

  // MARK: Relations

  private static let leftMarks: [(String, Graph.EndMark)] = [
    ("<|", .triangle), ("*", .filledDiamond), ("o", .diamond), ("<", .openArrow),
  ]
  private static let rightMarks: [(String, Graph.EndMark)] = [
    ("|>", .triangle), ("*", .filledDiamond), ("o", .diamond), (">", .openArrow),
  ]

  private mutating func readRelation(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) {
    let from = try typed(&scanner, line)
    scanner.skipSpace()
    if scanner.take(":") {
      addMember(scanner.rest(), to: from)
      return
    }
    if scanner.isAtEnd { return }
    var edge = Graph.GraphEdge(from: .node(0), to: .node(0))
    edge.toMark = .none
    if let text = scanner.quoted() { edge.fromLabel = LabelReader.read(text) }
    scanner.skipSpace()
    for (text, mark) in Self.leftMarks where scanner.take(text) {
      edge.fromMark = mark
      break
    }
    if scanner.take("..") {
      edge.line = .dotted
    } else if !scanner.take("--") {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is no relation")
    }
    for (text, mark) in Self.rightMarks where scanner.take(text) {
      edge.toMark = mark
      break
    }
    scanner.skipSpace()
    if let text = scanner.quoted() { edge.toLabel = LabelReader.read(text) }
    scanner.skipSpace()
    let to = try typed(&scanner, line)
    scanner.skipSpace()
    if scanner.take(":") { edge.label = LabelReader.read(scanner.rest()) }
    guard scanner.isAtEnd else {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is not understood")
    }
    try builder.addEdge(edge, from: from, to: to, line)
  }

  private mutating func readNote(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) {
    var target: String?
    if scanner.takeWord("for") {
      target = try typed(&scanner, line)
      scanner.skipSpace()
    }
    guard let text = scanner.quoted() else { throw line.error("the text of a note is missing") }
    noteCount += 1
    let id = "\u{0}note\(noteCount)"
    builder.touch(id, group: group)
    builder.describe(id, label: LabelReader.read(text), shape: .note)
    guard let target else { return }
    var edge = Graph.GraphEdge(from: .node(0), to: .node(0))
    edge.line = .dotted
    edge.toMark = .none
    try builder.addEdge(edge, from: id, to: target, line)
  }
}
