/// Parses the edges of a flowchart (`-->`, `-.->`, `==>`, `~~~`) with marks, lengths and texts.
enum FlowchartEdgeReader {
  /// The characters of one line style.
  private struct EdgeStroke {
    var line: Graph.EdgeStyle
    /// The characters at the start of a line.
    var start: String
    /// The repeated character of the line.
    var dash: Unicode.Scalar
  }

  private static let strokes = [
    EdgeStroke(line: .solid, start: "--", dash: "-"), EdgeStroke(line: .dotted, start: "-.", dash: "."),
    EdgeStroke(line: .thick, start: "==", dash: "="),
  ]

  /// Parses an edge; returns nil if there is none here.
  static func read(
    _ scanner: inout TextScanner, _ line: DiagramLine, names: inout Set<String>
  ) throws(DiagramError) -> Graph.GraphEdge? {
    let start = scanner.position
    // An edge can have an identifier: e1@-->
    var ahead = scanner
    let name = ahead.take { $0.isName }
    if !name.isEmpty, ahead.take("@"), let next = ahead.peek(), "-=<~xo.".unicodeScalars.contains(next) {
      names.insert(name)
      scanner = ahead
    }
    var edge = Graph.GraphEdge(from: .node(0), to: .node(0))
    if scanner.take("~~~") {
      while scanner.take("~") { edge.length += 1 }
      edge.line = .invisible
      edge.toMark = .none
      try readLabel(&scanner, &edge, line)
      return edge
    }
    if let mark = startMark(scanner) {
      edge.fromMark = mark
      scanner.advance()
    }
    guard let stroke = strokes.first(where: { scanner.starts(with: $0.start) }) else {
      scanner.move(to: start)
      return nil
    }
    edge.line = stroke.line
    if !readLine(&scanner, stroke, &edge) {
      // The text can stand between two halves: -- text -->
      scanner.advance(2)
      guard let (text, end) = textWithin(scanner, stroke, &edge) else {
        throw line.error("an arrow is not complete")
      }
      edge.label = LabelReader.read(text)
      scanner.move(to: end)
    }
    try readLabel(&scanner, &edge, line)
    return edge
  }

  private static func startMark(_ scanner: TextScanner) -> Graph.EndMark? {
    guard let next = scanner.peek(), let after = scanner.peek(1), after == "-" || after == "=" else {
      return nil
    }
    let third = scanner.peek(2)
    guard third == after || after == "-" && third == "." else { return nil }
    switch next {
    case "<": return .arrow
    case "x": return .cross
    case "o": return .circle
    default: return nil
    }
  }

  /// Parses a whole line with the mark at its end; returns false for the first half of a line with a text.
  private static func readLine(
    _ scanner: inout TextScanner, _ stroke: EdgeStroke, _ edge: inout Graph.GraphEdge
  )
    -> Bool
  {
    let start = scanner.position
    var count = 0
    if stroke.line == .dotted {
      scanner.advance()
      while scanner.take(".") { count += 1 }
      guard scanner.take("-") else {
        scanner.move(to: start)
        return false
      }
      edge.length = max(count, 1)
      edge.toMark = endMark(&scanner)
      return true
    }
    while scanner.peek() == stroke.dash {
      scanner.advance()
      count += 1
    }
    let mark = endMark(&scanner)
    if mark == .none, count < 3 {
      scanner.move(to: start)
      return false
    }
    edge.toMark = mark
    edge.length = max(mark == .none ? count - 2 : count - 1, 1)
    return true
  }

  private static func endMark(_ scanner: inout TextScanner) -> Graph.EndMark {
    if scanner.take(">") { return .arrow }
    // A node name can begin with these letters, but mermaid reads A---oB as an edge that ends with a circle.
    if scanner.take("x") { return .cross }
    if scanner.take("o") { return .circle }
    return .none
  }

  /// Returns the text up to the second half of a line, and the offset after that half.
  private static func textWithin(
    _ scanner: TextScanner, _ stroke: EdgeStroke, _ edge: inout Graph.GraphEdge
  ) -> (String, Int)? {
    var ahead = scanner
    ahead.skipSpace()
    let start = ahead.position
    if ahead.peek() == "\"" { _ = ahead.quoted() }
    while !ahead.isAtEnd {
      let end = ahead.position
      if stroke.line == .dotted, ahead.peek() == "." {
        var dots = 0
        while ahead.take(".") { dots += 1 }
        if ahead.take("-") {
          edge.toMark = endMark(&ahead)
          edge.length = dots
          return (scanner.string(start, end), ahead.position)
        }
        continue
      }
      if stroke.line != .dotted, ahead.peek() == stroke.dash, ahead.peek(1) == stroke.dash {
        var count = 0
        while ahead.peek() == stroke.dash {
          ahead.advance()
          count += 1
        }
        let mark = endMark(&ahead)
        edge.toMark = mark
        if mark == .none, count < 3 { return nil }
        edge.length = max(mark == .none ? count - 2 : count - 1, 1)
        return (scanner.string(start, end), ahead.position)
      }
      ahead.advance()
    }
    return nil
  }

  /// Parses a text between bars.
  private static func readLabel(
    _ scanner: inout TextScanner, _ edge: inout Graph.GraphEdge, _ line: DiagramLine
  ) throws(DiagramError) {
    let end = scanner.position
    scanner.skipSpace()
    guard scanner.take("|") else { return scanner.move(to: end) }
    guard let text = scanner.text(upTo: "|") else { throw line.error("the text of a connection has no end") }
    edge.label = LabelReader.read(text)
  }
}
