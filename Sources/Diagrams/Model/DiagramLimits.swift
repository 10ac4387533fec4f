/// The bounds within which a diagram is drawn. Beyond them it stays code.
///
/// All bounds are counts, so that the same text gives the same drawing on every machine.
public enum DiagramLimits {
  /// The length of the source in UTF-8 bytes.
  public static let sourceBytes = 1 << 16
  /// The number of nodes, participants, entries or tasks.
  public static let nodes = 400
  /// The number of edges, messages or relations.
  public static let edges = 800
  /// The length of a label in characters.
  public static let labelLength = 600
  /// The number of rows in a class or an entity.
  public static let rows = 200
  /// The depth of groups within groups.
  public static let depth = 12
  /// The number of points through which all edges of a graph pass between ranks.
  public static let bends = 12_000
  /// The size of a drawing, in either direction: pixels for SVG.
  static let pixels = 30_000

  static func check(_ content: Diagram.Content) throws(DiagramError) {
    let counts: (nodes: Int, edges: Int)
    switch content {
    case .graph(let graph): counts = (graph.nodes.count + graph.groups.count, graph.edges.count)
    case .sequence(let sequence): counts = (sequence.participants.count, sequence.events.count)
    case .pie(let pie): counts = (pie.slices.count, 0)
    case .gantt(let gantt): counts = (gantt.tasks.count, 0)
    case .mindmap(let map): counts = (map.nodes.count, 0)
    case .timeline(let timeline): counts = (timeline.eventCount, 0)
    }
    if counts.nodes > nodes { throw DiagramError("it has more than \(nodes) nodes") }
    if counts.edges > edges { throw DiagramError("it has more than \(edges) connections") }
  }
}
