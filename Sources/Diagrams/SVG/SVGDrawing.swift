/// A diagram as an `<svg>` element.
///
/// ```swift
/// let drawing = try Diagram(mermaid: source).svg()
/// page += "<figure>\(drawing.markup)</figure>"
/// ```
public struct SVGDrawing: Hashable, Sendable {
  /// The element. Its text is escaped; it has no identifier, address or script.
  public var markup: String
  /// The size in pixels at which text has 14 pixels.
  public var width: Int
  public var height: Int
}
