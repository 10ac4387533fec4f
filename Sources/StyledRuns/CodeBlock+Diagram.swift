extension CodeBlock {
  /// Whether the block is the source of a complete diagram: a closed fence with the label `mermaid`.
  ///
  /// Formatters draw such blocks, and show an open fence as code until it is closed. A client can draw
  /// diagrams with the module `Diagrams`, or show the lines.
  ///
  /// ```swift
  /// if block.isClosedDiagram { show(try? Diagram(mermaid: block.text)) }
  /// ```
  public var isClosedDiagram: Bool { header.isClosed && header.isDiagram }
}

extension CodeBlock.Header {
  /// Whether the info string names a diagram language.
  package var isDiagram: Bool {
    guard isFenced, info.utf8.count >= Self.diagramLabel.utf8.count else { return false }
    var rest = info.utf8[...]
    for byte in Self.diagramLabel.utf8 where rest.popFirst().map({ $0 | 0x20 }) != byte { return false }
    guard let next = rest.first else { return true }
    return next == 0x20 || next == 0x09 || next == UInt8(ascii: "{")
  }

  private static let diagramLabel = "mermaid"
}
