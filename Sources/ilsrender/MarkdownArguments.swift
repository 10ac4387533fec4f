internal import ArgumentParser
internal import MarkdownBlocks

/// The options that say what of markdown is understood.
struct MarkdownArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Comma-separated extensions to understand: table, strikethrough, autolink, tasklist, tagfilter, footnotes; "
        + "all or none.",
      valueName: "list"))
  var extensions = "all"

  @Flag(help: "Typographic quotes, dashes and ellipses.")
  var smart = false

  private static let names: [(name: String, value: MarkdownOptions.Extensions)] = [
    ("table", .table), ("strikethrough", .strikethrough), ("autolink", .autolink), ("tasklist", .tasklist),
    ("tagfilter", .tagfilter), ("footnotes", .footnotes),
  ]

  func options() throws -> MarkdownOptions {
    var chosen: MarkdownOptions.Extensions = []
    for part in extensions.split(separator: ",") {
      let name = part.filter { $0 != " " }.lowercased()
      switch name {
      case "all": chosen.formUnion(.all)
      case "none": break
      default:
        guard let known = Self.names.first(where: { $0.name == name }) else {
          let names = Self.names.map(\.name).joined(separator: ", ")
          throw Failure.usage("unknown extension '\(name)'; there are: \(names), all, none")
        }
        chosen.formUnion(known.value)
      }
    }
    return MarkdownOptions(extensions: chosen, smart: smart)
  }
}
