/// The presentation of diagrams, which are code blocks with the label `mermaid`.
///
/// ```swift
/// var options = HTMLOptions()
/// options.diagrams = .code
/// ```
public enum DiagramDisplay: String, Sendable, CaseIterable {
  /// Draws each diagram whose fence is closed: as an SVG element in HTML, with box characters in text. A
  /// diagram that cannot be parsed is shown as code, together with the reason.
  case draw
  /// Shows the source as code.
  case code
}
