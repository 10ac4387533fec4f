internal import Diagrams
import StyledRuns

extension CodeBlock {
  /// Parses the block as the source of a diagram.
  ///
  /// - Throws: The reason why the diagram cannot be drawn.
  func readDiagram() throws(DiagramError) -> Diagram {
    var source = ""
    for line in lines {
      // A source that is too long is not copied completely.
      if source.utf8.count > DiagramLimits.sourceBytes { break }
      source += line.text
      source += "\n"
    }
    return try Diagram(mermaid: source)
  }

  /// Says why a diagram is shown as code although nobody tried to draw it; nil for other code.
  func undrawnNote(_ display: DiagramDisplay) -> String? {
    display == .draw && header.isUndrawn ? "not drawn: there is too much to draw" : nil
  }
}

extension DiagramError {
  /// The reason as a note above the code.
  var note: String { "not drawn: \(self)" }
}
