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
  fileprivate static let forms: [(label: String, form: LabelledForm)] = [
    (formulaLabel, .formula), ("mermaid", .diagram), ("diff", .diff), ("patch", .diff), ("udiff", .diff),
  ]

  /// Returns the label of an info string: its first word, up to a space, a tab or `{`.
  package static func label(ofInfo info: String) -> Substring {
    let label = info.utf8.prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "{")
    }
    return Substring(label)
  }

  /// The kind of drawing that replaces the code; nil if the block is open, is not the source of a drawing, or is one too
  /// many (``Header/isUndrawn``).
  ///
  /// Formatters show an open block as code. A client may draw a closed one with the modules `Mathematics` and
  /// `Diagrams`, or show its lines.
  ///
  /// ```swift
  /// if code.drawing == .diagram { show(try Diagram(mermaid: code.text)) }
  /// ```
  public var drawing: Drawing? { header.drawing }

  /// The code as one string, with line feeds between the lines.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension CodeBlock.Header {
  /// See ``CodeBlock/drawing``.
  package var drawing: CodeBlock.Drawing? { isClosed && !isUndrawn ? labelledForm?.drawing : nil }

  /// The form that the label of the fence asks for, for open blocks too; nil for other labels.
  package var labelledForm: CodeBlock.LabelledForm? {
    guard isFenced else { return nil }
    let label = CodeBlock.label(ofInfo: info).lowercased()
    return CodeBlock.forms.first { $0.label == label }?.form
  }
}
