extension Diagram {
  /// Draws the diagram as an `<svg>` element that can be embedded in HTML.
  ///
  /// - Parameter palette: The colours to write into the element. Without a palette the element has classes,
  ///   and the page's stylesheet gives the colours.
  /// - Throws: ``DiagramError`` if the layout exceeds a limit of ``DiagramLimits``.
  public func svg(palette: DiagramPalette? = nil) throws(DiagramError) -> SVGDrawing {
    var scene = try scene(.pixels)
    addTitle(to: &scene, .pixels)
    guard scene.width <= DiagramLimits.pixels, scene.height <= DiagramLimits.pixels else {
      throw DiagramError("the drawing is too large")
    }
    return SVGDrawing(
      markup: SVGSceneWriter.write(
        scene, palette, name: accessibleName, description: accessibleDescription ?? summary),
      width: scene.width + 2 * SVGSceneWriter.margin, height: scene.height + 2 * SVGSceneWriter.margin)
  }

  /// Draws the diagram with characters; returns nil if it does not fit into the width.
  ///
  /// A graph that is too wide is drawn in another direction, then with narrower labels in the direction that was less
  /// wide, unless no label is so long. Costs five layouts at most, and three if nothing fits.
  public func terminalDrawing(_ options: TerminalDrawingOptions) -> TerminalDrawing? {
    let labelWidths = Self.labelWidths.filter { $0 < options.width }
    guard let widest = labelWidths.first, let narrowest = labelWidths.last else { return nil }
    var least = Int.max
    var narrowDirection: Graph.Direction?
    for direction in directions {
      let (drawing, width) = draw(options, direction, labelWidth: widest)
      if let drawing { return drawing }
      if width < least { (least, narrowDirection) = (width, direction) }
    }
    let longest = longestLabel(options.measure)
    func drawing(labelWidth: Int) -> TerminalDrawing? {
      longest > labelWidth ? draw(options, narrowDirection, labelWidth: labelWidth).drawing : nil
    }
    // A drawing that is three times too wide does not fit with narrower labels either, and where the narrowest do not
    // fit, none do.
    guard least / 3 <= options.width, narrowest < widest, let last = drawing(labelWidth: narrowest) else {
      return nil
    }
    for labelWidth in labelWidths.dropFirst().dropLast() {
      if let drawing = drawing(labelWidth: labelWidth) { return drawing }
    }
    return last
  }

  /// Returns the drawing, if it fits into the width, and its width; a layout that exceeds a limit has the greatest width.
  private func draw(_ options: TerminalDrawingOptions, _ direction: Graph.Direction?, labelWidth: Int) -> (
    drawing: TerminalDrawing?, width: Int
  ) {
    let metrics = DrawingMetrics.cells(labelWidth: labelWidth, measure: options.measure)
    guard var scene = try? scene(metrics, direction: direction, width: options.width) else {
      return (nil, .max)
    }
    let width = scene.width
    guard width <= options.width else { return (nil, width) }
    addTitle(to: &scene, metrics)
    return (ScenePainter.paint(scene, options), width)
  }

  private static let labelWidths = [28, 20, 14, 10]

  /// The width of the widest line of a label; greater than any for diagrams other than graphs.
  private func longestLabel(_ measure: (String) -> Int) -> Int {
    guard case .graph(let graph) = content else { return Int.max }
    let labels =
      graph.nodes.flatMap { [$0.label] + $0.sections.joined().joined() } + graph.edges.map(\.label)
      + graph.groups.map(\.label)
    return labels.flatMap(\.lines).map { $0.reduce(0) { $0 + measure($1.text) } }.max() ?? 0
  }

  /// The directions to try, best first.
  private var directions: [Graph.Direction?] {
    guard case .graph(let graph) = content else { return [nil] }
    return [graph.direction, graph.direction.isHorizontal ? .down : .right]
  }

  func scene(_ metrics: DrawingMetrics, direction: Graph.Direction? = nil, width: Int = 0)
    throws(DiagramError) -> Scene
  {
    switch content {
    case .graph(let graph): try GraphLayout.scene(of: graph, direction: direction, metrics)
    case .sequence(let sequence): try SequenceLayout.scene(of: sequence, metrics)
    case .pie(let pie): PieLayout.scene(of: pie, metrics, width: width)
    case .gantt(let gantt): try GanttLayout.scene(of: gantt, metrics, width: width)
    case .mindmap(let map): MindmapLayout.scene(of: map, metrics, width: width)
    case .timeline(let timeline): TimelineLayout.scene(of: timeline, metrics, width: width)
    }
  }

  private func addTitle(to scene: inout Scene, _ metrics: DrawingMetrics) {
    guard let title else { return }
    let lines = metrics.wrap(
      Label(plain: title, isBold: true), to: max(scene.width, metrics.isCells ? 20 : 240))
    let size = metrics.size(of: lines)
    let height = size.height + (metrics.isCells ? 1 : 16)
    let shift = max(size.width - scene.width, 0) / 2
    scene.move(by: Point(x: shift, y: height))
    scene.width = max(scene.width, size.width)
    scene.height += height
    scene.add(
      Scene.Text(lines: lines, rect: Rect(x: 0, y: 0, width: scene.width, height: size.height), role: .title))
  }

  private var accessibleName: String { accessibleTitle ?? title ?? kindName }

  /// A sentence that describes the diagram and its size, for screen readers.
  private var summary: String? {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    switch content {
    case .graph(let graph):
      let names = graph.nodes.map(\.label.text).filter { !$0.isEmpty }
      let start =
        "\(kindName) with \(count(graph.nodes.count, "node", "nodes")) and \(count(graph.edges.count, "connection", "connections"))"
      return names.isEmpty
        ? start + "."
        : start + ": " + names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and more." : ".")
    case .sequence(let sequence):
      return "\(kindName) between "
        + sequence.participants.map(\.label.text).prefix(12).joined(separator: ", ") + "."
    case .pie(let pie):
      return pie.slices.map { "\($0.label.text): \($0.valueText)" }.prefix(20).joined(separator: ", ") + "."
    case .gantt(let gantt): return "\(kindName) with \(count(gantt.tasks.count, "task", "tasks"))."
    case .mindmap(let map): return "\(kindName) with \(count(map.nodes.count, "topic", "topics"))."
    case .timeline(let timeline): return "\(kindName) with \(count(timeline.eventCount, "event", "events"))."
    }
  }
}

extension Scene {
  /// Moves all elements by an offset.
  mutating func move(by offset: Point) {
    for index in items.indices {
      switch items[index] {
      case .box(var box):
        box.rect = box.rect.offset(by: offset)
        items[index] = .box(box)
      case .line(var line):
        line.points = line.points.map { Point(x: $0.x + offset.x, y: $0.y + offset.y) }
        items[index] = .line(line)
      case .text(var text):
        text.rect = text.rect.offset(by: offset)
        items[index] = .text(text)
      case .slice(var slice):
        slice.center = Point(x: slice.center.x + offset.x, y: slice.center.y + offset.y)
        items[index] = .slice(slice)
      }
    }
  }
}
