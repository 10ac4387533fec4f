/// A diagram in mermaid's language.
///
/// ```swift
/// let diagram = try Diagram(mermaid: "flowchart LR\n  A[Ask] --> B{Known?}")
/// let svg = try diagram.svg().markup
/// let rows = diagram.terminalDrawing(TerminalDrawingOptions(width: 80) { $0.count })?.rows
/// ```
///
/// A diagram is parsed as a whole or not at all: ``init(mermaid:)`` throws at the first line that it does not
/// understand. Parsing takes linear time. The source can have at most ``DiagramLimits/sourceBytes`` bytes.
public struct Diagram: Hashable, Sendable {
  /// The kind of the diagram, with its content.
  enum DiagramContent: Hashable, Sendable {
    /// `flowchart`, `graph`, `stateDiagram`, `classDiagram` and `erDiagram`
    case graph(Graph)
    /// `sequenceDiagram`
    case sequence(SequenceDiagram)
    /// `pie`
    case pie(Pie)
    /// `gantt`
    case gantt(Gantt)
    /// `mindmap`
    case mindmap(Mindmap)
    /// `timeline`
    case timeline(Timeline)

    /// The number of nodes, participants, entries or tasks, and of edges, messages or relations.
    var counts: (nodes: Int, edges: Int) {
      switch self {
      case .graph(let graph): (graph.nodes.count + graph.groups.count, graph.edges.count)
      case .sequence(let sequence): (sequence.participants.count, sequence.events.count)
      case .pie(let pie): (pie.slices.count, 0)
      case .gantt(let gantt): (gantt.tasks.count, 0)
      case .mindmap(let map): (map.nodes.count, 0)
      case .timeline(let timeline): (timeline.eventCount, 0)
      }
    }
  }

  var content: DiagramContent
  /// The title, from the diagram's front matter or its `title` line.
  public var title: String?
  /// The accessible name (`accTitle`).
  public var accessibleTitle: String?
  /// The accessible description (`accDescr`).
  public var accessibleDescription: String?

  /// Parses a diagram.
  ///
  /// - Throws: ``DiagramError`` if a line is not understood, or if the diagram exceeds a limit of
  ///   ``DiagramLimits``.
  public init(mermaid source: String) throws(DiagramError) {
    guard source.utf8.count <= DiagramLimits.sourceBytes else {
      throw DiagramError("the diagram is too long")
    }
    var lines = DiagramLines(source)
    guard let header = lines.next() else { throw DiagramError("the diagram is empty") }
    content = try Self.read(header, &lines)
    title = lines.title
    accessibleTitle = lines.accessibleTitle
    accessibleDescription = lines.accessibleDescription
    try DiagramLimits.check(content)
  }

  private static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError)
    -> DiagramContent
  {
    var scanner = TextScanner(header.text)
    let kind = scanner.word()
    switch kind {
    case "graph", "flowchart", "flowchart-elk": return .graph(try FlowchartReader.read(header, &lines))
    case "sequenceDiagram": return .sequence(try SequenceReader.read(header, &lines))
    case "stateDiagram", "stateDiagram-v2": return .graph(try StateReader.read(header, &lines))
    case "classDiagram", "classDiagram-v2": return .graph(try ClassReader.read(header, &lines))
    case "erDiagram": return .graph(try EntityReader.read(header, &lines))
    case "pie": return .pie(try PieReader.read(header, &lines))
    case "gantt": return .gantt(try GanttReader.read(header, &lines))
    case "mindmap": return .mindmap(try MindmapReader.read(header, &lines))
    case "timeline": return .timeline(try TimelineReader.read(header, &lines))
    default:
      let name = LabelReader.clean(String(kind.prefix(30)))
      throw DiagramError(
        name.isEmpty ? "its kind is missing" : "the kind \(name) is not supported", line: header.number)
    }
  }

  /// The size of the drawing: the nodes of a graph and the segments of its connections between neighbouring ranks; the
  /// entries, tasks, participants and messages of other kinds.
  ///
  /// Drawing takes time in proportion to it, which can be much for a short source: `a&b&c-->d&e&f` has nine connections.
  /// Finding the size takes a small part of that time.
  ///
  /// ```swift
  /// let size = try Diagram(mermaid: "graph LR; Question --> Answer").size  // 3
  /// ```
  public var size: Int {
    guard case .graph(let graph) = content else { return content.counts.nodes + content.counts.edges }
    let layout = GraphLayout(
      graph, direction: graph.direction, .cells(labelWidth: DiagramLimits.labelLength) { $0.utf8.count })
    return layout.size(of: graph.groups.count, stubs: [])
  }

  /// The name of the diagram's kind in plain English.
  public var kindName: String {
    switch content {
    case .graph(let graph): graph.kind.rawValue
    case .sequence: "Sequence diagram"
    case .pie: "Pie chart"
    case .gantt: "Gantt chart"
    case .mindmap: "Mind map"
    case .timeline: "Timeline"
    }
  }
}
