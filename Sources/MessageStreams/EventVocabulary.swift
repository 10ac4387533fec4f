/// The event names in `Data/events.txt`, by format and group.
///
/// ```swift
/// EventVocabulary.shared[.codex, .stored].contains("response_item")  // true
/// ```
struct EventVocabulary: Sendable {
  /// A group of event names. `Data/events.txt` explains each group.
  enum EventGroup: String { case known, stored, silent, subtypes }

  private struct EventKey: Hashable {
    var format: MessageFormat
    var group: EventGroup
  }

  private var names: [EventKey: Set<String>] = [:]

  static let shared = EventVocabulary(String(decoding: PackageResources.events_txt, as: UTF8.self))

  private init(_ table: String) {
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      // No format has event names with colons.
      let sides = line.split(separator: ":")
      let head = sides[0].split(separator: " ").map(String.init)
      guard sides.count == 2, head.count == 2, let format = MessageFormat(rawValue: head[0]),
        let group = EventGroup(rawValue: head[1])
      else {
        assertionFailure("events.txt: \(line)")
        continue
      }
      names[EventKey(format: format, group: group), default: []].formUnion(
        sides[1].split(separator: " ").map(String.init))
    }
  }

  subscript(format: MessageFormat, group: EventGroup) -> Set<String> {
    names[EventKey(format: format, group: group)] ?? []
  }
}
