internal import ArgumentParser
internal import StyledRuns

/// The rendering options that belong to no group: the input, the output, and the method.
struct RenderArguments: ParsableArguments {
  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp(
      "What to write; ansi is usual, ir is JSON, updates a line of JSON for each piece read, markdown the export of a "
        + "conversation, svg and png a picture of the terminal.", valueName: "format"))
  var format: OutputKind?

  @Option(
    help: ArgumentHelp(
      "What is read; auto is messages by their first line, code by the file's name or with --language, else "
        + "markdown.", valueName: "input"))
  var input: InputKind = .auto

  @Option(
    name: [.customShort("l"), .long],
    help:
      "The language of code; found from the file's name or its content where it is not given. Implies --input code.",
    completion: .shellCommand("ilsrender languages | cut -d' ' -f1"))
  var language: String?

  @Flag(help: "Leave code plain that has no label, instead of finding out its language.")
  var noDetect = false

  @Flag(help: "Wait for the end of the input instead of showing it as it arrives.")
  var noStream = false

  @Option(
    help: ArgumentHelp(
      "With --format updates: cut the input into pieces of so many bytes.", valueName: "bytes"))
  var chunk: Int?

  @Option(
    help: ArgumentHelp(
      "Have a service (ilsrenderd) render, and show what it sends; where it fails, the rest is rendered here. "
        + "ILSRENDER_KEY holds the key for it.",
      valueName: "address"))
  var server: String?
}
