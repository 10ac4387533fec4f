/// Parses `erDiagram`.
///
/// ```mermaid
/// erDiagram
///   CUSTOMER ||--o{ ORDER : places
///   ORDER { int number PK }
/// ```
struct EntityReader {
  private var builder = GraphBuilder()
  /// The entity whose attributes are being parsed.
  private var open: String?

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Graph {
    var reader = EntityReader()
    reader.builder.graph.kind = .entities
    while let line = lines.next() { try reader.read(line) }
    if reader.open != nil { throw DiagramError("an entity has no end") }
    for node in reader.builder.graph.nodes { reader.builder.update(node.id) { Self.alignRows(of: &$0) } }
    return try reader.builder.finish()
  }

  /// Removes columns that are empty in all rows.
  private static func alignRows(of node: inout Graph.GraphNode) {
    guard let rows = node.sections.first else { return }
    let used = (0..<4).filter { column in rows.contains { !$0[column].isEmpty } }
    node.sections = rows.isEmpty ? [] : [rows.map { row in used.map { row[$0] } }]
  }

  private mutating func read(_ line: DiagramLine) throws(DiagramError) {
    var scanner = TextScanner(line.text)
    if let open {
      if line.text == "}" { return self.open = nil }
      return try readAttribute(&scanner, of: open, line)
    }
    if scanner.takeWord("direction") {
      guard let direction = Graph.Direction(mermaid: scanner.rest()) else {
        throw line.error("unknown direction")
      }
      return builder.graph.direction = direction
    }
    if scanner.takeWord("title") { return }
    if scanner.takeWord("classDef") {
      let names = scanner.word()
      return builder.define(names, scanner.rest())
    }
    if scanner.takeWord("class") {
      let names = scanner.word()
      return builder.assign(scanner.rest(), to: names)
    }
    if scanner.takeWord("style") {
      let names = scanner.word()
      return builder.style(names, StyleReader.read(scanner.rest()))
    }
    let from = try entity(&scanner, line)
    scanner.skipSpace()
    if scanner.isAtEnd { return }
    if scanner.take("{") {
      scanner.skipSpace()
      if scanner.take("}") { return }
      guard scanner.isAtEnd else { throw line.error("attributes must stand in lines of their own") }
      return open = from
    }
    try readRelation(&scanner, from, line)
  }

  private mutating func entity(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError)
    -> String
  {
    let id: String
    if let quoted = scanner.quoted() {
      id = quoted
    } else {
      let start = scanner.position
      while let next = scanner.peek(),
        next.isName
          || (next == "-" || next == ".") && scanner.peek(1)?.isName == true && scanner.position > start
      {
        scanner.advance()
      }
      id = scanner.string(start, scanner.position)
    }
    guard !id.isEmpty else { throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is no entity") }
    let isNew = !builder.hasNode(id)
    builder.touch(id, group: nil)
    if isNew {
      builder.update(id) { node in
        node.shape = .table
        node.sections = [[]]
      }
    }
    if scanner.take("[") {
      guard let text = scanner.text(upTo: "]") else { throw line.error("a bracket is not closed") }
      builder.update(id) { $0.label = LabelReader.read(text) }
    }
    while scanner.take(":::") { builder.assign(scanner.take { $0.isName }, to: id) }
    return id
  }

  private mutating func readAttribute(_ scanner: inout TextScanner, of id: String, _ line: DiagramLine)
    throws(DiagramError)
  {
    let type = scanner.word()
    let name = scanner.word()
    guard !name.isEmpty, !name.hasPrefix("\"") else { throw line.error("an attribute has a type and a name") }
    var keys: [String] = []
    while let next = scanner.peek(), next != "\"" {
      let word = scanner.word().split(separator: ",")
      guard word.allSatisfy({ ["PK", "FK", "UK"].contains($0) }) else {
        throw line.error("an attribute is not understood")
      }
      keys += word.map { String($0) }
    }
    let comment = scanner.quoted() ?? ""
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw line.error("an attribute is not understood") }
    let row = [
      Label(plain: ClassReader.generic(type)), Label(plain: name), Label(plain: keys.joined(separator: ", ")),
      LabelReader.read(comment),
    ]
    builder.update(id) { $0.sections[0].append(row) }
  }

  private static let leftMarks: [(String, Graph.EndMark)] = [
    ("||", .one), ("|o", .zeroOrOne), ("}o", .zeroOrMore), ("}|", .oneOrMore),
  ]
  private static let rightMarks: [(String, Graph.EndMark)] = [
    ("||", .one), ("o|", .zeroOrOne), ("o{", .zeroOrMore), ("|{", .oneOrMore),
  ]

  private mutating func readRelation(_ scanner: inout TextScanner, _ from: String, _ line: DiagramLine)
    throws(DiagramError)
  {
    var edge = Graph.GraphEdge(from: .node(0), to: .node(0))
    guard let left = Self.leftMarks.first(where: { scanner.starts(with: $0.0) }) else {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is no relation")
    }
    scanner.advance(2)
    edge.fromMark = left.1
    if scanner.take("..") || scanner.take(".-") || scanner.take("-.") {
      edge.line = .dotted
    } else if !scanner.take("--") {
      throw line.error("a relation is not complete")
    }
    guard let right = Self.rightMarks.first(where: { scanner.starts(with: $0.0) }) else {
      throw line.error("a relation is not complete")
    }
    scanner.advance(2)
    edge.toMark = right.1
    scanner.skipSpace()
    let to = try entity(&scanner, line)
    scanner.skipSpace()
    if scanner.take(":") { edge.label = LabelReader.read(scanner.rest()) }
    guard scanner.isAtEnd else {
      throw line.error("\"\(FlowchartReader.excerpt(scanner))\" is not understood")
    }
    try builder.addEdge(edge, from: from, to: to, line)
  }
}
