extension CodeBlock {
  /// A kind of code that formatters draw.
  ///
  /// ```swift
  /// if code.drawing == .formula { showFormula(code.text) }
  /// ```
  public enum Drawing: String, Hashable, Sendable, Decodable, CaseIterable {
    /// TeX mathematics: the lines between two `$$`, or of a fence with the label `math`.
    case formula
    /// A mermaid diagram: a fence with the label `mermaid`.
    case diagram
  }

  /// The fence label of formulas.
  package static let formulaLabel = "math"
  private static let diagramLabel = "mermaid"

  /// The kind of drawing that replaces the code; nil if the block is open or is not the source of a drawing.
  ///
  /// Formatters show an open block as code. A client may draw a closed one with the modules `Mathematics` and
  /// `Diagrams`, or show its lines.
  ///
  /// ```swift
  /// if code.drawing == .diagram { show(try Diagram(mermaid: code.text)) }
  /// ```
  public var drawing: Drawing? { header.isClosed ? header.drawing : nil }

  /// The code as one string, with line feeds between the lines.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension CodeBlock.Header {
  /// The kind of drawing according to the label of the fence, for open blocks too; nil for other labels.
  package var drawing: CodeBlock.Drawing? {
    guard isFenced, let first = info.utf8.first, first | 0x20 == UInt8(ascii: "m") else { return nil }
    switch info.prefix(while: { $0 != " " && $0 != "\t" && $0 != "{" }).lowercased() {
    case CodeBlock.formulaLabel: return .formula
    case CodeBlock.diagramLabel: return .diagram
    default: return nil
    }
  }
}
