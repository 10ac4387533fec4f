/// Lays out a Gantt chart: one row for each task, with bars along a time axis.
struct GanttLayout {
  private let gantt: Gantt
  private let metrics: DrawingMetrics
  private var scene = Scene()
  /// The left side and the width of the chart.
  private var left = 0
  private var room = 0
  private let start: Int
  private let span: Int

  private var isCells: Bool { metrics.isCells }

  static func scene(of gantt: Gantt, _ metrics: DrawingMetrics, width: Int) throws(DiagramError) -> Scene {
    var layout = GanttLayout(gantt, metrics)
    layout.draw(width: width)
    return layout.scene
  }

  private init(_ gantt: Gantt, _ metrics: DrawingMetrics) {
    self.gantt = gantt
    self.metrics = metrics
    start = gantt.start
    span = max(gantt.end - gantt.start, 1)
  }

  private func x(_ time: Int) -> Int { left + (time - start) * (room - metrics.unit) / span }

  private mutating func draw(width: Int) {
    let labels = gantt.tasks.map {
      Array(metrics.wrap($0.label, to: isCells ? metrics.labelWidth : 220).prefix(2))
    }
    let names = gantt.sections.map {
      Array(metrics.wrap($0, to: isCells ? metrics.labelWidth : 240).prefix(1))
    }
    let indent = gantt.sections.isEmpty ? 0 : isCells ? 2 : 12
    let column = max(
      labels.map { metrics.size(of: $0).width + indent }.max() ?? 0,
      names.map { metrics.size(of: $0).width }.max() ?? 0)
    left = column + (isCells ? 2 : 18)
    room = isCells ? min(max(width - left - 1, 16), 70) : 560
    let rowGap = isCells ? 0 : 10
    let top = isCells ? 1 : 30
    var y = top + (isCells ? 0 : 6)
    var section: Int?
    var bars: [Scene.SceneItem] = []
    for (index, task) in gantt.tasks.enumerated() {
      if task.section != section, let next = task.section {
        section = next
        scene.add(
          Scene.Text(
            lines: names[next], rect: Rect(x: 0, y: y, width: column, height: metrics.lineHeight),
            alignment: .start, role: .title))
        y += metrics.lineHeight + rowGap / 2
      }
      let height = max(labels[index].count, 1) * metrics.lineHeight
      scene.add(
        Scene.Text(
          lines: labels[index], rect: Rect(x: indent, y: y, width: column - indent, height: height),
          alignment: .start))
      bars += bar(of: task, y: y, height: isCells ? 1 : height)
      y += height + rowGap
    }
    drawAxis(top: top, bottom: y)
    scene.items += bars
    scene.width = left + room + (isCells ? 1 : 12)
    scene.height = y
  }

  private func bar(of task: Gantt.Task, y: Int, height: Int) -> [Scene.SceneItem] {
    let role: Scene.SceneRole =
      task.isCritical ? .critical : task.isDone ? .done : task.isActive ? .active : .series(task.section ?? 0)
    let (from, to) = (x(task.start), x(task.end))
    guard task.isMilestone else {
      let bar = Rect(x: from, y: y, width: max(to - from, isCells ? 1 : 4), height: height)
      return [.box(Scene.SceneBox(rect: bar, role: role))]
    }
    let middle = (from + to) / 2
    if isCells {
      return [
        .box(Scene.SceneBox(rect: Rect(x: middle, y: y, width: 1, height: 1), shape: .diamond, role: role))
      ]
    }
    let size = min(height, 22)
    let box = Rect(x: middle - size / 2, y: y + (height - size) / 2, width: size, height: size)
    return [.box(Scene.SceneBox(rect: box, shape: .diamond, role: role))]
  }

  // MARK: The axis

  /// The possible steps between two axis marks, in minutes. Steps beyond these are multiples of a month.
  private static let steps = [5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 20_160]
  private static let months = [1, 2, 3, 6, 12, 24, 60, 120, 240]

  private mutating func drawAxis(top: Int, bottom: Int) {
    let (ticks, format) = ticks()
    var items: [Scene.SceneItem] = []
    var end = Int.min
    for tick in ticks {
      let place = x(tick)
      let text = LabelReader.clean(CivilDate(minutes: tick).formatted(format))
      let width = metrics.measure(text, false)
      if !isCells {
        items.append(
          .line(
            Scene.SceneLine(points: [Point(x: place, y: top - 4), Point(x: place, y: bottom)], role: .axis)))
      }
      let from = min(
        max(place - (isCells ? 0 : width / 2), left - (isCells ? 0 : width / 2)),
        left + room - (isCells ? width : width / 2))
      guard from > end + (isCells ? 0 : 8) else { continue }
      items.append(
        .text(
          Scene.Text(
            lines: [[Label.Span(text)]], rect: Rect(x: from, y: 0, width: width, height: metrics.lineHeight),
            alignment: .start, role: .muted)))
      end = from + width
    }
    scene.items = items + scene.items
  }

  private func ticks() -> ([Int], String) {
    let most = max(room / (isCells ? 12 : 78), 2)
    let first = CivilDate(minutes: start)
    let day = start - first.minute
    if let step = Self.steps.first(where: { span / $0 <= most }) {
      var ticks: [Int] = []
      var time = day
      while time <= start + span, ticks.count < 60 {
        if time >= start { ticks.append(time) }
        time += step
      }
      return (ticks, gantt.axisFormat ?? (step < 1440 ? "%H:%M" : "%b %e"))
    }
    let step = Self.months.first { span / (43_800 * $0) <= most } ?? 240
    guard var date = CivilDate(year: first.year, month: first.month, day: 1) else {
      return ([start], "%Y-%m-%d")
    }
    var ticks: [Int] = []
    while date.minutes <= start + span, ticks.count < 60 {
      if date.minutes >= start { ticks.append(date.minutes) }
      date = date.adding(months: step)
    }
    return (ticks, gantt.axisFormat ?? (step < 12 ? "%b %Y" : "%Y"))
  }
}
