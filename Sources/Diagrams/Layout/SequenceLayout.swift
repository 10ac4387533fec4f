/// Lays out a sequence diagram: participants from left to right, events from top to bottom.
struct SequenceLayout {
  let diagram: SequenceDiagram
  let metrics: DrawingMetrics
  var scene = Scene()
  /// The elements below all others: frames and lifelines.
  var background: [Scene.SceneItem] = []
  var heads: [(lines: [Label.Line], width: Int, height: Int)] = []
  /// The x coordinate of each participant's lifeline.
  var xs: [Int] = []
  var y = 0
  var low = 0
  var high = 0
  var activities: [[Int]]
  var frames: [SequenceFrame] = []
  var headHeight = 0

  struct SequenceFrame {
    var kind: String
    var top: Int
    var low: Int
    var high: Int
    var title: [Label.Line]
    var color: DiagramColor?
    var dividers: [(y: Int, lines: [Label.Line])] = []
  }

  var isCells: Bool { metrics.isCells }
  /// The distance between two participant boxes.
  var headGap: Int { isCells ? 2 : 40 }
  var selfWidth: Int { isCells ? 4 : 34 }
  var framePadding: Int { isCells ? 2 : 16 }
  var labelPadding: Int { isCells ? 4 : 28 }

  static func scene(of diagram: SequenceDiagram, _ metrics: DrawingMetrics) throws(DiagramError) -> Scene {
    var layout = SequenceLayout(diagram, metrics)
    layout.placeParticipants()
    layout.drawEvents()
    return layout.finish()
  }

  init(_ diagram: SequenceDiagram, _ metrics: DrawingMetrics) {
    self.diagram = diagram
    self.metrics = metrics
    activities = Array(repeating: [], count: diagram.participants.count)
    for participant in diagram.participants {
      let lines = metrics.wrap(participant.label, to: isCells ? metrics.labelWidth : 180)
      let size = metrics.size(of: lines)
      heads.append(
        (lines, max(size.width + 2 * metrics.paddingX, isCells ? 5 : 70), size.height + 2 * metrics.paddingY))
    }
    headHeight = heads.indices.map { heads[$0].height + (hasFigure($0) ? 38 : 0) }.max() ?? 0
  }

  func hasFigure(_ index: Int) -> Bool { !isCells && diagram.participants[index].isActor }

  func lines(of message: SequenceDiagram.SequenceMessage) -> [Label.Line] {
    var label = message.label
    if let number = message.number {
      let span = Label.Span("\(number). ", isBold: true)
      if label.lines.isEmpty { label.lines = [[span]] } else { label.lines[0].insert(span, at: 0) }
    }
    return metrics.wrap(label, to: isCells ? metrics.edgeLabelWidth : 260)
  }

  func noteLines(_ label: Label) -> [Label.Line] {
    metrics.wrap(label, to: isCells ? metrics.labelWidth : 220)
  }

  func noteWidth(_ lines: [Label.Line]) -> Int { metrics.size(of: lines).width + (isCells ? 4 : 24) }

  // MARK: Participants

  /// Places the participants so that each text fits between the participants that it belongs to.
  mutating func placeParticipants() {
    var distances: [[(from: Int, distance: Int)]] = Array(repeating: [], count: heads.count)
    func keep(_ from: Int, _ to: Int, _ distance: Int) {
      if from >= 0, from < to, to < distances.count { distances[to].append((from, distance)) }
    }
    for index in heads.indices.dropFirst() {
      let isEdge = diagram.participants[index].box != diagram.participants[index - 1].box
      let gap = headGap + (isEdge ? (isCells ? 3 : 24) : 0)
      keep(index - 1, index, (heads[index - 1].width + heads[index].width + 1) / 2 + gap)
    }
    for event in diagram.events {
      switch event {
      case .message(let message):
        let width = metrics.size(of: lines(of: message)).width
        if message.from == message.to {
          keep(message.from, message.from + 1, selfWidth + width + labelPadding)
        } else {
          keep(min(message.from, message.to), max(message.from, message.to), width + labelPadding)
        }
      case .note(let place, let first, let last, let label):
        let width = noteWidth(noteLines(label))
        switch place {
        case .right: keep(last, last + 1, width + labelPadding)
        case .left: keep(first - 1, first, width + labelPadding)
        case .over:
          if first == last {
            keep(first - 1, first, width / 2 + labelPadding)
            keep(first, first + 1, width / 2 + labelPadding)
          } else {
            keep(first, last, width - (isCells ? 4 : 40))
          }
        }
      default: break
      }
    }
    for index in heads.indices {
      var x = index == 0 ? heads[0].width / 2 : 0
      for (from, distance) in distances[index] { x = max(x, xs[from] + distance) }
      xs.append(x)
    }
    low = 0
    high = heads.indices.map { xs[$0] - heads[$0].width / 2 + heads[$0].width }.max() ?? 0
  }

  mutating func drawHeads(at top: Int) {
    for (index, head) in heads.enumerated() {
      let rect = Rect(
        x: xs[index] - head.width / 2, y: top + headHeight - head.height, width: head.width,
        height: head.height)
      let isActor = diagram.participants[index].isActor
      if hasFigure(index) {
        drawFigure(at: Point(x: xs[index], y: rect.y - 36))
      } else {
        scene.add(Scene.SceneBox(rect: rect, shape: isActor ? .rounded : .rectangle, role: .node))
      }
      let textHeight = head.lines.count * metrics.lineHeight
      let area = Rect(
        x: rect.x, y: rect.y + (rect.height - textHeight) / 2, width: rect.width, height: textHeight)
      scene.add(Scene.Text(lines: head.lines, rect: area))
    }
  }

  /// Draws a stick figure for an actor.
  mutating func drawFigure(at top: Point) {
    scene.add(
      Scene.SceneBox(rect: Rect(x: top.x - 7, y: top.y, width: 14, height: 14), shape: .circle, role: .node))
    let lines = [[(0, 14), (0, 28)], [(-13, 19), (13, 19)], [(0, 28), (-10, 40)], [(0, 28), (10, 40)]]
    for line in lines {
      scene.add(Scene.SceneLine(points: line.map { Point(x: top.x + $0.0, y: top.y + $0.1) }))
    }
  }
}
