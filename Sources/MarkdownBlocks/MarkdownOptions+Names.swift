extension MarkdownOptions.Extensions {
  /// The names of extensions and of groups of extensions.
  public static let named: [(name: String, value: MarkdownOptions.Extensions)] = [
    ("table", .table), ("strikethrough", .strikethrough), ("autolink", .autolink), ("tasklist", .tasklist),
    ("tagfilter", .tagfilter), ("footnotes", .footnotes), ("front-matter", .frontMatter), ("math", .math),
    ("emoji", .emoji), ("cjk", .cjkEmphasis), ("nested-tasks", .nestedTasks),
    ("elements", .elements), ("gfm", .gfm), ("all", .all),
    ("none", []),
  ]

  /// Parses a list of extension names. `+NAME` and `-NAME` add to or remove from `usual` or the preceding
  /// names.
  public init(names: some Sequence<some StringProtocol>, usual: Self) throws(UnknownExtension) {
    var chosen: Self?
    for part in names {
      var name = String(part).filter { $0 != " " }.lowercased()
      let sign = name.first == "+" || name.first == "-" ? name.removeFirst() : nil
      guard let known = Self.named.first(where: { $0.name == name }) else {
        throw UnknownExtension(name: name)
      }
      var list = chosen ?? (sign == nil ? [] : usual)
      if sign == "-" { list.subtract(known.value) } else { list.formUnion(known.value) }
      chosen = list
    }
    self = chosen ?? []
  }
}

/// The error for an unknown name in a list of extensions.
///
/// ```swift
/// do {
///   _ = try MarkdownOptions.Extensions(names: ["tabel"], usual: .gfm)
/// } catch {
///   print(error.name)  // tabel
/// }
/// ```
public struct UnknownExtension: Error, Hashable, Sendable, CustomStringConvertible {
  public var name: String

  public var description: String {
    let names = MarkdownOptions.Extensions.named.map(\.name).joined(separator: ", ")
    return "unknown extension '\(name)'; there are: \(names)"
  }
}
