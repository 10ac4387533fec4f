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

  /// A kind of code that is shown differently once its end is known.
  package enum LabelledForm: Sendable {
    case formula, diagram
    /// A diff: only then the last changed lines are known to be complete, and get their marks for words.
    case diff

    /// The drawing that replaces the code; nil if its lines are shown.
    package var drawing: Drawing? {
      switch self {
      case .formula: .formula
      case .diagram: .diagram
      case .diff: nil
      }
    }
  }

  /// The fence label of formulas.
  package static let formulaLabel = "math"
  fileprivate static let forms: [String: LabelledForm] = [
    formulaLabel: .formula, "mermaid": .diagram, "diff": .diff, "patch": .diff, "udiff": .diff,
  ]

  /// The kind of drawing that replaces the code; nil if the block is open or is not the source of a drawing.
  ///
  /// Formatters show an open block as code. A client may draw a closed one with the modules `Mathematics` and
  /// `Diagrams`, or show its lines.
  ///
  /// ```swift
  /// if code.drawing == .diagram { show(try Diagram(mermaid: code.text)) }
  /// ```
  public var drawing: Drawing? { header.isClosed ? header.labelledForm?.drawing : nil }

  /// The code as one string, with line feeds between the lines.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension CodeBlock.Header {
  /// The form that the label of the fence asks for, for open blocks too; nil for other labels.
  package var labelledForm: CodeBlock.LabelledForm? {
    guard isFenced, let first = info.utf8.first, Self.firstLetters.contains(first | 0x20) else { return nil }
    return CodeBlock.forms[info.prefix(while: { $0 != " " && $0 != "\t" && $0 != "{" }).lowercased()]
  }

  private static let firstLetters = Set(CodeBlock.forms.keys.compactMap(\.utf8.first))
}
