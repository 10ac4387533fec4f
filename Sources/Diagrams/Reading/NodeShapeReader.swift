/// Parses the brackets after a node's name, which give the node's shape and text.
enum NodeShapeReader {
  private struct Brackets {
    var open: String
    var close: String
    var shape: Graph.Shape
  }

  /// The brackets of all shapes, longest first.
  private static let brackets = [
    Brackets(open: "(((", close: ")))", shape: .doubleCircle),
    Brackets(open: "([", close: "])", shape: .stadium),
    Brackets(open: "[[", close: "]]", shape: .subroutine),
    Brackets(open: "[(", close: ")]", shape: .cylinder),
    Brackets(open: "((", close: "))", shape: .circle), Brackets(open: "{{", close: "}}", shape: .hexagon),
    Brackets(open: "[/", close: "/]", shape: .parallelogram),
    Brackets(open: "[/", close: "\\]", shape: .trapezoid),
    Brackets(open: "[\\", close: "\\]", shape: .parallelogramAlternative),
    Brackets(open: "[\\", close: "/]", shape: .trapezoidAlternative),
    Brackets(open: "[", close: "]", shape: .rectangle),
    Brackets(open: "(", close: ")", shape: .rounded), Brackets(open: "{", close: "}", shape: .diamond),
    Brackets(open: ">", close: "]", shape: .asymmetric),
  ]

  /// Parses a shape and its text; returns nil if there is no bracket here.
  static func read(_ scanner: inout TextScanner, _ line: DiagramLine) throws(DiagramError) -> (
    Graph.Shape, String
  )? {
    let start = scanner.position
    var isOpen = false
    for brackets in Self.brackets {
      scanner.move(to: start)
      guard scanner.take(brackets.open) else { continue }
      isOpen = true
      guard let text = scanner.text(upTo: brackets.close) else { continue }
      // [/path] is a text that begins with a slash. Otherwise the end of the shape would be in another node.
      if brackets.open.count > 1, text.contains("\"") == false,
        text.contains(brackets.open.first == "[" ? "]" : "\n")
      {
        continue
      }
      return (brackets.shape, text)
    }
    scanner.move(to: start)
    if isOpen { throw line.error("a bracket is not closed") }
    return nil
  }
}

/// The attributes of a node in braces: `@{ shape: diamond, label: "Is it?" }`.
struct NodeAttributes {
  var shapeName = "rect"
  var label: Label?

  /// Parses `@{...}`; returns nil if the closing brace is missing.
  init?(_ scanner: inout TextScanner) {
    guard scanner.take("@{"), let inner = scanner.text(upTo: "}") else { return nil }
    var rest = TextScanner(inner)
    while !rest.isAtEnd {
      let name = LabelReader.trimmed(rest.take { $0 != ":" && $0 != "," })
      guard rest.take(":") else {
        rest.advance()
        continue
      }
      rest.skipSpace()
      let value = rest.quoted() ?? LabelReader.trimmed(rest.take { $0 != "," })
      _ = rest.take { $0 != "," }
      rest.advance()
      if name == "shape" { shapeName = value }
      if name == "label" { label = LabelReader.read(value) }
    }
  }

  var shape: Graph.Shape? { Self.shapes[shapeName] }

  private static let shapes: [String: Graph.Shape] = [
    "rect": .rectangle, "proc": .rectangle, "process": .rectangle, "rectangle": .rectangle,
    "rounded": .rounded,
    "event": .rounded, "stadium": .stadium, "pill": .stadium, "terminal": .stadium, "fr-rect": .subroutine,
    "subprocess": .subroutine, "subproc": .subroutine, "subroutine": .subroutine,
    "framed-rectangle": .subroutine,
    "cyl": .cylinder, "cylinder": .cylinder, "database": .cylinder, "db": .cylinder, "circle": .circle,
    "circ": .circle,
    "diam": .diamond, "diamond": .diamond, "decision": .diamond, "question": .diamond, "hex": .hexagon,
    "hexagon": .hexagon, "prepare": .hexagon, "lean-r": .parallelogram, "lean-right": .parallelogram,
    "in-out": .parallelogram, "lean-l": .parallelogramAlternative, "lean-left": .parallelogramAlternative,
    "out-in": .parallelogramAlternative, "trap-b": .trapezoid, "trapezoid": .trapezoid,
    "priority": .trapezoid,
    "trapezoid-bottom": .trapezoid, "trap-t": .trapezoidAlternative, "inv-trapezoid": .trapezoidAlternative,
    "trapezoid-top": .trapezoidAlternative, "manual": .trapezoidAlternative, "dbl-circ": .doubleCircle,
    "double-circle": .doubleCircle, "text": .plain, "doc": .document, "document": .document,
    "docs": .document,
    "odd": .asymmetric, "sm-circ": .start, "small-circle": .start, "start": .start, "framed-circle": .end,
    "fr-circ": .end, "stop": .end, "fork": .bar, "join": .bar, "notch-rect": .note, "card": .note,
    "notched-rectangle": .note,
  ]
}
