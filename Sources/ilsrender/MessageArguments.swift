internal import ArgumentParser
internal import RunFormatters

/// The options that matter to conversations only.
struct MessageArguments: ParsableArguments {
  /// How much of tool calls is shown.
  enum Expansion: String, ExpressibleByArgument, CaseIterable {
    case all, none, errors, preview
  }

  @Option(
    help: ArgumentHelp(
      "Tool calls and thinking: all in full, none (a line each), errors in full, or a preview of each; preview in "
        + "the terminal, none in HTML.", valueName: "calls"))
  var expand: Expansion?

  func expansion(for format: RenderCommand.Format) -> ToolExpansion {
    let standard: ToolExpansion = format == .html ? .none : .preview
    return expand.flatMap { ToolExpansion(rawValue: $0.rawValue) } ?? standard
  }
}
