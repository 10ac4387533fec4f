internal import ArgumentParser
internal import MarkdownBlocks

/// The options that say what of markdown is understood.
struct MarkdownArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to understand, comma-separated: table, strikethrough, autolink, tasklist, tagfilter, footnotes (gfm is "
        + "all six), front-matter, math, emoji, cjk; all or none. +NAME and -NAME change the default, which is "
        + "all but emoji, or gfm with --bare.",
      valueName: "list"))
  var extensions: String?

  @Flag(help: "Typographic quotes, dashes and ellipses.")
  var smart = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "While text arrives, show what is unfinished at its end as what it is about to become: **bold as bold, half a "
        + "link as its text. Usual on a terminal; nothing of it stays when the text has ended."))
  var optimistic: Bool?

  private static let names: [(name: String, value: MarkdownOptions.Extensions)] = [
    ("table", .table), ("strikethrough", .strikethrough), ("autolink", .autolink), ("tasklist", .tasklist),
    ("tagfilter", .tagfilter), ("footnotes", .footnotes), ("front-matter", .frontMatter), ("math", .math),
    ("emoji", .emoji), ("cjk", .cjkEmphasis), ("gfm", .gfm), ("all", .all), ("none", []),
  ]

  /// `isBare`: the output is to be what the GFM specification prints.
  func options(isBare: Bool) throws -> MarkdownOptions {
    let usual: MarkdownOptions.Extensions = isBare ? .gfm : .standard
    guard let extensions else { return MarkdownOptions(extensions: usual, smart: smart) }
    var chosen: MarkdownOptions.Extensions?
    for part in extensions.split(separator: ",") {
      var name = part.filter { $0 != " " }.lowercased()
      let sign = name.first == "+" || name.first == "-" ? name.removeFirst() : nil
      guard let known = Self.names.first(where: { $0.name == name }) else {
        let names = Self.names.map(\.name).joined(separator: ", ")
        throw Failure.usage("unknown extension '\(name)'; there are: \(names)")
      }
      var list = chosen ?? (sign == nil ? [] : usual)
      if sign == "-" { list.subtract(known.value) } else { list.formUnion(known.value) }
      chosen = list
    }
    return MarkdownOptions(extensions: chosen ?? [], smart: smart)
  }
}
