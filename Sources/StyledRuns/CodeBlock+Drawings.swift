extension CodeBlock {
  /// The label of formulas: between `$$` on lines of their own, or after ```` ```math ````.
  package static let formulaLabel = "math"

  /// Whether an info string is that of code which is drawn once it is complete, so that its end matters.
  ///
  /// ```swift
  /// CodeBlock.isDrawn(info: "math")   // true
  /// CodeBlock.isDrawn(info: "swift")  // false
  /// ```
  package static func isDrawn(info: String) -> Bool {
    guard let first = info.utf8.first, first | 0x20 == UInt8(ascii: "m") else { return false }
    return info.prefix { $0 != " " && $0 != "\t" && $0 != "{" }.lowercased() == formulaLabel
  }

  /// Whether the code is a formula that is complete.
  package var isFormula: Bool { !isOpen && CodeBlock.isDrawn(info: info) }

  /// The code as one text, its lines separated by line feeds.
  package var text: String { lines.map(\.text).joined(separator: "\n") }
}
