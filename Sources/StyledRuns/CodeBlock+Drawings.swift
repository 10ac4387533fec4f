extension CodeBlock {
  /// The label of formulas: between `$$` on lines of their own, or after ```` ```math ````.
  package static let formulaLabel = "math"

  /// Whether code with this info string is drawn when it is complete, so that its end is relevant.
  ///
  /// ```swift
  /// CodeBlock.isDrawn(info: "math")   // true
  /// CodeBlock.isDrawn(info: "swift")  // false
  /// ```
  package static func isDrawn(info: String) -> Bool {
    guard let first = info.utf8.first, first | 0x20 == UInt8(ascii: "m") else { return false }
    return info.prefix { $0 != " " && $0 != "\t" && $0 != "{" }.lowercased() == formulaLabel
  }

  /// Whether the block is a complete formula.
  package var isFormula: Bool { !isOpen && CodeBlock.isDrawn(info: info) }

  /// The code as one text. Lines are separated by line feeds.
  package var text: String { lines.map(\.text).joined(separator: "\n") }
}
