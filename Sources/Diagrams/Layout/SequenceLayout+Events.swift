/// Draws messages, notes and activity, from top to bottom.
extension SequenceLayout {
  mutating func cover(_ from: Int, _ to: Int) {
    low = min(low, from)
    high = max(high, to)
    for index in frames.indices {
      frames[index].low = min(frames[index].low, from)
      frames[index].high = max(frames[index].high, to)
    }
  }

  mutating func drawEvents() {
    y = headHeight + (isCells ? 0 : 14)
    for event in diagram.events {
      switch event {
      case .message(let message): draw(message)
      case .activate(let index): activities[index].append(y - (isCells ? 1 : 14))
      case .deactivate(let index): endActivity(of: index)
      case .note(let place, let first, let last, let label): drawNote(place, first, last, label)
      case .begin(let kind, let label, let color): begin(kind, label, color)
      case .divide(let label):
        guard let last = frames.indices.last else { continue }
        let lines = label.isEmpty ? [] : metrics.wrap(label, to: metrics.edgeLabelWidth)
        y += isCells ? 0 : 6
        frames[last].dividers.append((y, lines))
        y += isCells ? 1 : lines.count * metrics.lineHeight + 12
      case .end: endFrame()
      }
    }
    for index in activities.indices { while !activities[index].isEmpty { endActivity(of: index) } }
  }

  /// Returns the x coordinate at which a message meets a participant: at the lifeline, or at its activity
  /// bar.
  func edge(of index: Int, towards other: Int) -> Int {
    guard !isCells, !activities[index].isEmpty else { return xs[index] }
    let depth = activities[index].count - 1
    return other > xs[index] ? xs[index] + 5 + depth * 4 : xs[index] - 5 + (depth > 0 ? depth * 4 - 4 : 0)
  }

  mutating func draw(_ message: SequenceDiagram.SequenceMessage) {
    let lines = lines(of: message)
    let size = metrics.size(of: lines)
    if message.from == message.to { return drawSelf(message, lines, size) }
    let from = edge(of: message.from, towards: xs[message.to])
    let to = edge(of: message.to, towards: xs[message.from])
    let (left, right) = (min(xs[message.from], xs[message.to]), max(xs[message.from], xs[message.to]))
    scene.add(
      Scene.Text(
        lines: lines,
        rect: Rect(x: left + metrics.unit, y: y, width: right - left - metrics.unit, height: size.height),
        role: .text, isOpaque: true))
    y += size.height + (isCells ? 0 : 7)
    scene.add(
      Scene.SceneLine(
        points: [Point(x: from, y: y), Point(x: to, y: y)], kind: message.line,
        fromMark: message.isBidirectional ? message.mark : .none, toMark: message.mark))
    cover(left, right)
    y += isCells ? 1 : 15
  }

  mutating func drawSelf(
    _ message: SequenceDiagram.SequenceMessage, _ lines: [Label.Line], _ size: (width: Int, height: Int)
  ) {
    let x = edge(of: message.from, towards: Int.max)
    let far = x + selfWidth
    let height = isCells ? max(2, size.height) : max(28, size.height + 4)
    let bottom = y + height - metrics.unit + (isCells ? 0 : 4)
    let top = y + (isCells ? 0 : 4)
    scene.add(
      Scene.SceneLine(
        points: [
          Point(x: x, y: top), Point(x: far, y: top), Point(x: far, y: bottom), Point(x: x, y: bottom),
        ], kind: message.line,
        toMark: message.mark))
    scene.add(
      Scene.Text(
        lines: lines,
        rect: Rect(
          x: far + (isCells ? 2 : 8), y: top + (bottom + metrics.unit - top - size.height) / 2,
          width: size.width, height: size.height),
        alignment: .start, role: .text, isOpaque: true))
    cover(x, far + size.width + (isCells ? 2 : 10))
    y += height + (isCells ? 0 : 18)
  }

  mutating func drawNote(_ place: SequenceDiagram.NotePlace, _ first: Int, _ last: Int, _ label: Label) {
    let lines = noteLines(label)
    let size = metrics.size(of: lines)
    var width = noteWidth(lines)
    let height = size.height + (isCells ? 2 : 14)
    let x: Int
    switch place {
    case .right: x = xs[last] + (isCells ? 2 : 14)
    case .left: x = xs[first] - width - (isCells ? 1 : 14)
    case .over:
      width = max(width, xs[last] - xs[first] + (isCells ? 5 : 50))
      x = (xs[first] + xs[last] - width + metrics.unit) / 2
    }
    let rect = Rect(x: x, y: y, width: width, height: height)
    scene.add(Scene.SceneBox(rect: rect, shape: .note, role: .note))
    scene.add(
      Scene.Text(
        lines: lines, rect: Rect(x: x, y: y + (height - size.height) / 2, width: width, height: size.height)))
    cover(x, rect.maxX - metrics.unit)
    y += height + (isCells ? 0 : 12)
  }

  mutating func endActivity(of index: Int) {
    guard let top = activities[index].popLast() else { return }
    let depth = activities[index].count
    if isCells {
      let bottom = max(y - 1, top)
      background.append(
        .line(
          Scene.SceneLine(
            points: [Point(x: xs[index], y: top), Point(x: xs[index], y: bottom)], role: .activation)))
    } else {
      let bottom = max(y - 13, top + 10)
      background.append(
        .box(
          Scene.SceneBox(
            rect: Rect(x: xs[index] - 5 + depth * 4, y: top, width: 10, height: bottom - top),
            role: .activation)))
    }
  }
}
