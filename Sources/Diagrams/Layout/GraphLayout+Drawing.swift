/// Draws edges, frames and labels.
extension GraphLayout {
  func draw(_ edge: Graph.GraphEdge, along path: [Point], into scene: inout Scene) {
    guard edge.line != .invisible else { return }
    var line = Scene.SceneLine(
      points: path, kind: edge.line, fromMark: edge.fromMark, toMark: edge.toMark, style: edge.style)
    if metrics.isCells {
      if line.fromMark.cardinality != nil { line.fromMark = .none }
      if line.toMark.cardinality != nil { line.toMark = .none }
    }
    scene.add(line)
  }

  func drawLoop(_ index: Int, at rect: Rect, isHorizontal: Bool, into scene: inout Scene) {
    let edge = graph.edges[index]
    let lines = metrics.wrap(edge.label, to: metrics.edgeLabelWidth)
    let size = metrics.size(of: lines)
    var points: [Point]
    var area: Rect
    if isHorizontal {
      let (left, right) =
        metrics.isCells ? (rect.x + 2, rect.maxX - 3) : (rect.x + rect.width / 4, rect.maxX - rect.width / 4)
      let bottom = rect.maxY - metrics.unit
      let low = bottom + (metrics.isCells ? 2 : 26)
      points = [
        Point(x: right, y: bottom), Point(x: right, y: low), Point(x: left, y: low),
        Point(x: left, y: bottom),
      ]
      area = Rect(
        x: (left + right - size.width) / 2, y: low + (metrics.isCells ? 0 : -size.height / 2),
        width: size.width, height: size.height)
    } else {
      let (top, low) =
        metrics.isCells
        ? (rect.y + 1, rect.maxY - 2) : (rect.y + rect.height / 4, rect.maxY - rect.height / 4)
      let side = rect.maxX - metrics.unit
      let far = side + (metrics.isCells ? 3 : 26)
      points = [Point(x: side, y: top), Point(x: far, y: top), Point(x: far, y: low), Point(x: side, y: low)]
      area = Rect(
        x: far + (metrics.isCells ? 2 : 8), y: (top + low + metrics.unit - size.height) / 2,
        width: size.width, height: size.height)
    }
    draw(edge, along: points, into: &scene)
    scene.add(
      Scene.Text(lines: lines, rect: area, role: .edgeLabel, color: edge.style.text, isOpaque: isHorizontal))
  }

  func drawFrame(of group: Int, in rect: Rect, into scene: inout Scene) {
    let item = graph.groups[group]
    scene.add(
      Scene.SceneBox(rect: rect, shape: .rounded, role: .group, style: item.style, isDashed: item.isRegion))
  }

  /// Draws a group's title at a position where no edge crosses the frame: at the left, in the middle or at
  /// the right.
  func drawTitle(of group: Int, in rect: Rect, _ paths: [[Point]], into scene: inout Scene) {
    let lines = titles[group]
    guard !lines.isEmpty else { return }
    let size = metrics.size(of: lines)
    let side = metrics.isCells ? 2 : 16
    let pad = metrics.isCells ? 1 : 4
    let y = rect.y + (metrics.isCells ? 0 : 10)
    let candidates = [rect.x + side, rect.x + (rect.width - size.width) / 2, rect.maxX - side - size.width]
    var crossings: [Int] = []
    for path in paths {
      for (a, b) in zip(path, path.dropFirst())
      where a.x == b.x && min(a.y, b.y) <= y + size.height && max(a.y, b.y) >= y {
        crossings.append(a.x)
      }
    }
    let x =
      candidates.first { x in !crossings.contains { $0 >= x - pad && $0 <= x + size.width + pad } }
      ?? candidates[0]
    scene.add(
      Scene.Text(
        lines: metrics.isCells ? [[Label.Span(" ")] + lines[0] + [Label.Span(" ")]] : lines,
        rect: Rect(
          x: x - (metrics.isCells ? 1 : 0), y: y, width: size.width + (metrics.isCells ? 2 : 0),
          height: size.height),
        role: .title, color: graph.groups[group].style.text, isOpaque: metrics.isCells))
  }

  func drawEndLabels(of edge: Graph.GraphEdge, _ path: [Point], into scene: inout Scene) {
    let ends = [
      (endLabel(edge, isFrom: true), path[0], path[1]),
      (endLabel(edge, isFrom: false), path[path.count - 1], path[path.count - 2]),
    ]
    for (label, end, next) in ends where !label.isEmpty {
      let line = label.lines[0]
      let width = metrics.width(of: line)
      var rect = Rect(x: 0, y: 0, width: width, height: metrics.lineHeight)
      if end.x == next.x {
        rect.x = end.x + (metrics.isCells ? 1 : 10)
        rect.y =
          next.y > end.y
          ? end.y + (metrics.isCells ? 1 : 3) : end.y - (metrics.isCells ? 1 : 3 + metrics.lineHeight)
      } else {
        rect.x =
          next.x > end.x ? end.x + (metrics.isCells ? 2 : 8) : end.x - width - (metrics.isCells ? 1 : 8)
        rect.y = metrics.isCells ? end.y : end.y - metrics.lineHeight - 7
      }
      scene.add(
        Scene.Text(lines: [line], rect: rect, alignment: .start, role: .muted, isOpaque: metrics.isCells))
    }
  }
}
