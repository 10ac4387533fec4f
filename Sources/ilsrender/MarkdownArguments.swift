internal import ArgumentParser
internal import MarkdownBlocks
internal import MarkdownSource

/// The options for the markdown dialect.
struct MarkdownArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to understand, comma-separated: table, strikethrough, autolink, tasklist, tagfilter, footnotes (gfm is "
        + "all six), front-matter, math, emoji, cjk, nested-tasks, elements; all or none. +NAME and -NAME change the default, which is "
        + "all, or gfm with --bare.",
      valueName: "list"))
  var extensions: String?

  @Option(
    help: ArgumentHelp(
      "More custom elements beside think, thinking, artifact, antartifact and cite, comma-separated: NAME, "
        + "NAME=thinking, NAME=card or NAME=container; -NAME leaves one as raw HTML.",
      valueName: "list"))
  var elements: String?

  @Flag(help: "Typographic quotes, dashes and ellipses.")
  var smart = false

  @Flag(
    help:
      "Show what stands in ```markdown fences as markdown, not as code: for answers of models that put all of it between fences."
  )
  var unwrapMarkdown = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "While text arrives, show what is unfinished at its end as what it is about to become: **bold as bold, half a "
        + "link as its text. Usual on a terminal; nothing of it stays when the text has ended."))
  var optimistic: Bool?

  /// Creates the options of the parser.
  ///
  /// - Parameter isBare: Whether the output must equal that of the GFM specification.
  func options(isBare: Bool) throws -> MarkdownOptions {
    let usual: MarkdownOptions.Extensions = isBare ? .gfm : .all
    var options = MarkdownOptions(extensions: usual, smart: smart)
    do {
      if let extensions {
        options.extensions = try MarkdownOptions.Extensions(
          names: extensions.split(separator: ","), usual: usual)
      }
      if let elements { options.elements = try ElementRules.standard.adding(elements) }
    } catch let error as UnknownExtension {
      throw Failure.usage(error.description)
    } catch let error as ElementRuleError {
      throw Failure.usage(error.description)
    }
    return options
  }
}
