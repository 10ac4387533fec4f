/// Lays out a mind map with the root in the middle and branches on both sides.
///
/// A terminal shows the branches to the right of the root, or as a list if the width does not suffice.
struct MindmapLayout {
  private let map: Mindmap
  private let metrics: DrawingMetrics
  private var scene = Scene()
  private var drawings: [NodeDrawing] = []
  /// The height of each node's subtree.
  private var heights: [Int] = []
  /// The branch number of each node, which selects its colour.
  private var branches: [Int] = []

  private var gapX: Int { metrics.isCells ? 4 : 46 }
  private var gapY: Int { metrics.isCells ? 0 : 12 }

  static func scene(of map: Mindmap, _ metrics: DrawingMetrics, width: Int) -> Scene {
    var layout = MindmapLayout(map, metrics)
    layout.draw()
    if metrics.isCells, layout.scene.width > width, metrics.labelWidth <= 10 {
      return list(of: map, metrics, width: width)
    }
    return layout.scene
  }

  private init(_ map: Mindmap, _ metrics: DrawingMetrics) {
    self.map = map
    self.metrics = metrics
    for (index, node) in map.nodes.enumerated() {
      var shape = node.shape == .plain && !metrics.isCells ? Graph.Shape.rounded : node.shape
      if metrics.isCells { shape = node.depth == 0 ? .rounded : .plain }
      drawings.append(NodeDrawing(Graph.GraphNode(id: "", label: node.label, shape: shape), metrics))
      branches.append(
        node.depth <= 1
          ? (node.parent.flatMap { map.nodes[$0].children.firstIndex(of: index) } ?? 0)
          : branches[node.parent ?? 0])
    }
    heights = Array(repeating: 0, count: map.nodes.count)
    for index in map.nodes.indices.reversed() {
      heights[index] = max(drawings[index].height, total(map.nodes[index].children))
    }
  }

  private func total(_ children: [Int]) -> Int {
    children.reduce(0) { $0 + heights[$1] } + max(children.count - 1, 0) * gapY
  }

  private mutating func draw() {
    let children = map.nodes[0].children
    // The first half of the branches is on the right side.
    var right = children
    var left: [Int] = []
    if !metrics.isCells, children.count > 2 {
      while right.count > 1, total(right) > total(left + [right.last ?? 0]) {
        left.append(right.removeLast())
      }
    }
    let height = max(total(right), total(left), drawings[0].height)
    let root = Rect(
      x: -drawings[0].width / 2, y: (height - drawings[0].height) / 2, width: drawings[0].width,
      height: drawings[0].height)
    place(right, beside: root, middle: height / 2, isRight: true)
    place(left, beside: root, middle: height / 2, isRight: false)
    drawings[0].draw(in: root, into: &scene)
    var low = 0
    var high = 0
    for item in scene.items {
      switch item {
      case .box(let box): (low, high) = (min(low, box.rect.x), max(high, box.rect.maxX))
      case .text(let text): (low, high) = (min(low, text.rect.x), max(high, text.rect.maxX))
      default: break
      }
    }
    scene.move(by: Point(x: -low, y: 0))
    scene.width = high - low
    scene.height = height
  }

  private mutating func place(_ children: [Int], beside parent: Rect, middle: Int, isRight: Bool) {
    var stack: [(children: [Int], rect: Rect, middle: Int)] = [(children, parent, middle)]
    while let (children, parent, middle) = stack.popLast() {
      var y = middle - total(children) / 2
      for child in children {
        let drawing = drawings[child]
        let rect = Rect(
          x: isRight ? parent.maxX + gapX : parent.x - gapX - drawing.width,
          y: y + (heights[child] - drawing.height) / 2,
          width: drawing.width, height: drawing.height)
        connect(parent, rect, isRight: isRight)
        draw(child, in: rect)
        stack.append((map.nodes[child].children, rect, y + heights[child] / 2))
        y += heights[child] + gapY
      }
    }
  }

  private mutating func draw(_ index: Int, in rect: Rect) {
    if metrics.isCells {
      scene.add(
        Scene.Text(
          lines: metrics.wrap(map.nodes[index].label), rect: rect, alignment: .start,
          role: map.nodes[index].depth == 1 ? .title : .text))
      return
    }
    let shape = map.nodes[index].shape == .plain ? Graph.Shape.rounded : map.nodes[index].shape
    scene.add(Scene.SceneBox(rect: rect, shape: shape, role: .series(branches[index])))
    let lines = metrics.wrap(map.nodes[index].label)
    let size = metrics.size(of: lines)
    scene.add(
      Scene.Text(
        lines: lines,
        rect: Rect(
          x: rect.x, y: rect.y + (rect.height - size.height) / 2, width: rect.width, height: size.height)))
  }

  private mutating func connect(_ parent: Rect, _ child: Rect, isRight: Bool) {
    let unit = metrics.unit
    let isRoot = metrics.isCells && parent.height >= 3
    let from = Point(
      x: isRight ? parent.maxX - (isRoot ? unit : 0) : parent.x, y: parent.y + (parent.height - unit) / 2)
    let to = Point(x: isRight ? child.x - 2 * unit : child.maxX, y: child.y + (child.height - unit) / 2)
    let middle = metrics.isCells ? parent.maxX + 1 : (from.x + to.x) / 2
    var points = [from, Point(x: middle, y: from.y), Point(x: middle, y: to.y), to]
    if from.y == to.y { points = [from, to] }
    scene.add(Scene.SceneLine(points: points))
  }

  // MARK: The list

  /// Returns the map as a list: lines lead from each topic down to its subtopics.
  private static func list(of map: Mindmap, _ metrics: DrawingMetrics, width: Int) -> Scene {
    var scene = Scene()
    var rows = Array(repeating: 0, count: map.nodes.count)
    var y = 0
    var stack = [0]
    while let node = stack.popLast() {
      rows[node] = y
      let start = map.nodes[node].depth * 4
      let lines = metrics.wrap(map.nodes[node].label, to: max(width - start, 8))
      let size = metrics.size(of: lines)
      if let parent = map.nodes[node].parent {
        let x = start - 4
        scene.add(Scene.SceneLine(points: [Point(x: x, y: rows[parent] + 1), Point(x: x, y: y)]))
        scene.add(Scene.SceneLine(points: [Point(x: x, y: y), Point(x: x + 2, y: y)]))
      }
      scene.add(
        Scene.Text(
          lines: lines, rect: Rect(x: start, y: y, width: size.width, height: size.height), alignment: .start,
          role: map.nodes[node].depth <= 1 ? .title : .text))
      scene.width = max(scene.width, start + size.width)
      y += max(size.height, 1)
      stack += map.nodes[node].children.reversed()
    }
    scene.height = y
    return scene
  }
}
