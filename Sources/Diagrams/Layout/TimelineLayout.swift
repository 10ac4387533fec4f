/// Lays out a timeline: periods from left to right with their events below. In a terminal, periods follow
/// from top to bottom.
enum TimelineLayout {
  static func scene(of timeline: Timeline, _ metrics: DrawingMetrics, width: Int) -> Scene {
    metrics.isCells ? list(of: timeline, metrics, width: width) : columns(of: timeline, metrics)
  }

  /// Returns the colour of a period: the colour of its section, or its own.
  private static func role(_ timeline: Timeline, _ index: Int) -> Scene.SceneRole {
    .series(timeline.periods[index].section ?? index)
  }

  private static func columns(of timeline: Timeline, _ metrics: DrawingMetrics) -> Scene {
    var scene = Scene()
    let column = 168
    let gap = 18
    func block(_ label: Label) -> (lines: [Label.Line], height: Int) {
      let lines = metrics.wrap(label, to: column - 24)
      return (lines, max(lines.count, 1) * metrics.lineHeight + 18)
    }
    let names = timeline.periods.map { block($0.label) }
    let nameHeight = names.map(\.height).max() ?? 0
    let top = timeline.sections.isEmpty ? 0 : 52
    let axis = top + nameHeight + 16
    var bottom = axis
    for (index, period) in timeline.periods.enumerated() {
      let x = index * (column + gap)
      let role = role(timeline, index)
      var y = axis + 20
      var boxes: [(Rect, [Label.Line])] = []
      for event in period.events {
        let (lines, height) = block(event)
        boxes.append((Rect(x: x, y: y, width: column, height: height), lines))
        y += height + 10
      }
      scene.add(
        Scene.SceneLine(
          points: [
            Point(x: x + column / 2, y: top + nameHeight),
            Point(x: x + column / 2, y: boxes.last?.0.y ?? axis),
          ], kind: .dotted, role: .axis))
      let box = Rect(x: x, y: top, width: column, height: nameHeight)
      scene.add(Scene.SceneBox(rect: box, shape: .rounded, role: role))
      let bold = names[index].lines.map {
        $0.map { Label.Span($0.text, isBold: true, isItalic: $0.isItalic) }
      }
      scene.add(
        Scene.Text(
          lines: bold,
          rect: Rect(
            x: x, y: top + (nameHeight - bold.count * metrics.lineHeight) / 2, width: column,
            height: bold.count * metrics.lineHeight)))
      for (rect, lines) in boxes {
        scene.add(Scene.SceneBox(rect: rect, role: .node))
        scene.add(
          Scene.Text(
            lines: lines, rect: Rect(x: rect.x, y: rect.y + 9, width: rect.width, height: rect.height - 18)))
      }
      bottom = max(bottom, y)
    }
    let width = timeline.periods.count * (column + gap) - gap
    scene.items.insert(
      .line(Scene.SceneLine(points: [Point(x: 0, y: axis), Point(x: width + 24, y: axis)], toMark: .arrow)),
      at: 0)
    for (number, section) in timeline.sections.enumerated() {
      let members = timeline.periods.indices.filter { timeline.periods[$0].section == number }
      guard let first = members.first, let last = members.last else { continue }
      let rect = Rect(
        x: first * (column + gap), y: 0, width: (last - first) * (column + gap) + column, height: 38)
      scene.add(Scene.SceneBox(rect: rect, role: .series(number)))
      scene.add(
        Scene.Text(
          lines: Array(metrics.wrap(section, to: rect.width - 16).prefix(1)),
          rect: Rect(x: rect.x, y: 9, width: rect.width, height: 20), role: .title))
    }
    scene.width = width + 24
    scene.height = bottom
    return scene
  }

  private static func list(of timeline: Timeline, _ metrics: DrawingMetrics, width: Int) -> Scene {
    var scene = Scene()
    let names = timeline.periods.map {
      metrics.wrap($0.label, to: min(metrics.labelWidth, max(width / 3, 8)))
    }
    let column = names.map { metrics.size(of: $0).width }.max() ?? 0
    let axis = column + 1
    var y = 0
    var section: Int?
    var start = 0
    for (index, period) in timeline.periods.enumerated() {
      if period.section != section, let next = period.section {
        section = next
        if y > 0 { y += 1 }
        let lines = metrics.wrap(timeline.sections[next], to: max(width, 8))
        let size = metrics.size(of: lines)
        scene.add(
          Scene.Text(
            lines: lines, rect: Rect(x: 0, y: y, width: size.width, height: size.height), alignment: .start,
            role: .title))
        scene.width = max(scene.width, size.width)
        y += size.height
        start = y
      }
      let size = metrics.size(of: names[index])
      scene.add(
        Scene.Text(
          lines: names[index], rect: Rect(x: 0, y: y, width: column, height: size.height), alignment: .end,
          role: .title))
      let first = y
      for event in period.events {
        let lines = metrics.wrap(event, to: max(width - axis - 3, 8))
        let size = metrics.size(of: lines)
        scene.add(Scene.SceneLine(points: [Point(x: axis, y: y), Point(x: axis + 1, y: y)], role: .edge))
        scene.add(
          Scene.Text(
            lines: lines, rect: Rect(x: axis + 3, y: y, width: size.width, height: size.height),
            alignment: .start))
        scene.width = max(scene.width, axis + 3 + size.width)
        y += size.height
      }
      y = max(y, first + max(size.height, 1))
      if y - 1 > start {
        scene.add(Scene.SceneLine(points: [Point(x: axis, y: start), Point(x: axis, y: y - 1)], role: .edge))
      }
    }
    scene.width = max(scene.width, axis + 1)
    scene.height = y
    return scene
  }
}
