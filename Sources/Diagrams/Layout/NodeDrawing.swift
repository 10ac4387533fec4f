/// A node's wrapped text and its size.
struct NodeDrawing {
  let node: Graph.GraphNode
  private let metrics: DrawingMetrics
  private let lines: [Label.Line]
  private let textSize: (width: Int, height: Int)
  private var rows: [[[Label.Line]]] = []
  private var columns: [Int] = []
  private(set) var width = 0
  private(set) var height = 0

  /// The space above and below the text of a row.
  private var rowPadding: Int { metrics.isCells ? 0 : 3 }
  private var columnGap: Int { metrics.isCells ? 1 : 12 }

  init(_ node: Graph.GraphNode, _ metrics: DrawingMetrics) {
    self.node = node
    self.metrics = metrics
    let isTable = node.shape == .table
    lines = metrics.wrap(node.label, to: isTable ? metrics.labelWidth * 3 / 2 : nil)
    textSize = metrics.size(of: lines)
    if isTable { measureTable() } else { measureShape() }
  }

  private mutating func measureTable() {
    for section in node.sections {
      for row in section {
        for (index, cell) in row.enumerated() {
          if index == columns.count { columns.append(0) }
          columns[index] = max(columns[index], metrics.width(of: cell.lines.first ?? []))
        }
      }
    }
    let inner = columns.reduce(0, +) + max(columns.count - 1, 0) * columnGap
    width = max(textSize.width, inner) + 2 * metrics.paddingX
    height = textSize.height + (metrics.isCells ? 2 : 16)
    for section in node.sections {
      height += section.count * (metrics.lineHeight + (metrics.isCells ? 0 : 2)) + (metrics.isCells ? 1 : 12)
    }
  }

  private mutating func measureShape() {
    let (textWidth, textHeight) = textSize
    width = textWidth + 2 * metrics.paddingX
    height = max(textHeight, metrics.lineHeight) + 2 * metrics.paddingY
    if metrics.isCells {
      switch node.shape {
      case .start, .end: (width, height) = (1, 1)
      case .bar: (width, height) = (7, 1)
      case .cylinder: height += 1
      case .subroutine, .doubleCircle: width += 2
      case .plain: (width, height) = (max(textWidth, 1), max(textHeight, 1))
      default: break
      }
      return
    }
    switch node.shape {
    case .start, .end: (width, height) = (22, 22)
    case .bar: (width, height) = (70, 7)
    case .diamond: (width, height) = (textWidth * 3 / 2 + 44, textHeight * 12 / 5 + 18)
    case .circle, .doubleCircle:
      var size = 0
      while size * size < textWidth * textWidth + textHeight * textHeight { size += 1 }
      size += node.shape == .doubleCircle ? 26 : 16
      (width, height) = (size, size)
    case .stadium: width += height / 4
    case .hexagon: width += height / 2
    case .parallelogram, .parallelogramAlternative, .trapezoid, .trapezoidAlternative: width += height * 2 / 3
    case .asymmetric: width += height / 3
    case .cylinder: height += 16
    case .subroutine: width += 16
    case .document: height += 10
    case .plain: (width, height) = (textWidth + 8, textHeight + 4)
    default: break
    }
    width = max(
      width,
      node.shape == .circle || node.shape == .start || node.shape == .end || node.shape == .plain ? 0 : 44)
  }

  /// Widens the node so that all edges that end at it have room.
  mutating func widen(to width: Int, height: Int) {
    guard node.shape != .start, node.shape != .end else { return }
    if !metrics.isCells, node.shape == .circle || node.shape == .doubleCircle { return }
    self.width = max(self.width, width)
    self.height = max(self.height, height)
  }

  /// Turns a fork or join bar so that it lies across the flow.
  mutating func turn(isHorizontal: Bool) {
    guard node.shape == .bar, isHorizontal else { return }
    (width, height) = metrics.isCells ? (1, 3) : (height, width)
  }

  /// The positions on the node's sides at which edges may end.
  var ports: FlowGraph.FlowNode.Ports {
    switch node.shape {
    case .diamond, .circle, .doubleCircle, .start, .end, .hexagon: .center
    default: .spread
    }
  }

  // MARK: Drawing

  func draw(in rect: Rect, into scene: inout Scene) {
    if node.shape != .plain {
      scene.add(
        Scene.SceneBox(
          rect: rect, shape: node.shape, role: node.shape == .note ? .note : .node, style: node.style)
      )
    }
    guard node.shape != .start, node.shape != .end, node.shape != .bar else { return }
    // A terminal does not fill nodes, so that their text keeps the theme's colour.
    let color = node.style.text ?? (metrics.isCells ? nil : node.style.fill?.textColor)
    if node.shape == .table { return drawTable(in: rect, color, into: &scene) }
    var area = rect
    if node.shape == .cylinder {
      area.y += metrics.isCells ? 1 : 12
      area.height -= metrics.isCells ? 1 : 12
    }
    if node.shape == .document, !metrics.isCells { area.height -= 10 }
    if node.shape == .asymmetric, !metrics.isCells {
      area.x += rect.height / 4
      area.width -= rect.height / 4
    }
    area.y += (area.height - textSize.height) / 2
    area.height = textSize.height
    scene.add(Scene.Text(lines: lines, rect: area, role: .text, color: color))
  }

  private func drawTable(in rect: Rect, _ color: DiagramColor?, into scene: inout Scene) {
    let pad = metrics.isCells ? 1 : 8
    var y = node.sections.isEmpty ? rect.y + (rect.height - textSize.height) / 2 : rect.y + pad
    scene.add(
      Scene.Text(
        lines: lines.map { $0.map { Label.Span($0.text, isBold: !$0.isItalic, isItalic: $0.isItalic) } },
        rect: Rect(x: rect.x, y: y, width: rect.width, height: textSize.height), color: color))
    y += textSize.height + (metrics.isCells ? 0 : pad)
    for section in node.sections {
      scene.add(
        Scene.SceneLine(
          points: [Point(x: rect.x, y: y), Point(x: rect.maxX - metrics.unit, y: y)], role: .node,
          style: DrawingStyle(stroke: node.style.stroke)))
      y += metrics.isCells ? 1 : 6
      for row in section {
        var x = rect.x + metrics.paddingX
        for (index, cell) in row.enumerated() {
          let box = Rect(x: x, y: y, width: columns[index], height: metrics.lineHeight)
          scene.add(
            Scene.Text(
              lines: Array(cell.lines.prefix(1)), rect: box, alignment: .start,
              role: index == 0 && row.count > 1 ? .muted : .text, color: color))
          x += columns[index] + columnGap
        }
        y += metrics.lineHeight + (metrics.isCells ? 0 : 2)
      }
      y += metrics.isCells ? 0 : 6
    }
  }

  /// Returns the distance between the outline and a side of the node's rectangle. Edges end at the outline.
  ///
  /// - Parameter offset: The distance of the edge from the middle of that side.
  static func inset(_ shape: Graph.Shape, _ rect: Rect, isVertical: Bool, isStart: Bool, offset: Int) -> Int {
    let along = isVertical ? rect.width : rect.height
    let across = isVertical ? rect.height : rect.width
    let distance = abs(offset)
    switch shape {
    case .diamond: return min(distance * across / max(along, 1), across / 2)
    case .circle, .doubleCircle, .start, .end:
      let radius = along / 2
      guard distance < radius else { return radius }
      return radius - root(radius * radius - distance * distance)
    case .stadium where !isVertical:
      let radius = rect.height / 2
      return radius - root(max(radius * radius - distance * distance, 0))
    case .hexagon where !isVertical: return distance * (rect.height / 4) / max(rect.height / 2, 1)
    case .parallelogram where !isVertical: return rect.height / 6 + (isStart ? 1 : -1) * offset / 3
    case .parallelogramAlternative where !isVertical: return rect.height / 6 - (isStart ? 1 : -1) * offset / 3
    case .trapezoid where !isVertical: return rect.height / 6 - offset / 3
    case .trapezoidAlternative where !isVertical: return rect.height / 6 + offset / 3
    case .asymmetric where !isVertical && isStart: return max(rect.height / 4 - distance / 2, 0)
    case .cylinder where isVertical:
      let radius = max(along / 2, 1)
      let ratio = root(max(radius * radius - distance * distance, 0) * 10_000) / radius
      return 8 - 8 * ratio / 100
    case .document where isVertical && !isStart: return 5
    default: return 0
    }
  }

  /// Returns the integer square root.
  static func root(_ value: Int) -> Int { Int(Double(max(value, 0)).squareRoot()) }
}
