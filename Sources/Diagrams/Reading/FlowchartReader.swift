/// Parses `flowchart` and `graph`.
///
/// ```mermaid
/// flowchart LR
///   A[Start] --> B{OK?}
///   B -->|yes| C & D
/// ```
struct FlowchartReader {
  private var builder = GraphBuilder()
  /// The open groups, innermost last.
  private var open: [Int] = []
  private var edgeNames: Set<String> = []

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Graph {
    var reader = FlowchartReader()
    reader.builder.graph.kind = .flowchart
    do {
      return try reader.readAll(header, &lines)
    } catch {
      var error = error
      error.connections = reader.builder.graph.edges.count
      throw error
    }
  }

  private mutating func readAll(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError)
    -> Graph
  {
    var scanner = TextScanner(header.text)
    _ = scanner.word()
    var first = scanner.rest()
    // Statements can follow the direction: graph TD; A-->B
    let name = first.prefix { $0 != ";" && $0 != " " }
    if let direction = Graph.Direction(mermaid: name) {
      builder.graph.direction = direction
      first = String(first.dropFirst(name.count))
    } else if !name.isEmpty, !first.hasPrefix(";") {
      throw header.error("\(LabelReader.clean(String(name.prefix(20)))) is no direction")
    }
    try read(DiagramLine(text: first, number: header.number, indent: 0))
    while var line = lines.next() {
      while !Self.isBalanced(line.text), line.text.utf8.count < 4000, let next = lines.next() {
        line.text += "\n" + next.text
      }
      try read(line)
    }
    if !open.isEmpty { throw DiagramError("a subgraph has no end") }
    return try builder.finish()
  }

  private static func isBalanced(_ text: String) -> Bool {
    text.utf8.reduce(0) { $0 + ($1 == 0x22 ? 1 : 0) } % 2 == 0
  }

  /// Parses a line, which can contain several statements.
  private mutating func read(_ line: DiagramLine) throws(DiagramError) {
    for statement in Self.statements(line.text) {
      let text = LabelReader.trimmed(statement)
      if text.isEmpty || text.hasPrefix("%%") { continue }
      try readStatement(DiagramLine(text: text, number: line.number, indent: 0))
    }
  }

  /// Splits a line at semicolons outside quotes and brackets. A semicolon that ends a character code does not
  /// split.
  private static func statements(_ text: String) -> [String] {
    guard text.utf8.contains(0x3B) else { return [text] }
    var parts = [""]
    var isQuoted = false
    var depth = 0
    var code = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "[", "(", "{": if !isQuoted { depth += 1 }
      case "]", ")", "}": if !isQuoted { depth = max(depth - 1, 0) }
      default: break
      }
      if character == "#" || character == "&" { code = true } else if character == " " { code = false }
      if character == ";", !isQuoted, depth == 0, !code {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      if character == ";" { code = false }
    }
    return parts
  }

  private mutating func readStatement(_ line: DiagramLine) throws(DiagramError) {
    var scanner = TextScanner(line.text)
    if scanner.takeWord("subgraph") { return try openGroup(scanner.rest(), line) }
    if line.text == "end" {
      guard open.popLast() != nil else { throw line.error("there is no subgraph to end") }
      return
    }
    if scanner.takeWord("direction") {
      guard let direction = Graph.Direction(mermaid: scanner.rest()) else {
        throw line.error("unknown direction")
      }
      if let group = open.last {
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
      let names = scanner.word()
      return builder.assign(scanner.rest(), to: names)
    }
    if scanner.takeWord("style") {
      let names = scanner.word()
      return builder.style(names, StyleReader.read(scanner.rest()))
    }
    if scanner.takeWord("linkStyle") {
      let indices = scanner.word()
      return builder.styleEdges(indices, StyleReader.read(scanner.rest()))
    }
    // Click actions have no effect on a drawing.
    if scanner.takeWord("click") || scanner.takeWord("href") { return }
    try readChain(&scanner, line)
  }

  private mutating func openGroup(_ text: String, _ line: DiagramLine) throws(DiagramError) {
    guard open.count < DiagramLimits.depth else { throw line.error("subgraphs are nested too deeply") }
    var scanner = TextScanner(text)
    var id = ""
    var label = Label.empty
    if let quoted = scanner.quoted() {
      id = quoted
      label = LabelReader.read(quoted)
    } else {
      id = scanner.take { $0 != "[" && $0 != "(" }
      id = LabelReader.trimmed(id)
      if scanner.take("["), let inner = scanner.text(upTo: "]") {
        label = LabelReader.read(inner)
      } else if scanner.take("("), let inner = scanner.text(upTo: ")") {
        label = LabelReader.read(inner)
      } else {
        label = LabelReader.read(id)
      }
    }
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw line.error("the subgraph's title is not understood") }
    open.append(try builder.addGroup(id: id, label: label, parent: open.last, line))
  }

  // MARK: Nodes and edges

  private mutating func readChain(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) {
    var left = try readNodes(&scanner, line)
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let edge = try FlowchartEdgeReader.read(&scanner, line, names: &edgeNames) else {
        throw line.error("\"\(Self.excerpt(scanner))\" is no connection")
      }
      scanner.skipSpace()
      let right = try readNodes(&scanner, line)
      for from in left {
        for to in right {
          try builder.addEdge(edge, from: from, to: to, line)
        }
      }
      left = right
      scanner.skipSpace()
    }
  }

  static func excerpt(_ scanner: TextScanner) -> String {
    var rest = scanner
    return LabelReader.clean(String(rest.rest().prefix(16)))
  }

  /// Parses nodes joined by ampersands.
  private mutating func readNodes(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError)
    -> [String]
  {
    var names: [String] = []
    while true {
      scanner.skipSpace()
      names.append(try readNode(&scanner, line))
      let end = scanner.position
      scanner.skipSpace()
      guard scanner.take("&") else {
        scanner.move(to: end)
        return names
      }
    }
  }

  private mutating func readNode(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError)
    -> String
  {
    let id = Self.name(&scanner)
    guard !id.isEmpty else {
      throw line.error(scanner.isAtEnd ? "a node is missing" : "\"\(Self.excerpt(scanner))\" is no node")
    }
    if scanner.starts(with: "@{") {
      guard let attributes = NodeAttributes(&scanner) else {
        throw line.error("the attributes of \(id) are not understood")
      }
      if edgeNames.contains(id) { return id }
      guard let shape = attributes.shape else { throw line.error("the shape of \(id) is not known") }
      builder.touch(id, group: open.last)
      builder.describe(id, label: attributes.label, shape: shape)
    } else {
      builder.touch(id, group: open.last)
      if let (shape, text) = try NodeShapeReader.read(&scanner, line) {
        builder.describe(id, label: LabelReader.read(text), shape: shape)
      }
    }
    while scanner.take(":::") {
      builder.assign(scanner.take { $0.isName || $0 == "-" }, to: id)
    }
    return id
  }

  /// Parses the name of a node. A hyphen or dot is part of the name unless an edge begins there.
  static func name(_ scanner: inout TextScanner) -> String {
    let start = scanner.position
    while let next = scanner.peek() {
      if next.isName { scanner.advance(); continue }
      let after = scanner.peek(1)
      guard let after, after.isName, scanner.position > start else { break }
      if next == "-", scanner.peek(-1) != "-",
        !(after == "x" || after == "o") || scanner.peek(2)?.isName == true
      {
        scanner.advance()
      } else if next == "." || next == "/" {
        scanner.advance()
      } else {
        break
      }
    }
    return scanner.string(start, scanner.position)
  }
}
