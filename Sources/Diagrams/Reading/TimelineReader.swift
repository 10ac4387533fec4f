/// Parses `timeline`.
///
/// ```mermaid
/// timeline
///   2004 : Facebook : Google
///   2005 : YouTube
/// ```
enum TimelineReader {
  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Timeline {
    var timeline = Timeline()
    while let line = lines.next() {
      var scanner = TextScanner(line.text)
      if scanner.takeWord("title") {
        lines.takeTitle(scanner.rest())
        continue
      }
      if scanner.takeWord("section") {
        timeline.sections.append(try label(scanner.rest()))
        continue
      }
      let parts = line.text.split(separator: ":", omittingEmptySubsequences: false).map {
        LabelReader.trimmed($0)
      }
      if let name = parts.first, !name.isEmpty {
        timeline.periods.append(
          Timeline.Period(
            label: try label(name), section: timeline.sections.isEmpty ? nil : timeline.sections.count - 1))
      }
      guard let last = timeline.periods.indices.last else { throw line.error("an event has no period") }
      for event in parts.dropFirst() where !event.isEmpty {
        timeline.periods[last].events.append(try label(event))
      }
      guard timeline.eventCount <= DiagramLimits.nodes else { throw line.error("there are too many events") }
    }
    guard !timeline.periods.isEmpty else { throw header.error("there are no periods") }
    return timeline
  }

  private static func label(_ text: String) throws(DiagramError) -> Label {
    let label = LabelReader.read(text)
    try GraphBuilder.check(label)
    return label
  }
}
