/// The names of tools and of their input members, loaded once from `Data/tools.txt`.
struct ToolVocabulary: Sendable {
  /// The kind of each tool, by its name in lower case and without punctuation.
  private(set) var kinds: [String: ToolKind] = [:]
  /// The names of members, by the raw value of their role.
  private(set) var members: [String: [String]] = [:]

  static let shared = ToolVocabulary(String(decoding: PackageResources.tools_txt, as: UTF8.self))

  private init(_ table: String) {
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      let sides = line.split(separator: ":")
      let head = sides[0].split(separator: " ").map(String.init)
      let names = sides[1].split(separator: " ").map(String.init)
      if head[0] == "tool", let kind = ToolKind(rawValue: head[1]) {
        for name in names { kinds[name] = kind }
      } else {
        members[head[1], default: []] += names
      }
    }
  }
}
