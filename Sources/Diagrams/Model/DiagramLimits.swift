/// The limits of a diagram. A diagram that exceeds them is shown as code.
///
/// All limits are counts, so that the same text gives the same drawing on every machine.
///
/// ```swift
/// guard source.utf8.count <= DiagramLimits.sourceBytes else { return }
/// ```
public enum DiagramLimits {
  /// The maximum length of the source in UTF-8 bytes.
  public static let sourceBytes = 1 << 16
  /// The maximum number of nodes, participants, entries or tasks.
  public static let nodes = 400
  /// The maximum number of edges, messages or relations.
  public static let edges = 800
  /// The maximum length of a label in characters.
  public static let labelLength = 600
  /// The maximum number of rows in a class or an entity.
  public static let rows = 200
  /// The maximum number of times that a node, a group or a connection gets a style.
  public static let styles = 10_000
  /// The maximum nesting depth of groups.
  public static let depth = 12
  /// The maximum number of points at which the edges of a graph cross ranks.
  public static let bends = 12_000
  /// The maximum width and height of an SVG drawing in pixels.
  static let pixels = 30_000

  static func check(_ content: Diagram.DiagramContent) throws(DiagramError) {
    let counts = content.counts
    if counts.nodes > nodes { throw DiagramError("it has more than \(nodes) nodes") }
    if counts.edges > edges { throw DiagramError("it has more than \(edges) connections") }
  }
}
