/// Parses `mindmap`, whose indentation determines its structure.
///
/// ```mermaid
/// mindmap
///   root((Topic))
///     Branch
///       Leaf
/// ```
enum MindmapReader {
  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Mindmap {
    var map = Mindmap()
    /// The open nodes with their indentation, starting at the root.
    var path: [(indent: Int, node: Int)] = []
    while let line = lines.next() {
      if line.text.hasPrefix("::icon") || line.text.hasPrefix(":::") { continue }
      while let last = path.last, last.indent >= line.indent { path.removeLast() }
      if path.isEmpty, !map.nodes.isEmpty { throw line.error("there is more than one root") }
      guard path.count <= 2 * DiagramLimits.depth else { throw line.error("topics are nested too deeply") }
      let (shape, label) = try readNode(line)
      try GraphBuilder.check(label)
      guard map.nodes.count < DiagramLimits.nodes else { throw line.error("there are too many topics") }
      let index = map.nodes.count
      let parent = path.last?.node
      map.nodes.append(Mindmap.MindmapNode(label: label, shape: shape, parent: parent, depth: path.count))
      if let parent { map.nodes[parent].children.append(index) }
      path.append((line.indent, index))
    }
    guard !map.nodes.isEmpty else { throw header.error("there is no root") }
    return map
  }

  private static let shapes: [(open: String, close: String, shape: Graph.Shape)] = [
    ("((", "))", .circle), ("))", "((", .stadium), ("{{", "}}", .hexagon), ("[", "]", .rectangle),
    ("(", ")", .rounded),
    (")", "(", .stadium),
  ]

  private static func readNode(_ line: DiagramLine) throws(DiagramError) -> (Graph.Shape, Label) {
    var text = line.text
    if let marker = text.firstPlace(of: ":::") { text = LabelReader.trimmed(text[..<marker]) }
    var scanner = TextScanner(text)
    _ = scanner.take { $0.isName || $0 == "-" }
    for (open, close, shape) in shapes where scanner.starts(with: open) {
      guard text.hasSuffix(close) else { continue }
      scanner.advance(open.count)
      let inner = scanner.rest()
      guard inner.count > close.count else { continue }
      return (shape, LabelReader.read(String(inner.dropLast(close.count))))
    }
    let label = LabelReader.read(text)
    guard !label.isEmpty else { throw line.error("a topic has no text") }
    return (.plain, label)
  }
}
