/// Lays out a pie chart: a circle with a legend, or bars in a terminal.
enum PieLayout {
  static func scene(of pie: Pie, _ metrics: DrawingMetrics, width: Int) -> Scene {
    metrics.isCells ? bars(of: pie, metrics, width: width) : circle(of: pie, metrics)
  }

  private static func circle(of pie: Pie, _ metrics: DrawingMetrics) -> Scene {
    var scene = Scene()
    let radius = 120
    let rowHeight = 28
    let legend = pie.slices.count * rowHeight
    let height = max(2 * radius, legend)
    let center = Point(x: radius, y: height / 2)
    var sum = 0
    for (index, slice) in pie.slices.enumerated() {
      let start = sum * 3600 / pie.total
      sum += slice.hundredths
      let end = sum * 3600 / pie.total
      scene.add(
        Scene.SceneSlice(center: center, radius: radius, start: start, end: end, role: .series(index)))
      if end - start >= 216 {
        let (x, y) = Sines.point(on: radius * 2 / 3, at: (start + end) / 2)
        let rect = Rect(x: center.x + x / 10 - 30, y: center.y + y / 10 - 10, width: 60, height: 20)
        scene.add(Scene.Text(lines: [[Label.Span(pie.percentText(slice))]], rect: rect))
      }
    }
    var y = (height - legend) / 2
    var widest = 0
    let x = 2 * radius + 36
    for (index, slice) in pie.slices.enumerated() {
      scene.add(Scene.SceneBox(rect: Rect(x: x, y: y + 6, width: 16, height: 16), role: .series(index)))
      var line = metrics.wrap(slice.label, to: 280).first ?? []
      line.append(Label.Span(pie.showsData ? "  \(slice.valueText)" : "  \(pie.percentText(slice))"))
      let size = metrics.width(of: line)
      scene.add(
        Scene.Text(lines: [line], rect: Rect(x: x + 26, y: y + 4, width: size, height: 20), alignment: .start)
      )
      widest = max(widest, size)
      y += rowHeight
    }
    scene.width = x + 26 + widest
    scene.height = height
    return scene
  }

  private static func bars(of pie: Pie, _ metrics: DrawingMetrics, width: Int) -> Scene {
    var scene = Scene()
    let labels = pie.slices.map { metrics.wrap($0.label, to: metrics.labelWidth).first ?? [] }
    let label = labels.map { metrics.width(of: $0) }.max() ?? 0
    let values = pie.slices.map { pie.percentText($0) + (pie.showsData ? "  \($0.valueText)" : "") }
    let value = values.map { metrics.measure($0, false) }.max() ?? 0
    let room = min(max(width - label - value - 3, 4), 48)
    let greatest = pie.slices.map(\.hundredths).max() ?? 1
    for (index, slice) in pie.slices.enumerated() {
      scene.add(
        Scene.Text(
          lines: [labels[index]], rect: Rect(x: 0, y: index, width: label, height: 1), alignment: .end))
      let length = max((slice.hundredths * room * 2 + greatest) / (2 * greatest), 1)
      scene.add(
        Scene.SceneBox(rect: Rect(x: label + 1, y: index, width: length, height: 1), role: .series(index)))
      scene.add(
        Scene.Text(
          lines: [[Label.Span(values[index])]],
          rect: Rect(x: label + 2 + length, y: index, width: value, height: 1), alignment: .start,
          role: .muted))
    }
    scene.width = label + value + room + 2
    scene.height = pie.slices.count
    return scene
  }
}
