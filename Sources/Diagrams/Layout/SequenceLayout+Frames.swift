/// Draws frames and boxes, and assembles the scene.
extension SequenceLayout {
  mutating func begin(_ kind: String, _ label: Label, _ color: DiagramColor?) {
    var title: [Label.Line] = []
    if kind != "rect" {
      var text = label
      let name = Label.Span(kind + (label.isEmpty ? "" : " "), isBold: true)
      if text.lines.isEmpty { text.lines = [[name]] } else { text.lines[0].insert(name, at: 0) }
      title =
        isCells
        ? [text.lines.reduce([]) { $0.isEmpty ? $1 : $0 + [Label.Span(" ")] + $1 }]
        : metrics.wrap(text, to: 300)
      if isCells {
        title = Array(
          Label(lines: title).wrapped(to: max(metrics.edgeLabelWidth + 12, 16), measure: metrics.measure)
            .prefix(1))
      }
    }
    y += isCells ? 0 : 4
    frames.append(SequenceFrame(kind: kind, top: y, low: Int.max, high: Int.min, title: title, color: color))
    y += isCells ? 1 : kind == "rect" ? 12 : metrics.size(of: title).height + 16
  }

  mutating func endFrame() {
    guard var frame = frames.popLast() else { return }
    if frame.low > frame.high {
      frame.low = xs.first ?? 0
      frame.high = xs.last ?? 0
    }
    let title = metrics.size(of: frame.title)
    let texts =
      ([frame.title] + frame.dividers.map(\.lines)).map { metrics.size(of: $0).width }.max() ?? title.width
    let left = frame.low - framePadding
    let right = max(frame.high + framePadding + metrics.unit, left + texts + (isCells ? 6 : 40))
    let bottom = y + (isCells ? 1 : 4)
    let rect = Rect(x: left, y: frame.top, width: right - left, height: bottom - frame.top)
    background.append(
      .box(
        Scene.SceneBox(rect: rect, role: .frame, style: DrawingStyle(stroke: frame.color), isDashed: false)))
    scene.add(
      Scene.Text(
        lines: isCells ? frame.title.map { [Label.Span(" ")] + $0 + [Label.Span(" ")] } : frame.title,
        rect: Rect(
          x: left + (isCells ? 2 : 10), y: frame.top + (isCells ? 0 : 6), width: title.width,
          height: title.height), alignment: .start,
        role: .title, isOpaque: true))
    for divider in frame.dividers {
      let size = metrics.size(of: divider.lines)
      background.append(
        .line(
          Scene.SceneLine(
            points: [Point(x: left, y: divider.y), Point(x: right - metrics.unit, y: divider.y)],
            kind: .dotted, role: .frame)))
      scene.add(
        Scene.Text(
          lines: isCells
            ? divider.lines.prefix(1).map { [Label.Span(" ")] + $0 + [Label.Span(" ")] } : divider.lines,
          rect: Rect(
            x: left + (isCells ? 2 : 10), y: divider.y + (isCells ? 0 : 6), width: size.width,
            height: isCells ? 1 : size.height), alignment: .start,
          role: .muted, isOpaque: true))
    }
    y = bottom + (isCells ? 0 : 12)
    cover(left, right - metrics.unit)
  }

  // MARK: The whole

  mutating func finish() -> Scene {
    let hasFoot = !isCells && diagram.events.count > 7
    let bottom = y + (isCells ? 0 : 6)
    for x in xs {
      background.insert(
        .line(
          Scene.SceneLine(
            points: [Point(x: x, y: headHeight - metrics.unit), Point(x: x, y: bottom)], role: .lifeline)),
        at: 0)
    }
    drawHeads(at: 0)
    var end = bottom + metrics.unit
    if hasFoot {
      drawHeads(at: bottom)
      end = bottom + headHeight
    }
    drawBoxes(down: end)
    scene.items = background + scene.items
    let top =
      scene.items.contains { if case .box(let box) = $0 { box.rect.y < 0 } else { false } }
      ? (isCells ? 1 : metrics.lineHeight + 18) : 0
    scene.move(by: Point(x: -low, y: top))
    scene.width = high - low + metrics.unit
    scene.height = end + top + (top > 0 ? (isCells ? 1 : 10) : 0)
    return scene
  }

  /// Draws the boxes around groups of participants.
  mutating func drawBoxes(down bottom: Int) {
    for (number, box) in diagram.boxes.enumerated() {
      let members = heads.indices.filter { diagram.participants[$0].box == number }
      guard let first = members.first, let last = members.last else { continue }
      let side = isCells ? 1 : 10
      let top = isCells ? -1 : -metrics.lineHeight - 16
      let left = xs[first] - heads[first].width / 2 - side
      let right = xs[last] - heads[last].width / 2 + heads[last].width + side
      let rect = Rect(x: left, y: top, width: right - left, height: bottom - top + (isCells ? 1 : 8))
      background.insert(
        .box(
          Scene.SceneBox(rect: rect, shape: .rounded, role: .group, style: DrawingStyle(stroke: box.color))),
        at: 0)
      let lines = Array(metrics.wrap(box.label, to: max(rect.width - 4, 4)).prefix(1))
      scene.add(
        Scene.Text(
          lines: isCells ? lines.map { [Label.Span(" ")] + $0 + [Label.Span(" ")] } : lines,
          rect: Rect(x: left, y: top + (isCells ? 0 : 6), width: rect.width, height: metrics.lineHeight),
          role: .title, isOpaque: isCells))
      low = min(low, left)
      high = max(high, right)
    }
  }
}
