internal import Diagrams
import StyledRuns

extension CodeBlock {
  /// Reads the diagram that the block is the source of.
  ///
  /// - Throws: The reason why it cannot be drawn.
  func readDiagram() throws(DiagramError) -> Diagram {
    var source = ""
    for line in lines {
      // A source that is too long is not copied as a whole.
      if source.utf8.count > DiagramLimits.sourceBytes { break }
      source += line.text
      source += "\n"
    }
    return try Diagram(mermaid: source)
  }
}

extension DiagramError {
  /// The reason as a note at the code.
  var note: String { "not drawn: \(self)" }
}
