internal import ArgumentParser
internal import RunFormatters

/// The options for conversations. `--expand all` also shows the folded parts of a diff.
struct MessageArguments: ParsableArguments {
  @Option(
    name: .customLong("expand"),
    help: ArgumentHelp(
      "Tool calls and thinking: all in full, none (a line each), errors in full, or a preview of each; preview in "
        + "the terminal, none in HTML. With all, a diff is not folded.", valueName: "calls"))
  var expansion: ToolExpansion?
}
