extension CodeBlock {
  /// Whether the block is the source of a diagram that is complete: a fence with the label `mermaid` that a line has closed.
  ///
  /// Formatters draw such blocks, and show an open fence as code until it closes. A client may draw its own with the module
  /// `Diagrams`, or show the lines.
  ///
  /// ```swift
  /// if block.isClosedDiagram { show(try? Diagram(mermaid: block.lines.map(\.text).joined(separator: "\n"))) }
  /// ```
  public var isClosedDiagram: Bool { header.isClosed && header.isDiagram }
}

extension CodeBlock.Header {
  /// Whether the info string names a language of diagrams.
  package var isDiagram: Bool {
    guard isFenced, info.utf8.count >= Self.diagramLabel.utf8.count else { return false }
    var rest = info.utf8[...]
    for byte in Self.diagramLabel.utf8 where rest.popFirst().map({ $0 | 0x20 }) != byte { return false }
    guard let next = rest.first else { return true }
    return next == 0x20 || next == 0x09 || next == UInt8(ascii: "{")
  }

  private static let diagramLabel = "mermaid"
}
