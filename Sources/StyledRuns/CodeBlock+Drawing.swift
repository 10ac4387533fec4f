extension CodeBlock {
  /// A kind of code that formatters show as a drawing.
  public enum Drawing: Sendable {
    /// TeX mathematics: the lines between two `$$`, or of a fence with the label `math`.
    case formula
    /// A mermaid diagram: a fence with the label `mermaid`.
    case diagram
  }

  /// The label of formulas.
  package static let formulaLabel = "math"
  private static let diagramLabel = "mermaid"

  /// The kind of drawing that takes the place of the code; nil if the code is no source of a drawing or is not
  /// complete.
  ///
  /// Formatters show an open block as code until it closes. A client may draw its own with the modules
  /// `Mathematics` and `Diagrams`, or show the lines.
  ///
  /// ```swift
  /// if block.drawing == .diagram { show(try Diagram(mermaid: block.text)) }
  /// ```
  public var drawing: Drawing? { header.isClosed ? header.drawing : nil }

  /// The code as one text, its lines separated by line feeds.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension CodeBlock.Header {
  /// The kind of drawing whose source the block is according to its label, whether it is complete or not.
  package var drawing: CodeBlock.Drawing? {
    guard isFenced, let first = info.utf8.first, first | 0x20 == UInt8(ascii: "m") else { return nil }
    switch info.prefix(while: { $0 != " " && $0 != "\t" && $0 != "{" }).lowercased() {
    case CodeBlock.formulaLabel: return .formula
    case CodeBlock.diagramLabel: return .diagram
    default: return nil
    }
  }
}
