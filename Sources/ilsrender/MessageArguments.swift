internal import ArgumentParser
internal import RunFormatters

/// The options that only apply to conversations.
struct MessageArguments: ParsableArguments {
  @Option(
    name: .customLong("expand"),
    help: ArgumentHelp(
      "Tool calls and thinking: all in full, none (a line each), errors in full, or a preview of each; preview in "
        + "the terminal, none in HTML.", valueName: "calls"))
  var expansion: ToolExpansion?
}
