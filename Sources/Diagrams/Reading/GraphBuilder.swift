/// Collects the nodes and edges that the parsers find, by name, and resolves the names at the end.
struct GraphBuilder {
  var graph = Graph()
  private var nodes: [String: Int] = [:]
  private var groups: [String: Int] = [:]
  private var edgeEnds: [(from: String, to: String)] = []
  private var classes: [String: DrawingStyle] = [:]
  /// The classes and styles of nodes and groups, in source order.
  private var assigned: [(name: String, classes: [String])] = []
  private var styled: [(name: String, style: DrawingStyle)] = []
  private var edgeStyles: [(index: Int?, style: DrawingStyle)] = []
  private var explicit: Set<Int> = []

  /// Adds a node on its first mention. A node belongs to the first group around a mention of it.
  mutating func touch(_ id: String, group: Int?) {
    if let index = nodes[id] {
      if graph.nodes[index].group == nil { graph.nodes[index].group = group }
      return
    }
    nodes[id] = graph.nodes.count
    graph.nodes.append(Graph.GraphNode(id: id, label: Label(plain: id), group: group))
  }

  mutating func describe(_ id: String, label: Label?, shape: Graph.Shape?) {
    guard let index = nodes[id] else { return }
    if let label { graph.nodes[index].label = label }
    if let shape { graph.nodes[index].shape = shape }
    explicit.insert(index)
  }

  /// Changes a node. A missing node is created.
  mutating func update(_ id: String, group: Int? = nil, _ change: (inout Graph.GraphNode) -> Void) {
    touch(id, group: group)
    if let index = nodes[id] { change(&graph.nodes[index]) }
  }

  /// Moves the direct children of a group into another group.
  mutating func move(from group: Int?, to target: Int) {
    for index in graph.nodes.indices where graph.nodes[index].group == group {
      graph.nodes[index].group = target
    }
    for index in graph.groups.indices where index != target && graph.groups[index].parent == group {
      graph.groups[index].parent = target
    }
  }

  func hasNode(_ id: String) -> Bool { nodes[id] != nil }

  func group(named id: String) -> Int? { groups[id] }

  mutating func addGroup(id: String, label: Label, parent: Int?, _ line: DiagramLine) throws(DiagramError)
    -> Int
  {
    let index = graph.groups.count
    guard index < DiagramLimits.nodes else { throw line.error("there are too many groups") }
    var name = id
    if name.isEmpty || groups[name] != nil { name = "\u{0}group\(index)" }
    groups[name] = index
    graph.groups.append(Graph.GraphGroup(id: name, label: label, parent: parent))
    return index
  }

  mutating func addEdge(_ edge: Graph.GraphEdge, from: String, to: String, _ line: DiagramLine)
    throws(DiagramError)
  {
    guard graph.edges.count < DiagramLimits.edges else { throw line.error("there are too many connections") }
    graph.edges.append(edge)
    edgeEnds.append((from, to))
  }

  // MARK: Styles

  mutating func define(_ names: String, _ declarations: String) {
    let style = StyleReader.read(declarations)
    for name in names.split(separator: ",") { classes[String(name)] = style }
  }

  mutating func assign(_ classes: some StringProtocol, to names: String) {
    let list = classes.split(whereSeparator: { $0 == "," || $0 == " " }).map { LabelReader.trimmed($0) }
    for name in names.split(separator: ",") { assigned.append((LabelReader.trimmed(name), list)) }
  }

  mutating func style(_ names: String, _ style: DrawingStyle) {
    for name in names.split(separator: ",") { styled.append((LabelReader.trimmed(name), style)) }
  }

  mutating func styleEdges(_ indices: String, _ style: DrawingStyle) {
    if indices == "default" { return edgeStyles.append((nil, style)) }
    for index in indices.split(separator: ",") {
      if let index = Int(index), index >= 0 { edgeStyles.append((index, style)) }
    }
  }

  // MARK: The end

  /// Returns the graph with all names resolved.
  mutating func finish() throws(DiagramError) -> Graph {
    dropNodesThatAreGroups()
    for (index, ends) in edgeEnds.enumerated() {
      graph.edges[index].from = try end(ends.from)
      graph.edges[index].to = try end(ends.to)
      try checkContainment(graph.edges[index])
    }
    if graph.nodes.isEmpty, graph.groups.isEmpty { throw DiagramError("there are no nodes") }
    try applyStyles()
    for node in graph.nodes {
      try Self.check(node.label)
      guard node.sections.reduce(0, { $0 + $1.count }) <= DiagramLimits.rows else {
        throw DiagramError("a box has too many rows")
      }
      for row in node.sections.joined() { for cell in row { try Self.check(cell) } }
    }
    for edge in graph.edges {
      for label in [edge.label, edge.fromLabel, edge.toLabel] { try Self.check(label) }
    }
    for group in graph.groups { try Self.check(group.label) }
    return graph
  }

  static func check(_ label: Label) throws(DiagramError) {
    if !label.isEmpty, label.text.count > DiagramLimits.labelLength {
      throw DiagramError("a label is too long")
    }
  }

  private func end(_ name: String) throws(DiagramError) -> Graph.EdgeEnd {
    if let group = groups[name], nodes[name] == nil { return .group(group) }
    if let node = nodes[name] { return .node(node) }
    throw DiagramError("the node \(LabelReader.clean(String(name.prefix(30)))) is missing")
  }

  /// Removes nodes that have the name of a group. In an edge, such a name means the group.
  private mutating func dropNodesThatAreGroups() {
    let dropped = graph.nodes.indices.filter { groups[graph.nodes[$0].id] != nil && !explicit.contains($0) }
    guard !dropped.isEmpty else { return }
    let set = Set(dropped)
    var kept: [Graph.GraphNode] = []
    nodes = [:]
    for (index, node) in graph.nodes.enumerated() where !set.contains(index) {
      nodes[node.id] = kept.count
      kept.append(node)
    }
    graph.nodes = kept
  }

  /// Rejects an edge between a group and one of its descendants, which cannot be drawn.
  private func checkContainment(_ edge: Graph.GraphEdge) throws(DiagramError) {
    func parent(_ end: Graph.EdgeEnd) -> Int? {
      switch end {
      case .node(let node): graph.nodes[node].group
      case .group(let group): graph.groups[group].parent
      }
    }
    for (outer, inner) in [(edge.from, edge.to), (edge.to, edge.from)] {
      guard case .group(let group) = outer else { continue }
      if outer == inner { throw DiagramError("a group is connected to itself") }
      var next = parent(inner)
      while let current = next {
        if current == group { throw DiagramError("a group is connected to a part of itself") }
        next = graph.groups[current].parent
      }
    }
  }

  private mutating func applyStyles() throws(DiagramError) {
    let count =
      assigned.reduce(0) { $0 + $1.1.count } + styled.count
      + edgeStyles.reduce(0) { $0 + ($1.0 == nil ? graph.edges.count : 1) }
    guard count <= DiagramLimits.styles else { throw DiagramError("it has too many styles") }
    func apply(_ style: DrawingStyle, to name: String, _ graph: inout Graph) {
      if let index = nodes[name] {
        graph.nodes[index].style.merge(style)
      } else if let group = groups[name] {
        graph.groups[group].style.merge(style)
      }
    }
    if let common = classes["default"] {
      for index in graph.nodes.indices { graph.nodes[index].style.merge(common) }
    }
    for (name, list) in assigned {
      for item in list { if let style = classes[item] { apply(style, to: name, &graph) } }
    }
    for (name, style) in styled { apply(style, to: name, &graph) }
    for (index, style) in edgeStyles {
      if let index {
        if index < graph.edges.count { graph.edges[index].style.merge(style) }
      } else {
        for index in graph.edges.indices { graph.edges[index].style.merge(style) }
      }
    }
  }
}
