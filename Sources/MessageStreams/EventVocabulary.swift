/// The names of events in `Data/events.txt`, by format and group.
///
///     EventVocabulary.shared[.codex, .stored].contains("response_item")   // true
struct EventVocabulary: Sendable {
  /// A group of names, which `Data/events.txt` explains.
  enum Group: String { case known, stored, silent, subtypes }

  private struct Key: Hashable {
    var format: MessageFormat
    var group: Group
  }

  private var names: [Key: Set<String>] = [:]

  static let shared = EventVocabulary(String(decoding: PackageResources.events_txt, as: UTF8.self))

  private init(_ table: String) {
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      // Names have colons of their own in no format.
      let sides = line.split(separator: ":")
      let head = sides[0].split(separator: " ").map(String.init)
      guard sides.count == 2, head.count == 2, let format = MessageFormat(rawValue: head[0]),
        let group = Group(rawValue: head[1])
      else {
        assertionFailure("events.txt: \(line)")
        continue
      }
      names[Key(format: format, group: group), default: []].formUnion(
        sides[1].split(separator: " ").map(String.init))
    }
  }

  subscript(format: MessageFormat, group: Group) -> Set<String> {
    names[Key(format: format, group: group)] ?? []
  }
}
