/// A diagram as an `<svg>` element.
///
/// ```swift
/// let drawing = try Diagram(mermaid: source).svg()
/// page += "<figure>\(drawing.markup)</figure>"
/// ```
public struct SVGDrawing: Hashable, Sendable {
  /// The element. Its text is escaped; it contains no identifiers, addresses or scripts.
  public var markup: String
  /// The size in pixels at a font size of 14 pixels.
  public var width: Int
  public var height: Int
}
